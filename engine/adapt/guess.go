package adapt

import (
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/degrade"
)

// All numbers here are guesses that stand until the first requests were seen.
const (
	restGuess  = 50 * time.Microsecond // of a request, outside of modules
	usualRows  = 100                   // of a source that does not say
	callGuess  = 60 * time.Microsecond // CPU of a call over the network, on this side
	callPerRow = time.Microsecond      // of it, for each row sent or read
)

type guess struct {
	fixed, perRow, time time.Duration
}

func (g guess) variant(name string, rows int) degrade.Variant {
	return degrade.Variant{Name: name, Fixed: g.fixed, PerRow: g.perRow, Time: g.time, Rows: rows}
}

// guess what a node costs.
func (b *builder) guess(n *dag.Node) guess {
	deadline := time.Duration(b.scene.Deadline)
	short := min(time.Millisecond, deadline/20)
	switch {
	case away(n):
		wait := deadline / 4
		if n.Timeout > 0 {
			wait = min(wait, time.Duration(n.Timeout))
		}
		return guess{callGuess, callPerRow, wait}
	case n.Op == "nearest" || n.Op == "hybrid":
		return guess{200 * time.Microsecond, 300 * time.Nanosecond, short}
	case n.Op == "search":
		return guess{100 * time.Microsecond, 300 * time.Nanosecond, short}
	case isSource(n):
		return guess{30 * time.Microsecond, 200 * time.Nanosecond, short}
	case isHeavy(n):
		return guess{200 * time.Microsecond, time.Microsecond, short}
	case n.Op == "take" || n.Op == "skip" || n.Op == "select":
		return guess{time.Microsecond, 0, short / 10}
	case n.Shape != dag.SetShape:
		return guess{5 * time.Microsecond, 0, short / 4}
	}
	return guess{5 * time.Microsecond, 100 * time.Nanosecond, short / 4}
}

// armGuess is the sum over what an arm alone wants.
func (b *builder) armGuess(n *dag.Node, br *dag.Branch) degrade.Variant {
	var v degrade.Variant
	seen := map[int]bool{}
	var add func(id int)
	add = func(id int) {
		if seen[id] || b.owner[id] != n.ID {
			return
		}
		seen[id] = true
		g := b.guess(b.graph.Nodes[id])
		v.Fixed, v.PerRow, v.Time = v.Fixed+g.fixed, v.PerRow+g.perRow, v.Time+g.time
		for _, in := range b.before(b.graph.Nodes[id]) {
			add(in)
		}
	}
	add(br.Result)
	if br.Timeout > 0 && v.Time > time.Duration(br.Timeout) {
		v.Time = time.Duration(br.Timeout)
	}
	v.Rows = rows(b.graph.Nodes[br.Result], 0)
	if b.owner[br.Result] != n.ID || isSource(b.graph.Nodes[br.Result]) {
		v.Rows = 0
	}
	return v
}

// away tells whether a node waits for something else than this process: then
// the time it takes is not its CPU.
func away(n *dag.Node) bool {
	if n.Store != nil || far(n.Remote) {
		return true
	}
	for i := range n.Args {
		a := &n.Args[i]
		if a.Model != nil && far(a.Model.Remote) {
			return true
		}
		for _, bound := range a.Bindings {
			if bound.Model != nil && far(bound.Model.Remote) {
				return true
			}
		}
	}
	found := n.Op == "recur" // who knows
	for _, g := range n.Inner() {
		g.Walk(func(_ *dag.Graph, x *dag.Node) {
			found = found || x.Op == "recur" || len(x.Inner()) == 0 && away(x)
		})
	}
	return found
}

// far tells whether a service or function is asked over the network.
func far(r *dag.Remote) bool { return r != nil && len(r.Endpoints) > 0 }

// isSource tells whether a node makes rows of its own.
func isSource(n *dag.Node) bool {
	return n.Shape == dag.SetShape && len(n.Inputs) == 0 && (n.Desc != nil && n.Desc.Source || n.Op == "service")
}

func isHeavy(n *dag.Node) bool {
	return n.Op == "words" || n.Op == "service" || len(n.Inner()) > 0 || n.Op == "recur" || away(n) || n.Desc != nil && n.Desc.Cost == dag.Heavy
}

// silent nodes only wait for others, whose time is told by themselves.
func silent(n *dag.Node) bool { return n.Op == "if" || n.Op == "choose" || n.Op == "call" }
