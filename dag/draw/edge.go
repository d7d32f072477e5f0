package draw

import "riffle.dev/riffle/dag"

// edge says that one node reads what another gives.
type edge struct {
	from, to int // of Description.Nodes
	label    string
	spare    bool // taken only when something fails or a branch is chosen
}

// edgesOf a description, each pair once: from nodes to those that
// stand behind them and read them.
func edgesOf(d *dag.Description) []edge {
	at := make(map[string]int, len(d.Nodes)) // of the nodes before the one at hand: a body's variables stand there twice
	var out []edge
	seen := map[[2]int]int{}
	add := func(name string, to int, label string, spare bool) {
		from, ok := at[name]
		if !ok {
			return
		}
		if i, ok := seen[[2]int{from, to}]; ok {
			if out[i].label == "" {
				out[i].label, out[i].spare = label, spare
			}
			return
		}
		seen[[2]int{from, to}] = len(out)
		out = append(out, edge{from, to, label, spare})
	}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		for _, r := range n.Reads {
			add(r, i, "", false)
		}
		for _, b := range n.Branches {
			add(b.Node, i, b.Name, true)
		}
		if n.Fallback != "" {
			add(n.Fallback, i, "fallback", true)
		}
		at[n.Name] = i
	}
	return out
}
