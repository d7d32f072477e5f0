package enginetest

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
)

// TestRandomPipelines compares the engine with the reference. rapid prints the
// seed and the smallest program that fails.
func TestRandomPipelines(t *testing.T) {
	compiled, answered, failed := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := Random(t)
		b, err := NewBench([]dag.Source{{Name: "p.riffle", Text: []byte(p.Text)}}, p.Docs)
		if err != nil {
			if strings.Contains(err.Error(), "E0402") {
				t.Skip("two types for a column")
			}
			t.Fatalf("%v\n%s", err, p.Text)
		}
		b.Remote = p.Stubs
		compiled++
		now := time.Unix(1_700_000_000, 0)
		g, _ := b.Project.Pipeline("p")
		off := p.Off[:0:0]
		for _, name := range p.Off { // what nothing wants is no node
			if _, ok := g.Node(name); ok {
				off = append(off, name)
			}
		}
		for name := range p.Arms {
			if _, ok := g.Node(name); !ok {
				delete(p.Arms, name)
			}
		}
		req := engine.Request{Values: p.Request, Off: off, Arms: p.Arms, Explain: true, Deadline: 20 * time.Second}
		a, err := ask(b, "p", now, req, p.Drills)
		want := Reference(b, "p", now, req, p.Drills)
		if err != nil {
			failed++
			if want.Err == nil {
				t.Fatalf("engine failed, the reference did not: %v\n%s", err, p.Text)
			}
			return
		}
		answered++
		if err := Same(b, a, want); err != nil {
			t.Fatalf("%v\noff %v drills %v request %v\n%s\n%s", err, off, p.Drills, p.Request, p.Text, dag.Explain(g))
		}
	})
	t.Logf("%d compiled, %d answered, %d failed in both", compiled, answered, failed)
	if !t.Failed() && answered < compiled/3 {
		t.Errorf("only %d of %d programs answered: the generator is of little use", answered, compiled)
	}
}
