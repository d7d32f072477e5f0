package enginetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
)

// TestRandomOperators compares the engine with the reference for every operator
// of the table, in programs drawn from its signature. rapid prints the seed and
// the smallest program that fails; make soak draws 20,000 for each.
func TestRandomOperators(t *testing.T) {
	for _, f := range op.NewCatalogue().Operators() {
		t.Run(f.Name, func(t *testing.T) {
			compiled, answered := 0, 0
			rapid.Check(t, func(t *rapid.T) {
				text, request, docs, remote := RandomOf(t, f)
				b, source := benchOf(t, text, docs)
				if b == nil {
					return // refused by the checker: two types of a column, or an argument that does not fit
				}
				b.Remote = remote
				compiled++
				now := time.Unix(1_700_000_000, 0)
				req := engine.Request{Values: request, Explain: true, Deadline: 20 * time.Second}
				a, err := ask(b, "p", now, req, nil)
				want := Reference(b, "p", now, req, nil)
				if err != nil {
					if want.Err == nil {
						t.Fatalf("engine failed, the reference did not: %v\n%s", err, source)
					}
					return
				}
				answered++
				if err := Same(b, a, want); err != nil {
					t.Fatalf("%v\nrequest %v\n%s", err, request, source)
				}
			})
			t.Logf("%d compiled, %d answered", compiled, answered)
			if !t.Failed() && answered < 20 {
				t.Errorf("only %d of %d programs answered: what is drawn is of little use", answered, compiled)
			}
		})
	}
}

// benchOf a program whose answer's type is open: a set, or a value beside one;
// nil where it does not check.
func benchOf(t *rapid.T, text string, docs map[string][]map[string]any) (*Bench, string) {
	source := fmt.Sprintf(text, "items", "  return got")
	project, found := dag.Compile([]dag.Source{{Name: "p.riffle", Text: []byte(source)}}, op.NewCatalogue())
	if project == nil && strings.Contains(fmt.Sprint(found), "E0410") { // a value
		n, ok := typed(fmt.Sprintf(text, "items", "  rest = top(apples, by: n)\n  return take(rest, got == nil ? 0 : 3)"))
		if !ok {
			return nil, ""
		}
		source = fmt.Sprintf(text, "{ items: items, got: "+n.Type.String()+" }", "  rest = top(apples, by: n)\n  return { items: rest, got: got }")
	} else if project == nil {
		return nil, ""
	}
	b, err := NewBench([]dag.Source{{Name: "p.riffle", Text: []byte(source)}}, docs)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return b, source
}

// typed is the node got of a program.
func typed(source string) (*dag.Node, bool) {
	project, _ := dag.Compile([]dag.Source{{Name: "p.riffle", Text: []byte(source)}}, op.NewCatalogue())
	if project == nil {
		return nil, false
	}
	g, _ := project.Pipeline("p")
	return g.Node("got")
}
