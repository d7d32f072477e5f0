package testrun

import (
	"bytes"
	"encoding/json"
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
)

// stage is what one test gives. It implements engine.Faults.
type stage struct {
	program *engine.Program
	memory  *engine.Memory
	off     []string
	arms    map[string]string       // of chooses
	trials  map[string]string       // arms of experiments
	faults  map[string]engine.Fault // of nodes and resources
}

// stage fills the resources and makes what answers, breaks or is off.
func (s *Suite) stage(t *dag.Test) (*stage, error) {
	w := &stage{program: s.program, arms: map[string]string{}, trials: map[string]string{}, faults: map[string]engine.Fault{}}
	project := s.project
	never := map[string]bool{}
	stubs := newStubs(project, s.scripts)
	for i := range t.Givens {
		g := &t.Givens[i]
		var err error
		switch {
		case g.How == "off" && s.switchable(g.Target):
			w.off = append(w.off, g.Target)
		case g.How == "off":
			never[g.Target] = true
		case g.Kind == "experiment":
			w.trials[g.Target] = g.Arm
		case g.How == "at":
			w.arms[g.Target] = g.Arm
		case g.Kind == "service" || g.Kind == "function":
			err = stubs.give(g, s.opt.Files)
		case g.How == "fails" && g.Fails == "timeout":
			w.faults[g.Target] = engine.Fault{Late: true}
		case g.How == "fails":
			w.faults[g.Target] = engine.Fault{Err: "the test says that it fails"}
		}
		if err != nil {
			return nil, at(g, err)
		}
	}
	if len(never) > 0 {
		var err error
		if project, w.program, err = s.unhurried(never); err != nil {
			return nil, err
		}
	}
	w.program = w.program.With(stubs)
	var err error
	if w.memory, err = engine.NewMemory(project, s.opt.Words); err != nil {
		return nil, err
	}
	for i := range t.Givens {
		g := &t.Givens[i]
		if g.Kind != "resource" {
			continue
		}
		if err := s.fill(w.memory, g); err != nil {
			return nil, at(g, err)
		}
	}
	return w, nil
}

// switchable tells whether a plan may switch a node off: only optional ones.
// One with a `when` is as if that were false.
func (s *Suite) switchable(name string) bool {
	found := false
	for _, g := range s.project.Pipelines {
		g.Walk(func(_ *dag.Graph, n *dag.Node) { found = found || n.Name == name && n.Optional })
	}
	return found
}

// At implements engine.Faults.
func (w *stage) At(resource, node string) (engine.Fault, bool) {
	if f, ok := w.faults[node]; ok {
		return f, true
	}
	f, ok := w.faults[resource]
	return f, ok && resource != ""
}

// at names the line of the test that is wrong.
func at(g *dag.Given, err error) error {
	return fmt.Errorf("%s: given %s: %w", g.Pos, g.Target, err)
}

// asJSON is a value as encoding/json decodes it, numbers exact.
func asJSON(v map[string]any) (map[string]any, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	out := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return out, d.Decode(&out)
}
