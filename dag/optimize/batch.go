package optimize

import (
	"slices"

	"riffle.dev/riffle/dag"
)

// batch reads the keys of several lookups of one store in one call: the first
// asks for those of the others along with its own, and they find theirs in what
// the request has read. Each keeps its time, its outcome and its answer. What a
// request has read is one moment, so the documents are what they would be.
//
// They are lookups of one resource that run in every request (neither lazy nor
// with `when`) with one timeout, hedge and number of tries; the first has no
// fallback, and reads whatever the others' keys hang on. What is kept (`cache`)
// or shared already is left alone. Where one is switched off or drilled, in that
// request it is on its own. Where the call for all fails the first asks for its
// own alone, and so does each that finds nothing read.
//
// A resource whose documents are here is not asked by calls: there is nothing to
// save, and a lookup that waits for another would only be late.
func batch() Rule {
	return Rule{ID: "batch", Summary: "reads the keys of several lookups of one store in one call", Hides: true, apply: func(p *pass) {
		p.graphs(func(g *dag.Graph) {
			for id, n := range g.Nodes {
				if !batchable(n) || n.Along != nil {
					continue
				}
				for of := range id {
					first := g.Nodes[of]
					if batchable(first) && first.Along == nil && first.Fallback < 0 && together(first, n) {
						n.Along = &of
						p.did(n, "is read along with %s", first.Name)
						break
					}
				}
			}
		})
	}}
}

func batchable(n *dag.Node) bool {
	return n.Op == "lookup" && n.Desc != nil && n.Store != nil && !n.Lazy && n.When == nil && n.Cache == nil && n.Shares == nil
}

// together tells whether a lookup may be read along with another.
func together(first, n *dag.Node) bool {
	if first.Resource != n.Resource || first.Timeout != n.Timeout || first.Hedge != n.Hedge || first.Retry != n.Retry {
		return false
	}
	for _, r := range n.Reads {
		if !slices.Contains(first.Reads, r) {
			return false
		}
	}
	return true
}
