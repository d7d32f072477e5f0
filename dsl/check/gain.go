package check

import (
	"fmt"
	"sort"

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
		if !c.upsideDown(v) && !knob {
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
	tiers := map[*pipe]map[string]bool{}
	for _, s := range c.info.Scenes {
		c.reach(c.pipes[s.Pipeline], s, tiers, map[*pipe]bool{})
	}
	for _, g := range c.gains {
		have, served := tiers[g.p]
		if have[g.tier.Text] {
			continue
		}
		message := fmt.Sprintf("no scene that serves %s has a tier %s", show(g.p.out.Name), show(g.tier.Text))
		if !served {
			message = fmt.Sprintf("no scene serves %s, so there is no tier %s", show(g.p.out.Name), show(g.tier.Text))
		}
		names := make([]string, 0, len(have))
		for name := range have {
			names = append(names, name)
		}
		sort.Strings(names)
		c.inFile(g.p.file, func() { c.reportNear(g.tier.At, "E0307", message, g.tier.Text, "", names) })
	}
}

// reach gives the tiers of a scene to every pipeline it runs, however deep.
func (c *checker) reach(p *pipe, s *Scene, tiers map[*pipe]map[string]bool, seen map[*pipe]bool) {
	if p == nil || seen[p] {
		return
	}
	seen[p] = true
	if tiers[p] == nil {
		tiers[p] = map[string]bool{}
	}
	for _, t := range s.Tiers {
		tiers[p][t.Name] = true
	}
	for called := range p.calls {
		c.reach(called, s, tiers, seen)
	}
}

// headWord is the modifier's word alone.
func headWord(m *ast.Modifier) token.Range {
	return token.Range{From: m.At.From, To: min(m.At.To, m.At.From+len(m.Word))}
}
