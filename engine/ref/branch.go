package ref

import (
	"errors"
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// branch is the first branch of an if whose condition is true; of a choose the
// first from the planned arm down that may be taken and does not fail.
func (r *run) branch(n *dag.Node) (*value, error) {
	from := 0
	if n.Op == "choose" && r.g == r.root && r.in.Arms != nil {
		from = max(0, min(r.in.Arms[n.ID], len(n.Branches)-1))
	}
	failed := errors.New("no branch is left")
	for _, b := range n.Branches[from:] {
		if b.When != nil {
			yes, err := column.EvalRow(b.When, nothing, r.param)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", b.Name, err)
			}
			if yes != true {
				continue
			}
		}
		v := r.node(b.Result)
		if v.failed == nil {
			if r.g == r.root {
				r.out.Arms[n.Name] = b.Name
			}
			return v.clone(), nil
		}
		failed = fmt.Errorf("%s: %w", b.Name, v.failed)
		if n.Op == "if" {
			break
		}
	}
	return nil, failed
}

// gather is the parts of a call or a record, each from its node.
func (r *run) gather(n *dag.Node) *value {
	out := &value{parts: map[string]*value{}}
	for _, p := range n.Parts {
		out.parts[p.Name] = r.node(p.Node).clone()
	}
	return out
}
