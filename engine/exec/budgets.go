package exec

import (
	"cmp"
	"slices"
	"sync"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/limit"
)

// Budgets bound how much is asked again, by retry and hedge, of each that the
// nodes of a project ask: a service, a resource, or what is computed here.
type Budgets struct{ all sync.Map } // by target: *limit.Budget

// BudgetCounts are those of one target.
type BudgetCounts struct {
	Target string // service NAME, resource NAME, or node PIPELINE.NAME
	limit.BudgetCounts
}

// of a target; nil, which allows all, where there are none.
func (b *Budgets) of(target string) *limit.Budget {
	if b == nil {
		return nil
	}
	if have, ok := b.all.Load(target); ok {
		return have.(*limit.Budget)
	}
	have, _ := b.all.LoadOrStore(target, limit.NewBudget())
	return have.(*limit.Budget)
}

// Counts of all that was asked so far by nodes that may ask again, by target.
func (b *Budgets) Counts() []BudgetCounts {
	var out []BudgetCounts
	b.all.Range(func(target, have any) bool {
		out = append(out, BudgetCounts{target.(string), have.(*limit.Budget).Counts()})
		return true
	})
	slices.SortFunc(out, func(a, b BudgetCounts) int { return cmp.Compare(a.Target, b.Target) })
	return out
}

// target is whom a node asks.
func target(pipeline string, n *dag.Node) string {
	if n.Remote != nil {
		return "service " + n.Remote.Name
	}
	for i := range n.Args {
		if m := n.Args[i].Model; m != nil {
			return "service " + m.Remote.Name
		}
		for _, b := range n.Args[i].Bindings {
			if b.Model != nil {
				return "service " + b.Model.Remote.Name
			}
		}
	}
	if n.Resource != "" {
		return "resource " + n.Resource
	}
	return "node " + pipeline + "." + n.Name
}
