package engine

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/trace"
)

// Step is a span with what the graph says of it.
type Step struct {
	trace.Span
	Node     *dag.Node  // nil for what is no node, such as reading the answer
	Graph    *dag.Graph // of Node
	Queue    int64      // ns between its inputs being there and its start
	Critical bool       // on the chain that decided when the answer was there
	Ran      bool       // false: skipped, switched off, or never wanted
}

// Steps puts the spans of a record by start, those that did not run last, and
// finds the critical chain: from the node that ended last back over, each time,
// the input that came last. asked is the pipeline that was asked; where the
// scene's fallback answered, its chain goes on in the pipeline that failed.
// With all, nodes without a span are steps too: nothing wanted them.
func Steps(p *dag.Project, asked string, r *trace.Record, all bool) []Step {
	first, _ := p.Pipeline(asked)
	second, _ := p.Pipeline(r.Pipeline)
	steps := make([]Step, len(r.Nodes))
	graph, last, split := first, -1, len(r.Nodes)
	for i := range r.Nodes {
		s := &steps[i]
		s.Span = r.Nodes[i]
		s.Ran = s.Outcome != trace.Skipped && s.Outcome != trace.Degraded && s.Outcome != ""
		if s.Turn != "" {
			s.Graph, s.Node = inBody(graph, s.Span.Node)
			continue
		}
		n, ok := nodeOf(graph, s.Span.Node)
		if r.Fallback && graph == first && (!ok && s.Op != "fetch" || ok && n.ID <= last) {
			graph, split = second, i // spans of a graph stand in its order
			n, ok = nodeOf(graph, s.Span.Node)
		}
		if ok {
			s.Node, s.Graph, last = n, graph, n.ID
		}
	}
	chain(steps[split:], begin(steps[split:]))
	chain(steps[:split], 0)
	if all {
		steps = append(steps, unwanted(first, steps[:split])...)
		if split < len(r.Nodes) {
			steps = append(steps, unwanted(second, steps[split:len(r.Nodes)])...)
		}
	}
	slices.SortStableFunc(steps, func(a, b Step) int {
		switch {
		case a.Ran != b.Ran && a.Ran:
			return -1
		case a.Ran != b.Ran:
			return 1
		case a.Start != b.Start:
			return int(max(-1, min(1, a.Start-b.Start)))
		}
		return 0
	})
	return steps
}

// inBody finds a node of a body.
func inBody(g *dag.Graph, name string) (in *dag.Graph, n *dag.Node) {
	if g == nil {
		return nil, nil
	}
	g.Walk(func(have *dag.Graph, x *dag.Node) {
		if n == nil && have != g && x.Name == name {
			in, n = have, x
		}
	})
	return in, n
}

func nodeOf(g *dag.Graph, name string) (*dag.Node, bool) {
	if g == nil {
		return nil, false
	}
	return g.Node(name)
}

// begin of what ran.
func begin(steps []Step) int64 {
	first := int64(-1)
	for i := range steps {
		if steps[i].Ran && (first < 0 || steps[i].Start < first) {
			first = steps[i].Start
		}
	}
	return max(first, 0)
}

// chain marks the critical steps of one graph's spans and measures queues; the
// graph was started at from.
func chain(steps []Step, from int64) {
	at := map[int]*Step{}
	var end *Step
	before := tried(steps)
	for i := range steps {
		s := &steps[i]
		if s.Turn != "" {
			continue // its time is that of the node around it
		}
		if s.Node != nil {
			at[s.Node.ID] = s
		}
		if s.Ran && (end == nil || s.End >= end.End) {
			end = s
		}
	}
	for i := range steps {
		s := &steps[i]
		if s.Node == nil || !s.Ran || s.Node.Lazy || s.Turn != "" {
			continue
		}
		ready := from
		if in := latest(s, at, before); in != nil {
			ready = in.End
		} else if len(s.Node.Before()) > 0 {
			continue
		}
		s.Queue = max(0, s.Start-ready)
	}
	for seen := 0; end != nil && seen <= len(steps); seen++ {
		end.Critical = true
		next := latest(end, at, before)
		if next == nil && end.Node == nil {
			break
		}
		end = next
	}
}

// tried are, of the nodes of an arm that was taken after others, the results of
// those others: it began when they had failed.
func tried(steps []Step) map[int][]int {
	out := map[int][]int{}
	for i := range steps {
		s := &steps[i]
		if s.Turn != "" || s.Node == nil || s.Arm == "" {
			continue
		}
		var former []int
		for _, b := range s.Node.Branches {
			todo := []int{b.Result}
			for len(former) > 0 && len(todo) > 0 {
				id := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if n := s.Graph.Nodes[id]; n.Lazy && out[id] == nil {
					out[id] = former
					todo = append(todo, n.Before()...)
				}
			}
			former = append(former[:len(former):len(former)], b.Result)
			if b.Name == s.Arm {
				break
			}
		}
	}
	return out
}

// latest is the input of a step that was there last; of a node whose fallback
// or branch answered, or that shares another's answer, that one counts too, and of an arm those that were tried
// before it. nil for a step that waited for nothing.
func latest(s *Step, at map[int]*Step, tried map[int][]int) *Step {
	if s.Node == nil {
		var last *Step // what reads the answer waits for the whole graph
		for _, o := range at {
			if o.Ran && (last == nil || o.End > last.End || o.End == last.End && o.Node.ID > last.Node.ID) {
				last = o
			}
		}
		return last
	}
	var last *Step
	before := s.Node.Before()
	if s.Outcome == trace.Fallback && s.Node.Fallback >= 0 {
		before = append(before, s.Node.Fallback)
	}
	if s.Shared != "" {
		if of, ok := s.Graph.Node(s.Shared); ok {
			before = append(before, of.ID)
		}
	}
	for _, b := range s.Node.Branches {
		if b.Name == s.Arm {
			before = append(before, b.Result)
		}
	}
	for _, id := range tried[s.Node.ID] {
		if o := at[id]; o != nil && o.End <= s.Start {
			before = append(before, id)
		}
	}
	for _, id := range before {
		if o := at[id]; o != nil && o != s && o.Ran && (last == nil || o.End > last.End) {
			last = o
		}
	}
	return last
}

// unwanted are the nodes of a graph that have no span.
func unwanted(g *dag.Graph, have []Step) []Step {
	if g == nil {
		return nil
	}
	seen := map[string]bool{}
	for i := range have {
		if have[i].Turn == "" {
			seen[have[i].Span.Node] = true
		}
	}
	var out []Step
	for _, n := range g.Nodes {
		if !seen[n.Name] {
			out = append(out, Step{Node: n, Graph: g, Span: trace.Span{Node: n.Name, Op: n.Op, Outcome: trace.Skipped, Cause: "nothing wanted it", Pos: n.Pos.String()}})
		}
	}
	return out
}
