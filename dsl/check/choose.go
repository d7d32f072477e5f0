package check

import (
	"fmt"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// choose types the variants of a step, best first. Each may be taken, so others
// see what all of them give.
func (b *body) choose(v *ast.Choose, id string) worth {
	c := b.c
	out := known(sig.Type{})
	out.call, out.form = true, "choose"
	if len(v.Arms) == 0 {
		c.report(v.At, "E0203", "a choose has at least one arm", "such as none: take(coarse, 60)  gain 0.5")
		return out
	}
	was := b.maybe
	b.maybe = true
	b.armNames(v)
	info := &Choose{Decl: v}
	seen := map[string]bool{}
	var list []branch
	for i, arm := range v.Arms {
		if c.tooMany(i, v.At, "arms") {
			break
		}
		if arm == nil || arm.Name == nil || arm.Value == nil {
			continue
		}
		if seen[arm.Name.Text] {
			c.report(arm.Name.At, "E0302", fmt.Sprintf("%s is already an arm of this choose", show(arm.Name.Text)), "give one of them another name")
		}
		seen[arm.Name.Text] = true
		w, a := b.arm(arm, id, i == len(v.Arms)-1)
		info.Arms = append(info.Arms, a)
		list = append(list, branch{w, arm.Value.Span(), show(arm.Name.Text)})
	}
	b.maybe = was
	c.dominated(info.Arms)
	w := b.unite(list, v.At)
	out.typ, out.most = w.typ, w.most
	info.Result = out.typ
	c.info.Chooses[v] = info
	return out
}

// armNames keeps the names of the arms' own calls from being given to nested ones.
func (b *body) armNames(v *ast.Choose) {
	root := b.n.root()
	if root.arms == nil {
		root.arms = make(map[string]bool, len(v.Arms))
	}
	for _, arm := range v.Arms {
		if arm != nil && arm.Name != nil {
			root.arms[arm.Name.Text] = true
		}
	}
}

// arm types one variant with its modifiers.
func (b *body) arm(arm *ast.Arm, id string, last bool) (worth, Arm) {
	c := b.c
	node := arm.Name.Text
	if id != "" {
		node = id + "." + arm.Name.Text
	}
	var w worth
	var took armTime
	if !isArm(arm.Value) {
		c.report(arm.Value.Span(), "E0708", fmt.Sprintf("arm %s is an expression; an arm is a call, a name, a constant or a block", show(arm.Name.Text)), "compute it in a statement above and name that")
		b.mentions(arm.Value)
	} else {
		took = b.timed(func() { w = b.value(arm.Value, node) })
	}
	out := Arm{Decl: arm, Name: arm.Name.Text, Type: w.typ, Node: node}
	gained := false
	as := asked{}
	for _, m := range arm.Mods {
		if m == nil {
			continue
		}
		switch m.Word {
		case "gain":
			gained = true
			c.gain(b.p, m, w.knob)
			out.Gain = GainOf(m)
		case "when":
			if out.When = m.Value; m.Value != nil {
				b.scalar(m.Value, sig.Type{Kind: sig.Bool}, "when")
			}
			if last {
				c.report(m.At, "E0704", fmt.Sprintf("%s is the last arm, and must always be possible", show(arm.Name.Text)), "leave the when out, or add an arm below, such as one that gives its input")
			} else if isFalse(m.Value) {
				c.report(m.At, "W0709", fmt.Sprintf("arm %s is never possible", show(arm.Name.Text)), "take the arm out")
			}
		case "optional":
			c.report(m.At, "E0701", "an arm is not optional: a choose takes one of them", "leave optional out")
		case "fallback":
			if !last {
				c.report(m.At, "E0708", fmt.Sprintf("when %s fails the arm below it answers", show(arm.Name.Text)), "leave the fallback out, or write it behind the choose")
				b.mentions(m.Value)
				continue
			}
			w = b.armFallback(m, w, arm)
		default:
			b.asks(m, w, &as)
		}
	}
	b.asksAll(as)
	if !gained {
		c.report(arm.Name.At, "E0703", fmt.Sprintf("arm %s has no gain", show(arm.Name.Text)), "say what it is worth: gain 1.0 for the best, less for the others")
	}
	b.n.takes(took.declared(w, as.timeout), took.names(node, as.timeout))
	out.Reads = b.readsOf(arm)
	return w, out
}

// armTime is what a value may take by what is declared in it.
type armTime struct {
	asked, within int64
	inWithin      []string
}

// timed types a value whose time does not count with what else the node asks.
func (b *body) timed(value func()) armTime {
	n := b.n
	beside := armTime{n.asked, n.within, n.inWithin}
	n.asked, n.within, n.inWithin = 0, 0, nil
	value()
	out := armTime{n.asked, n.within, n.inWithin}
	n.asked, n.within, n.inWithin = beside.asked, beside.within, beside.inWithin
	return out
}

// declared is the time of an arm with a timeout, 0 for none. Arms stand for one
// another, so of a choose the longest counts.
func (t armTime) declared(w worth, timeout int64) int64 {
	if timeout == 0 {
		return max(t.asked, t.within)
	}
	return t.asked - w.asks + shorter(timeout, max(w.asks, t.within))
}

// names of what takes it: the arm, or what stands in its block.
func (t armTime) names(node string, timeout int64) []string {
	if len(t.inWithin) > 0 && t.within >= t.asked && (timeout == 0 || t.within < timeout) {
		return t.inWithin
	}
	return []string{show(node)}
}

// armFallback is what the last arm gives when it fails.
func (b *body) armFallback(m *ast.Modifier, w worth, arm *ast.Arm) worth {
	if m.Value == nil {
		return w
	}
	var have worth
	b.timed(func() { have = b.value(m.Value, "") }) // it does not count
	have.empty = isEmptyList(m.Value)
	both := b.unite([]branch{{w, arm.Value.Span(), show(arm.Name.Text)}, {have, m.Value.Span(), "its fallback"}}, m.At)
	both.knob = w.knob
	return both
}

// isArm tells what an arm may be: a call, a name, a block or a constant.
func isArm(v ast.Value) bool {
	switch v := v.(type) {
	case *ast.Call:
		return v.Name == nil || !expressible(v.Name.Text)
	case *ast.Block:
		return true
	}
	if len(namePath(v)) > 0 {
		return true
	}
	_, _, ok := ConstOf(v)
	return ok
}

func isFalse(v ast.Value) bool {
	e, ok := v.(*ast.Expr)
	if !ok || e == nil {
		return false
	}
	n, ok := e.Tree.(*exprast.BoolNode)
	return ok && !n.Value
}

// dominated warns of arms that are never worth taking: one below gains as much
// for every tier, and the arms stand from dear to cheap.
func (c *checker) dominated(arms []Arm) {
	for i := range arms {
		if arms[i].Gain.High <= 0 {
			continue
		}
		for j := i + 1; j < len(arms) && j <= i+maxTiersApart; j++ {
			if below := &arms[j]; below.When == nil && below.Gain.atLeast(arms[i].Gain) {
				c.report(arms[i].Decl.Name.At, "W0709", fmt.Sprintf("arm %s gains no more than %s below it", show(arms[i].Name), show(below.Name)), "arms stand from the best to the cheapest: give it more gain, or take it out")
				break
			}
		}
	}
}

// maxTiersApart bounds how many arms below one are looked at.
const maxTiersApart = 100

// atLeast tells whether g is no less than other for every tier, whatever the
// knobs are at.
func (g Gain) atLeast(other Gain) bool {
	if g.Low < other.High {
		return false
	}
	for _, t := range other.Tiers {
		if low, _ := g.tier(t.Tier); low < t.High {
			return false
		}
	}
	for _, t := range g.Tiers {
		if _, high := other.tier(t.Tier); t.Low < high {
			return false
		}
	}
	return true
}

// tier is the gain for a tier, which is that for all when it says nothing.
func (g Gain) tier(name string) (low, high float64) {
	for _, t := range g.Tiers {
		if t.Tier == name {
			return t.Low, t.High
		}
	}
	return g.Low, g.High
}

// readsOf lists the statements and variables an arm reads, in order of first
// use.
func (b *body) readsOf(arm *ast.Arm) []string {
	deps := map[string]bool{}
	for _, list := range [][]*node{b.n.deps, b.n.lazy} {
		for _, d := range list {
			deps[d.name] = true
		}
	}
	var out []string
	find := func(name string) {
		if deps[name] && !contains(out, name) {
			out = append(out, name)
		}
	}
	eachName(arm.Value, find)
	for _, m := range arm.Mods {
		if m != nil {
			eachName(m.Value, find)
			eachName(m.By, find)
		}
	}
	return out
}
