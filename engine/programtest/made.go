package programtest

import (
	"testing"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
)

// Made is a project that was compiled, with its resources in memory.
type Made struct {
	Graph   *dag.Project
	Program *engine.Program
	Memory  *engine.Memory
}

// Make compiles a project of one file, p.riffle. Its resources are empty.
func Make(t testing.TB, text string) Made {
	t.Helper()
	graph, found := dag.Compile([]dag.Source{{Name: "p.riffle", Text: []byte(text)}}, op.NewCatalogue())
	if graph == nil {
		t.Fatal(found)
	}
	program, err := engine.Compile(graph)
	if err != nil {
		t.Fatal(err)
	}
	memory, err := engine.NewMemory(graph, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Made{graph, program, memory}
}

// Put documents into a resource, all of which must be good.
func (m Made) Put(t testing.TB, resource string, docs ...map[string]any) {
	t.Helper()
	if errs, err := m.Memory.Put(resource, docs); err != nil || errs != nil {
		t.Fatal(resource, err, errs)
	}
}
