package dag

import "slices"

// Critical is the way through a graph with the greatest sum of declared
// timeouts.
type Critical struct {
	Nodes   []string `json:"nodes"`   // those that declare one, in order
	Timeout int64    `json:"timeout"` // ns, their sum; 0 when nothing declares any
}

// CriticalPath of a graph: what it may take by what is declared, node by node.
// A node counts with its own timeout or, of a service or a model, with what that
// declares, whichever is shorter; a loop with that of its turns, when their
// number is bounded; a called pipeline or a branch never with more than the
// timeout of its call. Fallbacks do not count.
func CriticalPath(g *Graph) Critical {
	sums, before := make([]int64, len(g.Nodes)), make([]int, len(g.Nodes))
	for _, n := range g.Nodes {
		before[n.ID] = -1
		feeds := n.Before()
		for _, b := range n.Branches {
			feeds = append(feeds, b.Result)
		}
		longest := func(feeds []int) int64 {
			most := int64(0)
			for _, id := range feeds {
				if sums[id] > most {
					most, before[n.ID] = sums[id], id
				}
			}
			return most
		}
		sums[n.ID] = longest(feeds)
		if n.Op != "call" && len(n.Branches) == 0 {
			sums[n.ID] += n.declared()
			continue
		}
		if n.Timeout == 0 {
			continue
		}
		outside := n.Before()
		if n.Op == "call" {
			outside = g.outside(n)
		}
		last, whole := before[n.ID], sums[n.ID]
		before[n.ID] = -1
		base := longest(outside)
		if within := whole - base; within <= 0 || n.Timeout < within {
			sums[n.ID] = base + n.Timeout
		} else {
			before[n.ID] = last
		}
	}
	end := -1
	for _, id := range g.Roots() {
		if end < 0 || sums[id] > sums[end] {
			end = id
		}
	}
	out := Critical{Nodes: []string{}}
	if end < 0 {
		return out
	}
	out.Timeout = sums[end]
	for id := end; id >= 0; id = before[id] {
		came := int64(0)
		if before[id] >= 0 {
			came = sums[before[id]]
		}
		if sums[id] > came {
			out.Nodes = append(out.Nodes, g.Nodes[id].Name)
		}
	}
	slices.Reverse(out.Nodes)
	return out
}

// declared is how long a node may take by itself.
func (n *Node) declared() int64 {
	within := n.within()
	if n.Timeout > 0 && (within == 0 || n.Timeout < within) {
		return n.Timeout
	}
	return within
}

// within is what the service, the models or the body of a node declare.
func (n *Node) within() int64 {
	switch {
	case n.Remote != nil:
		return n.Remote.Timeout
	case n.Loop != nil:
		return CriticalPath(n.Loop.Body).Timeout * int64(max(1, n.Loop.Max))
	case n.Each != nil:
		turns := 1
		if n.Each.Max > 0 && n.Each.Parallel > 0 {
			turns = (n.Each.Max + n.Each.Parallel - 1) / n.Each.Parallel
		}
		return CriticalPath(n.Each.Body).Timeout * int64(turns)
	}
	most := int64(0)
	for i := range n.Args { // of a model
		if m := n.Args[i].Model; m != nil {
			most = max(most, m.Remote.Timeout)
		}
		for _, b := range n.Args[i].Bindings {
			if b.Model != nil {
				most = max(most, b.Model.Remote.Timeout)
			}
		}
	}
	return most
}

// outside are the nodes that a called pipeline reads of what calls it.
func (g *Graph) outside(call *Node) []int {
	within := func(id int) bool {
		for n := g.Nodes[id]; n.Call >= 0; n = g.Nodes[n.Call] {
			if n.Call == call.ID {
				return true
			}
		}
		return false
	}
	var out []int
	for _, n := range g.Nodes {
		if !within(n.ID) {
			continue
		}
		for _, id := range n.Before() {
			if !within(id) {
				out = append(out, id)
			}
		}
	}
	return out
}
