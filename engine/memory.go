package engine

import (
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
)

// Memory keeps a project's resources in this process, those of stores too: one slice each. Put may
// be called while requests read.
type Memory struct {
	slices map[string]*index.Slice
	words  func(name string) (*index.WordTable, error)
}

// NewMemory makes an empty slice for every resource. words gives the word
// tables, each asked for as often as it is used; nil when there are none.
func NewMemory(p *dag.Project, words func(name string) (*index.WordTable, error)) (*Memory, error) {
	if words == nil {
		words = func(name string) (*index.WordTable, error) { return nil, fmt.Errorf("no word table %q", name) }
	}
	m := &Memory{slices: map[string]*index.Slice{}, words: words}
	for _, r := range p.Resources {
		s, err := index.New(Schema(r), index.Options{Words: words})
		if err != nil {
			return nil, err
		}
		m.slices[r.Name] = s
	}
	return m, nil
}

// Put applies documents, as encoding/json decodes them; visible at once. The
// answer is nil when all were taken, else an error or nil for each.
func (m *Memory) Put(resource string, docs []map[string]any) ([]error, error) {
	s, ok := m.slices[resource]
	if !ok {
		return nil, fmt.Errorf("no resource %q", resource)
	}
	changes := make([]index.Change, len(docs))
	for i, d := range docs {
		changes[i] = index.Change{Op: index.Upsert, Doc: d}
	}
	return s.Apply(changes), nil
}

// View of a resource as it is now.
func (m *Memory) View(name string) (op.View, error) {
	s, ok := m.slices[name]
	if !ok {
		return nil, fmt.Errorf("no resource %q", name)
	}
	return s.View(), nil
}

// Words is a word table of the project.
func (m *Memory) Words(name string) (*index.WordTable, error) { return m.words(name) }
