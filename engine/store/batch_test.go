package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"riffle.dev/riffle/dag/optimize"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/store"
)

// Lookups of one store are one call, whatever of them is there; one bad document
// fails only who asked for it, and a lookup that is switched off, or drilled, is
// on its own.
func TestLookupsAreReadTogether(t *testing.T) {
	address, password, _, db := cache(t)
	must(t, db.HSet(context.Background(), "ticket:c", "urgent", "high").Err())
	p := project(t, fmt.Sprintf(tickets, onRedis(address, `prefix: "ticket:"`))+`
pipeline p(who: keyword, pal: keyword) -> { items: items, n: int } {
  me    = lookup(tickets, key: who)
  other = lookup(tickets, key: pal)  optional
  all   = lookup(tickets, keys: [pal, "d", "none"])  optional
  n     = (me.urgent ?? 0) + 100 * (other.urgent ?? 0)
  return { items: all, n: n }
}
`)
	apart, err := engine.CompileWith(p.Project, optimize.Options{Off: []string{"batch"}})
	must(t, err)
	for _, c := range []struct {
		name     string
		who, pal string
		off      []string
		faults   engine.Faults
		n        int64
		items    int
		calls    uint64 // of the store, with the rule
		outcome  string // of other
	}{
		{"all are there", "a", "b", nil, nil, 309, 2, 1, "ok"},
		{"one is not", "a", "gone", nil, nil, 9, 1, 1, "empty"},
		{"one is bad", "a", "c", nil, nil, 9, 0, 4, "error"},
		{"one is off", "a", "b", []string{"other"}, nil, 9, 2, 1, "degraded"},
		{"one is drilled", "a", "b", nil, drilled{"other": {Err: "drill"}}, 9, 2, 1, "error"},
		{"the first is drilled", "a", "b", nil, drilled{"me": {Err: "drill"}}, -1, 0, 2, "ok"},
	} {
		for _, way := range []struct {
			name    string
			program *engine.Program
		}{{"together", p}, {"apart", apart}} {
			s := opened(t, p, password, store.Options{})
			e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { return "t" }})
			a, err := e.Run(context.Background(), way.program, "p", engine.Request{Values: map[string]any{"who": c.who, "pal": c.pal}, Off: c.off, Deadline: 20 * time.Second},
				asked{s, memory(t, p)}, c.faults)
			if c.n < 0 {
				if err == nil {
					t.Errorf("%s, %s: answered", c.name, way.name)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s, %s: %v", c.name, way.name, err)
				continue
			}
			outcome := ""
			for _, o := range a.Outcomes {
				if o.Node == "other" {
					outcome = string(o.Outcome)
				}
			}
			if a.Fields["n"] != c.n || len(a.Items) != c.items || outcome != c.outcome || way.program == p && s.Counts().Calls != c.calls {
				t.Errorf("%s, %s: n %v, %d items, other %s, %d calls; want %d, %d, %s, %d", c.name, way.name, a.Fields["n"], len(a.Items), outcome, s.Counts().Calls, c.n, c.items, c.outcome, c.calls)
			}
		}
	}
}

// drilled are faults by node.
type drilled map[string]engine.Fault

func (d drilled) At(_, node string) (engine.Fault, bool) {
	f, ok := d[node]
	return f, ok
}
