package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
)

// told writes steps as name outcome, with * for critical, q and the wait, - for
// what did not run.
func told(steps []engine.Step) string {
	var out []string
	for _, s := range steps {
		text := s.Span.Node
		if s.Critical {
			text += "*"
		}
		if s.Queue > 0 {
			text += fmt.Sprintf(" q%d", s.Queue)
		}
		if !s.Ran {
			text = "-" + text
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func span(name string, start, end int64, outcome trace.Status) trace.Span {
	return trace.Span{Node: name, Start: start, End: end, Outcome: outcome}
}

func TestSteps(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]struct {
		pipeline string
		spans    []trace.Span
		want     string
	}{
		"typed comes last": {"feed", []trace.Span{span("hot", 1, 10, trace.OK), span("typed", 2, 30, trace.OK), span("pool", 33, 40, trace.OK), span("return.take", 40, 41, trace.OK), span("return.city", 1, 2, trace.OK)},
			"hot q1, return.city q1, typed* q2, pool* q3, return.take*"},
		"typed is off": {"feed", []trace.Span{span("hot", 0, 10, trace.OK), span("typed", 0, 0, trace.Degraded), span("pool", 10, 40, trace.OK), span("return.take", 40, 41, trace.OK), span("return.city", 0, 2, trace.OK)},
			"hot*, return.city, pool*, return.take*, -typed"},
		"the fallback answers": {"spare", []trace.Span{span("hot", 0, 10, trace.Error), span("typed", 0, 4, trace.OK), span("pool", 10, 10, trace.Skipped), span("return.top", 12, 20, trace.OK)},
			"hot*, typed, return.top*, -return.take, -return.city, -pool"},
	} {
		r := &trace.Record{Pipeline: c.pipeline, Fallback: c.pipeline == "spare", Nodes: c.spans}
		if d := cmp.Diff(c.want, told(engine.Steps(w.program.Project, "feed", r, true))); d != "" {
			t.Errorf("%s (-want +got): %s", name, d)
		}
	}
	if got := engine.Steps(w.program.Project, "nothing", &trace.Record{Pipeline: "nothing", Nodes: []trace.Span{span("a", 0, 1, trace.OK)}}, true); len(got) != 1 {
		t.Errorf("spans of a graph that is gone: %v", got)
	}
}

// The chain goes through the arm that answered, and those that failed before it.
func TestStepsThroughArms(t *testing.T) {
	p, found := dag.Compile([]dag.Source{{Name: "a.riffle", Text: []byte(`
resource games { fields { id: key, n: int = 0 } }
pipeline feed(k: int = 5) -> items {
  hot  = top(games, by: n, k: 9)
  fine = choose {
    all:  score(hot, n * 1.0)  gain 1
    some: {
      own = filter(hot, n > k)
      score(own, n * 2.0)
    }  gain 0.9
    none: take(hot, 3)  gain 0.5
  }
  return take(fine, k)
}
`)}}, op.NewCatalogue())
	if p == nil {
		t.Fatal(found)
	}
	fine := span("fine", 42, 42, trace.OK)
	fine.Arm = "some"
	hot, all, last := span("hot", 0, 9, trace.OK), span("fine.all", 10, 30, trace.Timeout), span("return.take", 43, 44, trace.OK)
	for name, c := range map[string]struct {
		spans []trace.Span
		want  string
	}{
		"the first failed": {[]trace.Span{hot, all, span("own", 31, 33, trace.OK), span("fine.some", 33, 42, trace.OK), fine, last},
			"hot*, fine.all*, own*, fine.some*, fine*, return.take* q1"},
		"the first was off": {[]trace.Span{hot, span("fine.all", 0, 0, trace.Degraded), span("own", 10, 33, trace.OK), span("fine.some", 33, 42, trace.OK), fine, last},
			"hot*, own*, fine.some*, fine*, return.take* q1, -fine.all"},
	} {
		r := &trace.Record{Pipeline: "feed", Nodes: c.spans}
		if d := cmp.Diff(c.want, told(engine.Steps(p, "feed", r, false))); d != "" {
			t.Errorf("%s (-want +got): %s", name, d)
		}
	}
}

// The parts of a path and what lies between them are the whole of its time.
func TestPath(t *testing.T) {
	w := newWorld(t)
	spans := []trace.Span{span("hot", 1, 10, trace.OK), span("typed", 2, 30, trace.OK), span("pool", 33, 40, trace.OK), span("return.take", 40, 41, trace.OK), span("return.city", 1, 2, trace.OK)}
	steps := engine.Steps(w.program.Project, "feed", &trace.Record{Pipeline: "feed", Nodes: spans}, true)
	want := []engine.Part{{Node: "typed", Own: 28, Wait: 2}, {Node: "pool", Own: 7, Wait: 3}, {Node: "return.take", Own: 1}}
	if d := cmp.Diff(want, engine.Path(steps)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	within := []engine.Step{
		{Span: trace.Span{Node: "fine", Start: 0, End: 21}, Critical: true, Ran: true},
		{Span: trace.Span{Node: "near", Start: 7, End: 19}, Critical: true, Ran: true},
		{Span: trace.Span{Node: "never", Start: 0, End: 90}, Critical: true},
	}
	if d := cmp.Diff([]engine.Part{{Node: "near", Own: 12}, {Node: "fine", Own: 2}}, engine.Path(within)); d != "" {
		t.Errorf("what holds others (-want +got):\n%s", d)
	}
	if got := engine.Path(nil); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
