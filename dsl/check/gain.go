package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// tierGain waits until the scenes are known.
type tierGain struct {
	p    *pipe
	tier *ast.Name
}

// gain checks `gain 0.42`, `gain 0.30..0.42` and the gains by tier.
func (c *checker) gain(p *pipe, m *ast.Modifier, knob bool) {
	c.amount(m.Value, m, knob)
	seen := map[string]bool{}
	for _, t := range m.Tiers {
		if t == nil || t.Tier == nil {
			continue
		}
		if seen[t.Tier.Text] {
			c.report(t.Tier.At, "E0302", fmt.Sprintf("tier %s has a gain already", show(t.Tier.Text)), "leave one of them out")
		}
		seen[t.Tier.Text] = true
		c.amount(t.Value, m, knob)
		c.gains = append(c.gains, tierGain{p, t.Tier})
	}
}

func (c *checker) amount(v ast.Value, m *ast.Modifier, knob bool) {
	switch v := v.(type) {
	case *ast.NumberLit:
		c.gainNumber(v)
	case *ast.RangeLit:
		if v.Lo == nil || v.Hi == nil {
			return
		}
		c.gainNumber(v.Lo)
		c.gainNumber(v.Hi)
		if v.Lo.Num > v.Hi.Num {
			c.report(v.At, "E0706", fmt.Sprintf("the low end %s is above the high end %s", v.Lo.Text, v.Hi.Text), "write the smaller one first")
		} else if !knob {
			c.report(v.At, "W0707", "a gain of two ends, and no knob to turn", "write one number, or give an argument a range such as k: 100..300")
		}
	case nil:
	default:
		c.report(v.Span(), "E0702", "gain wants a number such as 0.42", "")
	}
}

func (c *checker) gainNumber(n *ast.NumberLit) {
	if n.Num < 0 || n.Unit != "" && n.Unit != "%" {
		c.report(n.At, "E0702", fmt.Sprintf("gain wants a number of at least 0, not %s", n.Text), "")
	}
}

// tierGains checks the tiers named in gains against the scenes that serve the
// pipeline, directly or through others.
func (c *checker) tierGains() {
	if len(c.gains) == 0 {
		return
	}
	for _, g := range c.gains {
		served, tiers := false, []string{}
		for _, s := range c.info.Scenes {
			if s.Pipeline == g.p.out.Name || c.calls(s.Pipeline, g.p, map[*pipe]bool{}) {
				served = true
				for _, t := range s.Tiers {
					tiers = append(tiers, t.Name)
				}
			}
		}
		if contains(tiers, g.tier.Text) {
			continue
		}
		message := fmt.Sprintf("no scene that serves %s has a tier %s", show(g.p.out.Name), show(g.tier.Text))
		if !served {
			message = fmt.Sprintf("no scene serves %s, so there is no tier %s", show(g.p.out.Name), show(g.tier.Text))
		}
		c.inFile(g.p.file, func() { c.report(g.tier.At, "E0307", message, c.didYouMean(g.tier.Text, tiers)) })
	}
}

// calls tells whether a pipeline calls another, however deep.
func (c *checker) calls(name string, target *pipe, seen map[*pipe]bool) bool {
	p := c.pipes[name]
	if p == nil || seen[p] {
		return false
	}
	seen[p] = true
	for called := range p.calls {
		if called == target || c.calls(called.out.Name, target, seen) {
			return true
		}
	}
	return false
}

// headWord is the modifier's word alone.
func headWord(m *ast.Modifier) token.Range {
	return token.Range{From: m.At.From, To: min(m.At.To, m.At.From+len(m.Word))}
}
