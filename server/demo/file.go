package demo

import "encoding/json"

// FileName in the home folder, readable by its owner only.
const FileName = "demo.json"

// File is demo.json, or one like it: how to get at what was set up.
type File struct {
	Address  string  `json:"address"` // http://127.0.0.1:7700
	Login    string  `json:"login"`
	Password string  `json:"password"`
	Token    string  `json:"token"` // Authorization: Bearer
	Team     string  `json:"team"`
	Scenes   []Scene `json:"scenes"`
}

// Scene of the demo with a request it answers.
type Scene struct {
	Name    string         `json:"name"`
	Request map[string]any `json:"request"`
}

// scenes and what to ask them first.
func scenes() []Scene {
	return []Scene{
		{"home", map[string]any{"user": map[string]any{"id": "p0001", "active_days": 30, "seen": []string{}}, "k": 10}},
		{"browse", map[string]any{"query": "chess game", "k": 5}},
		{"related", map[string]any{"app": "gimp", "k": 5}},
		{"verses", map[string]any{"query": "明月", "k": 5}},
	}
}

// Home keeps private files (internal/home.Folder).
type Home interface {
	ReadFile(name string) ([]byte, error)
	WriteFile(name string, data []byte) error
}

// read gives the zero File when there is none that can be read.
func read(h Home, name string) File {
	var f File
	text, err := h.ReadFile(name)
	if err != nil || json.Unmarshal(text, &f) != nil {
		return File{}
	}
	return f
}

func (f File) write(h Home, name string) error {
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	return h.WriteFile(name, append(text, '\n'))
}
