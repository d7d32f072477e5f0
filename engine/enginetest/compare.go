package enginetest

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/engine/ref"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// Wanted is what the reference interpreter answers.
type Wanted struct {
	Graph  *dag.Graph
	Result *ref.Result
	Err    error
}

// Reference answers the same request by engine/ref.
func Reference(b *Bench, pipeline string, now time.Time, req engine.Request, faults engine.Faults) Wanted {
	g, ok := b.Project.Pipeline(pipeline)
	if !ok {
		return Wanted{Err: fmt.Errorf("no pipeline %q", pipeline)}
	}
	values, err := engine.Values(g, req.Values, false)
	if err != nil {
		return Wanted{Graph: g, Err: err}
	}
	off := make([]bool, len(g.Nodes))
	for _, name := range req.Off {
		if n, ok := g.Node(name); ok {
			off[n.ID] = true
		}
	}
	arms := make([]int, len(g.Nodes))
	for name, arm := range req.Arms {
		if n, ok := g.Node(name); ok {
			arms[n.ID] = max(0, slices.IndexFunc(n.Branches, func(b dag.Branch) bool { return b.Name == arm }))
		}
	}
	res, err := ref.Run(g, ref.Input{Values: values, Moment: now.UnixNano(), Res: b.Memory, Remote: b.Remote, Faults: faults, Off: off, Arms: arms})
	return Wanted{g, res, err}
}

// Same compares an answer with the reference's: items, order, scores, sources,
// shown columns, further fields and outcomes. The error names the first
// difference.
func Same(b *Bench, a *engine.Answer, want Wanted) error {
	if want.Err != nil {
		return fmt.Errorf("answered, the reference failed: %w", want.Err)
	}
	if len(a.Items) != len(want.Result.Items) {
		return fmt.Errorf("%d items, want %d", len(a.Items), len(want.Result.Items))
	}
	for i, it := range a.Items {
		if err := sameItem(it, want.Result.Items[i], want.Graph); err != nil {
			return fmt.Errorf("item %d: %w", i+1, err)
		}
	}
	for i, f := range want.Graph.Result.Fields {
		if got, should := a.Fields[f.Name], column.Render(f.Type, want.Result.Fields[i]); !alike(got, should) {
			return fmt.Errorf("field %s: %v, want %v", f.Name, got, should)
		}
	}
	turns, needed, gaveUp := map[string][]trace.Status{}, needs(want.Graph), false
	for _, o := range a.Outcomes {
		if n, ok := want.Graph.Node(o.Node); ok && !needed[n.ID] && (o.Outcome == trace.Skipped || o.Outcome == trace.Timeout || o.Outcome == trace.Error && want.Result.Outcomes[o.Node] == trace.Fallback) {
			gaveUp = true
			continue // given up with its branch, or while it waited for its fallback: the reference lets everything end
		}
		if o.Turn != "" {
			turns[o.Node] = append(turns[o.Node], o.Outcome)
			continue
		}
		if should := want.Result.Outcomes[o.Node]; o.Outcome != should && !(branches(want.Graph, o.Node) && late(o.Outcome, should)) {
			return fmt.Errorf("outcome of %s: %s, want %s", o.Node, o.Outcome, should)
		}
		if should := want.Result.Arms[o.Node]; o.Arm != should {
			return fmt.Errorf("branch of %s: %q, want %q", o.Node, o.Arm, should)
		}
	}
	cut := gaveUp // what is given up takes its turns along, and a failure ends the others of its turn
	for _, list := range want.Result.Turns {
		cut = cut || slices.ContainsFunc(list, func(s trace.Status) bool { return s == trace.Error || s == trace.Timeout || s == trace.Skipped })
	}
	for name, got := range turns {
		if err := sameTurns(got, want.Result.Turns[name], cut); err != nil {
			return fmt.Errorf("outcomes of %s: %w", name, err)
		}
	}
	return nil
}

// branches tells whether a node fails as its branch did: of a branch that failed
// for two reasons the engine says the one that came first, the reference knows no
// time.
func branches(g *dag.Graph, name string) bool {
	n, ok := g.Node(name)
	return ok && len(n.Branches) > 0
}

// late tells whether one of two outcomes is a timeout and the other an error.
func late(a, b trace.Status) bool {
	return a == trace.Timeout && b == trace.Error || a == trace.Error && b == trace.Timeout
}

// needs are the nodes without which there is no answer, by ID: not those of
// branches and fallbacks.
func needs(g *dag.Graph) []bool {
	out := make([]bool, len(g.Nodes))
	for _, id := range g.Roots() {
		out[id] = true
	}
	for id := len(g.Nodes) - 1; id >= 0; id-- {
		for _, in := range g.Nodes[id].Before() {
			out[in] = out[in] || out[id]
		}
	}
	return out
}

// sameTurns compares what became of a node in a body, turn by turn, whatever
// the order. With cut, some may not have come to their end.
func sameTurns(got, want []trace.Status, cut bool) error {
	count := func(list []trace.Status) map[trace.Status]int {
		out := map[trace.Status]int{}
		for _, s := range list {
			out[s]++
		}
		return out
	}
	g, w := count(got), count(want)
	if !cut && !maps.Equal(g, w) {
		return fmt.Errorf("%v, want %v", g, w)
	}
	for s, n := range g {
		if s != trace.Timeout && s != trace.Skipped && n > w[s] {
			return fmt.Errorf("%v, want %v", g, w)
		}
	}
	return nil
}

func sameItem(it engine.Item, row plain.Row, g *dag.Graph) error {
	if it.Resource != row.Resource || it.Key != row.Key {
		return fmt.Errorf("%s %s, want %s %s", it.Resource, it.Key, row.Resource, row.Key)
	}
	if !alike(it.Score, row.Score) {
		return fmt.Errorf("%s: score %v, want %v", it.Key, it.Score, row.Score)
	}
	if fmt.Sprint(it.From) != fmt.Sprint(row.From) {
		return fmt.Errorf("%s: from %v, want %v", it.Key, it.From, row.From)
	}
	for i, c := range g.Result.Columns {
		if should := column.Render(c.Type, row.Cols[c.Name]); !alike(it.Columns[i].Value, should) {
			return fmt.Errorf("%s: column %s: %v, want %v", it.Key, c.Name, it.Columns[i].Value, should)
		}
	}
	return nil
}

// alike compares rendered values; numbers by value to twelve digits, for sums
// may be taken in another order.
func alike(a, b any) bool {
	x, isX := float(a)
	y, isY := float(b)
	if isX && isY {
		return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-12*math.Max(math.Abs(x), math.Abs(y))
	}
	return fmt.Sprint(a) == fmt.Sprint(b)
}

func float(v any) (float64, bool) {
	switch x := v.(type) {
	case float64:
		return x, true
	case int64:
		return float64(x), true
	}
	return 0, false
}
