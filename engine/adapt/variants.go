package adapt

import (
	"fmt"
	"math"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/degrade/solve"
)

// variants of a node that is a module, the full one first, off last.
func (b *builder) variants(n *dag.Node) (Kind, []degrade.Variant, []variant) {
	if n.Op == "choose" {
		return b.arms(n)
	}
	guess := b.guess(n)
	var spec []degrade.Variant
	var own []variant
	kind := Fixed
	if len(n.Knobs) == 0 {
		v := guess.variant("full", rows(n, 0))
		v.Gain, v.Tiers = gainAt(n.Gain, 0, nil)
		v.Tiers = known(v.Tiers, b.scene)
		spec, own = append(spec, v), append(own, variant{})
	} else {
		kind = Knob
		for _, down := range positions(n.Knobs[0]) {
			v := guess.variant(position(n, down), rows(n, down))
			v.Gain, v.Tiers = gainAt(n.Gain, down, &n.Knobs[0])
			v.Tiers = known(v.Tiers, b.scene)
			spec, own = append(spec, v), append(own, variant{down: down})
		}
	}
	if n.Optional {
		kind = Optional
		v := degrade.Variant{Off: true}
		if isSource(n) {
			v.Rows = 0
		}
		spec, own = append(spec, v), append(own, variant{off: true})
	}
	return kind, spec, own
}

// positions of a knob that plans choose from: full, the geometric middle, low.
func positions(k dag.Knob) []float64 {
	span := float64(k.Hi - k.Lo)
	if span <= 0 {
		return []float64{0}
	}
	middle := (float64(k.Hi) - math.Sqrt(float64(max(k.Lo, 1))*float64(k.Hi))) / span
	if span < 4 || middle < .1 || middle > .9 {
		return []float64{0, 1}
	}
	return []float64{0, middle, 1}
}

// position in words: k 173.
func position(n *dag.Node, down float64) string {
	words := make([]string, len(n.Knobs))
	for i := range n.Knobs {
		words[i] = fmt.Sprintf("%s %d", n.Knobs[i].Arg, n.Knobs[i].At(down))
	}
	return strings.Join(words, " ")
}

// gainAt a position of a knob, and for tiers of their own. Without a second gain
// a position k counts as gain·√(k/high); with one it lies on the same curve
// between the two ends.
func gainAt(g *dag.Gain, down float64, k *dag.Knob) (float64, map[string]float64) {
	if g == nil {
		return 0, nil
	}
	at := func(lo, hi float64) float64 {
		if k == nil {
			return hi
		}
		kLo, kHi, now := float64(k.Lo), float64(k.Hi), float64(k.At(down))
		switch {
		case kHi <= 0:
			return hi
		case lo == hi && !g.Ranged:
			return hi * math.Sqrt(now/kHi)
		case kHi <= kLo:
			return hi
		}
		return lo + (hi-lo)*(math.Sqrt(now)-math.Sqrt(kLo))/(math.Sqrt(kHi)-math.Sqrt(kLo))
	}
	var tiers map[string]float64
	for _, t := range g.Tiers {
		if tiers == nil {
			tiers = map[string]float64{}
		}
		tiers[t.Tier] = at(t.Lo, t.Hi)
	}
	return at(g.Lo, g.Hi), tiers
}

// arms of a choose. A tier that no arm knows has the same gain in all. Of more
// than the solver takes plans know the first ones and the last, which must
// always be possible; those between stay what a failed one hands on to.
func (b *builder) arms(n *dag.Node) (Kind, []degrade.Variant, []variant) {
	var spec []degrade.Variant
	var own []variant
	for k := range n.Branches {
		if last := len(n.Branches) - 1; k >= solve.MaxVariants-1 && k < last {
			continue
		}
		br := &n.Branches[k]
		v := b.armGuess(n, br)
		v.Name = br.Name
		v.Gain, v.Tiers = gainAt(br.Gain, 0, nil)
		v.Tiers = known(v.Tiers, b.scene)
		spec, own = append(spec, v), append(own, variant{arm: br.Name})
	}
	return Choose, spec, own
}

// known drops the gains of tiers that the scene does not have: a pipeline may be
// served by several scenes.
func known(tiers map[string]float64, s *dag.Scene) map[string]float64 {
	for name := range tiers {
		found := false
		for i := range s.Tiers {
			found = found || s.Tiers[i].Name == name
		}
		if !found {
			delete(tiers, name)
		}
	}
	return tiers
}

// rows that a node gives (a source) or hands on at most, with its knobs turned
// down; 0: all it has.
func rows(n *dag.Node, down float64) int {
	for i := range n.Args {
		a := &n.Args[i]
		if !n.Cuts(a.Name) && !(isSource(n) && a.Name == "k") {
			continue
		}
		switch {
		case a.Knob != nil:
			return int(a.Knob.At(down))
		case a.Expr != nil && a.Expr.Op == "const":
			if k, ok := a.Expr.Value.(int64); ok && k >= 0 && k < 1<<20 {
				return int(k)
			}
		}
	}
	if isSource(n) {
		return usualRows
	}
	return 0
}
