package dagtest

import (
	"testing"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/check/checktest"
	"riffle.dev/riffle/dsl/sig"
)

// table is the test catalogue with traits nobody measures here.
type table struct {
	sig.Catalogue
	ops map[string]*dag.Op
}

func (t table) Op(name string) (*dag.Op, bool) {
	o, ok := t.ops[name]
	return o, ok
}

// Operators is the language's test catalogue, for the compiler.
func Operators() dag.Operators {
	t := table{checktest.Catalogue(), map[string]*dag.Op{}}
	stages := map[string]string{"score": "rank", "sort": "rank", "diversify": "rank", "take": "out", "select": "out"}
	limits := map[string]bool{"search": true, "nearest": true, "top": true, "hybrid": true, "with": true, "select": true, "take": true}
	for _, f := range t.Operators() {
		t.ops[f.Name] = &dag.Op{Func: *f, Stage: stages[f.Name], Deterministic: true, PushLimit: limits[f.Name]}
	}
	return t
}

// Project compiles the text of one file with Operators, or ends the test.
func Project(t *testing.T, text string) *dag.Project {
	t.Helper()
	p, found := dag.Compile([]dag.Source{{Name: "a.riffle", Text: []byte(text)}}, Operators())
	if p == nil {
		t.Fatalf("does not compile: %v\n%s", found, text)
	}
	return p
}
