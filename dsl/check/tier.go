package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// maxTiers are the tiers of a scene.
const maxTiers = 100

var tierSettings = []setting{
	{name: "degrade", kind: wordSetting, words: []string{"at_once", "first", "last"}},
	{name: "weight", kind: numberSetting},
	{name: "keep", kind: percentSetting},
	{name: "shed", kind: wordSetting, words: []string{"never", "fallback", "first", "last"}},
	{name: "limit", kind: rateSetting, by: true},
}

// tiers checks conditions over the pipeline's parameters, and what each tier
// says. A request belongs to the first that fits.
func (c *checker) tiers(s *Scene, p *pipe, fallback bool) {
	seen := map[string]bool{}
	var before []condition
	for i, t := range s.Decl.Tiers {
		if i == maxTiers {
			c.report(s.Decl.Name.At, "E0902", fmt.Sprintf("scene %s has %d tiers, at most %d", show(s.Name), len(s.Decl.Tiers), maxTiers), "")
			return
		}
		if t == nil || t.Name == nil || t.Name.Text == "" {
			continue
		}
		twice := seen[t.Name.Text]
		if twice {
			c.report(t.Name.At, "E0302", fmt.Sprintf("%s is already a tier of %s", show(t.Name.Text), show(s.Name)), "give one of them another name")
		}
		seen[t.Name.Text] = true
		out := Tier{Name: t.Name.Text, When: t.When, Weight: s.Weight}
		if t.When != nil && p != nil {
			c.scalar(t.When, sig.Type{Kind: sig.Bool}, "when", scope{place: inTier, params: p.out.Params})
			if own := conditionOf(t.When); !twice {
				if first := own.within(before); first != "" {
					c.report(t.Name.At, "W0811", fmt.Sprintf("tier %s is never reached: what fits it fits %s above", show(t.Name.Text), show(first)), "the first tier that fits counts; put the narrower one first")
				}
				own.tier = t.Name.Text
				before = append(before, own)
			}
		}
		c.settings("a tier", t.Settings, tierSettings, func(name string, set *ast.Setting) {
			switch name {
			case "weight":
				out.Weight = number(set.Value.(*ast.NumberLit))
			case "keep":
				out.Keep = number(set.Value.(*ast.NumberLit))
			case "degrade":
				out.Depth, _ = wordOf(set.Value)
			case "limit":
				out.Limit, out.LimitBy = number(set.Value.(*ast.NumberLit)), set.By
				if set.By != nil && p != nil {
					c.key(set.By, "by", p.out.Params)
				}
			case "shed":
				out.Shed, _ = wordOf(set.Value)
				if out.Shed == "fallback" && !fallback {
					c.report(set.Value.Span(), "E0803", fmt.Sprintf("scene %s has no fallback to shed to", show(s.Name)), "write fallback: … in the scene")
				}
			}
		})
		if !twice {
			s.Tiers = append(s.Tiers, out)
		}
	}
}
