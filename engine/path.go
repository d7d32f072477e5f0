package engine

import (
	"cmp"
	"slices"
	"strings"
)

// Part is a node's part of the time of a request: the time that its critical
// chain spent in the node alone.
type Part struct {
	Node string
	Own  int64 // ns after everything before it on the chain had ended
	Wait int64 // ns between what it waited for and its start
}

// Path is the critical chain of a request's steps, in the order it ended. A
// choice, a condition and a loop begin before what they wait for and end after
// it: each node counts from the moment the one before it had ended, so that no
// time is counted twice.
func Path(steps []Step) []Part {
	var chain []*Step
	for i := range steps {
		if steps[i].Critical && steps[i].Ran {
			chain = append(chain, &steps[i])
		}
	}
	slices.SortStableFunc(chain, func(a, b *Step) int {
		return cmp.Or(cmp.Compare(a.End, b.End), strings.Compare(a.Span.Node, b.Span.Node))
	})
	out := make([]Part, len(chain))
	ended := int64(0)
	for i, s := range chain {
		begun := max(s.Start, ended)
		out[i] = Part{Node: s.Span.Node, Own: max(0, s.End-begun), Wait: max(0, min(s.Queue, begun-ended))}
		ended = max(ended, s.End)
	}
	return out
}
