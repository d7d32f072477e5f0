package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// mark remembers, in a file beside the one sent, how many of its lines were
// answered before a transfer broke off.
type mark struct {
	path string // empty: standard input has none
	of   marked
}

type marked struct {
	Server, Team, Resource string
	Size                   int64 // of the file: another one is another file
	Lines                  int64
}

func markOf(path, server, team, resource string) mark {
	if path == "-" {
		return mark{}
	}
	m := mark{path: path + "." + resource + ".put", of: marked{Server: server, Team: team, Resource: resource}}
	if info, err := os.Stat(path); err == nil {
		m.of.Size = info.Size()
	}
	return m
}

// read gives the lines to skip: 0 where there is no mark, or one of another
// server, team or file.
func (m mark) read() (int64, error) {
	if m.path == "" {
		return 0, nil
	}
	text, err := os.ReadFile(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	var have marked
	if err := json.Unmarshal(text, &have); err != nil || have.Lines < 0 {
		return 0, fmt.Errorf("%s is damaged; remove it or use --restart", m.path)
	}
	lines := have.Lines
	have.Lines = 0
	if have != m.of {
		return 0, nil
	}
	return lines, nil
}

func (m mark) write(lines int64) error {
	if m.path == "" || lines == 0 {
		return nil
	}
	m.of.Lines = lines
	text, err := json.Marshal(m.of)
	if err != nil {
		return err
	}
	if err := os.WriteFile(m.path, text, 0o600); err != nil {
		return fmt.Errorf("how far it was is not remembered: %w", err)
	}
	return nil
}

func (m mark) remove() {
	if m.path != "" {
		_ = os.Remove(m.path) // mostly it is not there
	}
}
