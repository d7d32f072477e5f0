package optimize

import (
	"strings"

	"riffle.dev/riffle/dag"
)

// late lets a source give ids and scores. A column that is a resource's own,
// unchanged, is read by the first node that needs it, for the items that are
// left there, and what only the answer shows for the final page.
//
// A column that something computes travels from where it was made. So does one
// that some of the sets that are united lack although their items have it in
// the resource: read late it would not be nil. See docs/design/0003-columns.md.
func late() Rule {
	return Rule{ID: "late", Summary: "reads a column where it is first needed, for the items that are left there", apply: func(p *pass) {
		before := p.read()
		p.reading.Early = false
		p.settle()
		after := p.read()
		p.root.Walk(func(_ *dag.Graph, n *dag.Node) {
			p.tell(n, "leaves %s to those that need them", without(before[n], after[n]))
			p.tell(n, "reads %s for what reaches it", without(after[n], before[n]))
		})
		var shown []string
		for _, c := range p.root.Result.Late {
			shown = append(shown, c.Name)
		}
		if len(shown) > 0 {
			p.changes = append(p.changes, Change{Node: "answer", Text: "reads " + strings.Join(shown, " ") + " for the final items"})
		}
	}}
}
