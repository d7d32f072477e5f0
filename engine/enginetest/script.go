package enginetest

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"riffle.dev/riffle/dag"
)

// File is one `.test` file.
type File struct {
	Archive *txtar.Archive
	Sources []dag.Source
	Docs    map[string][]map[string]any // by resource
	Stubs   Stubs                       // services
	Head    []string                    // lines above the first run
	Runs    []*Run
}

// Run is one request with what must come of it.
type Run struct {
	Line    int
	Name    string
	Request map[string]any
	Lines   []Line
}

// Line is an indented line of a run: a word and the rest.
type Line struct {
	Word, Rest string
	Text       string // as written
}

// Get the rest of the first line with a word.
func (r *Run) Get(word string) (string, bool) {
	for _, l := range r.Lines {
		if l.Word == word {
			return l.Rest, true
		}
	}
	return "", false
}

// All rests of lines with a word.
func (r *Run) All(word string) []string {
	var out []string
	for _, l := range r.Lines {
		if l.Word == word {
			out = append(out, l.Rest)
		}
	}
	return out
}

// Parse a `.test` file.
func Parse(data []byte) (*File, error) {
	f := &File{Archive: txtar.Parse(data), Docs: map[string][]map[string]any{}, Stubs: Stubs{}}
	for _, part := range f.Archive.Files {
		switch {
		case strings.HasSuffix(part.Name, ".riffle"):
			f.Sources = append(f.Sources, dag.Source{Name: part.Name, Text: part.Data})
		case strings.HasPrefix(part.Name, "docs/") && strings.HasSuffix(part.Name, ".jsonl"):
			docs, err := documents(part.Data)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", part.Name, err)
			}
			f.Docs[strings.TrimSuffix(strings.TrimPrefix(part.Name, "docs/"), ".jsonl")] = docs
		case strings.HasPrefix(part.Name, "services/") && strings.HasSuffix(part.Name, ".json"):
			name, stub, err := parseStub(part.Name, part.Data)
			if err != nil {
				return nil, err
			}
			f.Stubs[name] = stub
		default:
			return nil, fmt.Errorf("%s: neither *.riffle, docs/*.jsonl nor services/*.json", part.Name)
		}
	}
	return f, f.script()
}

func documents(data []byte) ([]map[string]any, error) {
	var out []map[string]any
	for i, line := range strings.Split(string(data), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		d, err := object(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		out = append(out, d)
	}
	return out, nil
}

func object(text string) (map[string]any, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var out map[string]any
	err := dec.Decode(&out)
	return out, err
}

func (f *File) script() error {
	for i, line := range strings.Split(strings.TrimRight(string(f.Archive.Comment), "\n"), "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "run "):
			name, body, _ := strings.Cut(strings.TrimPrefix(line, "run "), " ")
			r := &Run{Line: i + 1, Name: name, Request: map[string]any{}}
			if body != "" {
				req, err := object(body)
				if err != nil {
					return fmt.Errorf("line %d: %w", i+1, err)
				}
				r.Request = req
			}
			f.Runs = append(f.Runs, r)
		case len(f.Runs) == 0:
			f.Head = append(f.Head, line)
		default:
			word, rest, _ := strings.Cut(trimmed, " ")
			r := f.Runs[len(f.Runs)-1]
			r.Lines = append(r.Lines, Line{word, strings.TrimSpace(rest), line})
		}
	}
	return nil
}

// Format writes the script back, the lines of its runs as they are now.
func (f *File) Format() []byte {
	var b strings.Builder
	for _, l := range f.Head {
		b.WriteString(l + "\n")
	}
	for _, r := range f.Runs {
		body, err := json.Marshal(r.Request)
		if err != nil {
			panic(err) // it came from JSON
		}
		b.WriteString("run " + r.Name + " " + string(body) + "\n")
		for _, l := range r.Lines {
			b.WriteString(l.Text + "\n")
		}
	}
	a := *f.Archive
	a.Comment = []byte(b.String())
	return txtar.Format(&a)
}
