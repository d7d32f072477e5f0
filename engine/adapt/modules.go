package adapt

import (
	"fmt"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/degrade/solve"
)

// Rest is the module of all that has no module of its own.
const Rest = "rest"

// maxTries bounds the ways of handing on rows that the plans are searched over:
// each stage with v variants multiplies them by 2v. The solver would take more,
// and seconds for it.
const maxTries = 1 << 9

// maxTurned are the nodes that are turned at most; of more, those of the least
// gain run always. What is left of solve.MaxModules is for others.
const maxTurned = 40

// builder of a scene.
type builder struct {
	scene *dag.Scene
	graph *dag.Graph
	out   *Scene
	flat  bool

	owner []int // by node: the choose whose arms alone want it; -1: none
	apart []bool
	index map[int]int // module by node
}

func (b *builder) modules() {
	g := b.graph
	b.findOwners()
	chosen := b.choose()
	b.index = map[int]int{}
	b.add(Rest, nil, Fixed, []degrade.Variant{{Name: "full", Fixed: restGuess}}, []variant{{}})
	for _, id := range b.order() {
		n := g.Nodes[id]
		if !chosen[id] {
			continue
		}
		b.index[id] = len(b.out.modules)
		kind, spec, own := b.variants(n)
		b.add(n.Name, n, kind, spec, own)
	}
	if !b.flat {
		b.edges()
		b.needs()
	}
	for id, n := range g.Nodes {
		b.out.byNode[n.Name] = b.partOf(id, n)
	}
}

func (b *builder) add(name string, n *dag.Node, kind Kind, spec []degrade.Variant, own []variant) {
	m := module{node: n, kind: kind, variants: own}
	d := degrade.Module{Name: name, Variants: spec}
	if n != nil {
		m.away, m.source, m.rows = away(n), isSource(n), !b.flat
		d.Away = m.away
		d.Source = m.source && !b.flat
		d.Soft = m.source && m.away && n.Optional && !b.flat
		if b.flat {
			for i := range d.Variants { // rows are not told: a run costs what it costs
				v := &d.Variants[i]
				v.Fixed += v.PerRow * 100
				if v.Off {
					v.Fixed = 0
				}
				v.PerRow, v.Rows = 0, 0
			}
		}
	}
	b.out.modules = append(b.out.modules, m)
	b.out.Spec.Modules = append(b.out.Spec.Modules, d)
}

// turnable tells whether plans choose about a node.
func (b *builder) turnable(n *dag.Node) bool {
	if b.owner[n.ID] >= 0 || b.apart[n.ID] {
		return false
	}
	return n.Optional || len(n.Knobs) > 0 || n.Op == "choose"
}

// choose the nodes that are modules: what can be turned, what is heavy, then the
// stages that hand on rows, as far as the search for plans can bear them.
func (b *builder) choose() []bool {
	g := b.graph
	chosen := make([]bool, len(g.Nodes))
	var turned, stages, heavy []*dag.Node
	for _, n := range g.Nodes {
		switch {
		case b.owner[n.ID] >= 0 || b.apart[n.ID] || n.Op == "input":
		case b.turnable(n):
			turned = append(turned, n)
		case b.flat:
		case isSource(n) || isHeavy(n):
			heavy = append(heavy, n)
		case n.Desc != nil && n.Shape == dag.SetShape && len(n.Inputs) > 0:
			stages = append(stages, n)
		}
	}
	slices.SortStableFunc(turned, func(x, y *dag.Node) int { return compare(worth(y), worth(x)) })
	b.out.Always = nil
	for _, n := range turned[min(len(turned), maxTurned):] {
		b.out.Always = append(b.out.Always, n.Name)
	}
	turned = turned[:min(len(turned), maxTurned)]
	tries := 1
	take := func(n *dag.Node) {
		chosen[n.ID] = true
		tries *= b.ways(n)
	}
	for _, n := range turned {
		take(n)
	}
	room := solve.MaxModules - 1 - len(turned)
	for _, n := range slices.Concat(heavy, stages) {
		if room == 0 || tries*b.ways(n) > maxTries {
			continue
		}
		take(n)
		room--
	}
	return chosen
}

// ways that a stage multiplies the search by.
func (b *builder) ways(n *dag.Node) int {
	if isSource(n) || n.Shape == dag.ValueShape {
		return 1
	}
	_, spec, _ := b.variants(n)
	return 2 * len(spec)
}

// tooMuch says why the solver would not take, or take too long over, the modules.
func (s *Scene) tooMuch() string {
	tries := 1
	for i := range s.modules {
		if m := &s.modules[i]; m.node != nil && !m.source && m.node.Shape != dag.ValueShape {
			if tries *= 2 * len(m.variants); tries > 8*maxTries {
				return fmt.Sprintf("more than %d ways of handing on rows", 8*maxTries)
			}
		}
	}
	return ""
}

// worth of a node at its best.
func worth(n *dag.Node) float64 {
	most := 0.0
	if n.Gain != nil {
		most = n.Gain.Hi
	}
	for _, br := range n.Branches {
		if br.Gain != nil {
			most = max(most, br.Gain.Hi)
		}
	}
	return most
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// partOf says what a node is in what is observed.
func (b *builder) partOf(id int, n *dag.Node) part {
	p := part{away: away(n), silent: silent(n)}
	if m, ok := b.index[id]; ok {
		p.module, p.own = m, true
		return p
	}
	if o := b.owner[id]; o >= 0 {
		p.module = b.index[o] // 0, the rest, when the choose is no module
	}
	return p
}
