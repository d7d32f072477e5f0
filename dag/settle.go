package dag

import "slices"

// Reading says where columns are read. The zero value is how a graph is built:
// each where it is first needed, for the items that are left there, and what
// nothing needs nowhere.
type Reading struct {
	Early bool // a source reads all that anything needs of its items, and it travels with them
	All   bool // what nothing needs is made, read and carried too
}

// Settle decides anew where each column of a root graph and its bodies is read.
// What was decided before does not count. resources are those of the project.
func (g *Graph) Settle(resources []*Resource, how Reading) {
	f := newFlow(nil, map[string]bool{})
	for _, r := range resources {
		f.resources = append(f.resources, r.Name)
		for _, field := range r.Fields {
			f.fields[r.Name+"."+field.Name] = true
		}
	}
	slices.Sort(f.resources)
	f.how = how
	all := g.graphs()
	for _, at := range all {
		for _, n := range at.Nodes {
			n.Columns = n.fields
			for i := range n.Parts {
				n.Parts[i].Columns = n.Parts[i].fields
			}
		}
	}
	f.columns(g)
	f.prune(g, all)
}
