package check

import (
	"fmt"
	"strings"
	"time"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

var sceneSettings = []setting{
	{name: "pipeline", kind: nameSetting},
	{name: "deadline", kind: durationSetting},
	{name: "reserve", kind: durationSetting},
	{name: "slow", kind: durationSetting},
	{name: "limit", kind: rateSetting},
	{name: "fallback", kind: nameSetting},
	{name: "class", kind: wordSetting, words: []string{"core", "normal", "spare"}},
	{name: "weight", kind: numberSetting},
	{name: "shed", kind: wordSetting, words: []string{"fallback", "never", "refuse"}, inert: true},
	{name: "degrade", kind: blockSetting, inert: true, block: degradeSettings},
}

var degradeSettings = []setting{
	{name: "mode", kind: wordSetting, words: []string{"act", "watch", "off"}},
	{name: "enter", kind: percentSetting},
	{name: "exit", kind: percentSetting},
	{name: "hold", kind: durationSetting},
	{name: "probe", kind: percentSetting},
	{name: "step", kind: percentSetting},
	{name: "ramp", kind: rampSetting},
}

var tierSettings = []setting{
	{name: "degrade", kind: wordSetting, words: []string{"at_once", "first", "last"}, inert: true},
	{name: "weight", kind: numberSetting},
	{name: "keep", kind: percentSetting},
	{name: "shed", kind: wordSetting, words: []string{"never", "fallback", "first", "last"}, inert: true},
}

// scene enters a scene; pipelines are known by now.
func (c *checker) scene(d *ast.Scene) {
	if d.Name == nil || c.decls[d.Name.Text].decl != ast.Decl(d) {
		return
	}
	s := &Scene{Decl: d, Name: d.Name.Text, Class: "normal", Weight: 1}
	c.info.Scenes[s.Name] = s
	at := map[string]*ast.Setting{}
	c.settings("a scene", d.Settings, sceneSettings, func(name string, set *ast.Setting) {
		at[name] = set
		switch name {
		case "pipeline":
			s.Pipeline, _ = wordOf(set.Value)
		case "fallback":
			s.Fallback, _ = wordOf(set.Value)
		case "deadline":
			s.Deadline = c.duration(name, set.Value)
		case "reserve":
			s.Reserve = c.duration(name, set.Value)
		case "slow":
			s.Slow = c.duration(name, set.Value)
		case "limit":
			s.Limit = number(set.Value.(*ast.NumberLit))
		case "class":
			s.Class, _ = wordOf(set.Value)
		case "weight":
			s.Weight = number(set.Value.(*ast.NumberLit))
		}
	})
	p := c.scenePipeline(s, at["pipeline"])
	c.sceneFallback(s, p, at["fallback"])
	c.sceneTimes(s, at)
	if limit := at["limit"]; limit != nil && limit.By != nil && p != nil {
		c.scalar(limit.By, sig.Type{}, "by", scope{place: inTier, params: p.out.Params})
		c.report(limit.By.At, "H0901", "by is kept but has no effect in this version: the limit counts all requests", "")
	}
	c.tiers(s, p)
	if p != nil {
		c.promises(s, p, at)
	}
}

func (c *checker) scenePipeline(s *Scene, set *ast.Setting) *pipe {
	if set == nil {
		if !hasSetting(s.Decl, "pipeline") {
			c.report(s.Decl.Name.At, "E0802", fmt.Sprintf("scene %s names no pipeline", show(s.Name)), "write pipeline: …")
		}
		return nil
	}
	p := c.pipelineNamed(set)
	if p == nil {
		s.Pipeline = ""
		return nil
	}
	r := p.out.Result
	items, hasItems := r.Field("items")
	if r.Kind != sig.Items && r.Kind != sig.Invalid && !(r.Kind == sig.Record && hasItems && items.Type.Kind == sig.Items) {
		c.report(set.Value.Span(), "E0807", fmt.Sprintf("%s gives %s, a scene serves items", show(p.out.Name), r), "return a set, or a record with a field items")
	}
	for _, param := range p.out.Params {
		if param.Type.Kind == sig.Items {
			c.report(set.Value.Span(), "E0807", fmt.Sprintf("%s wants the set %s, which no request can bring", show(p.out.Name), show(param.Name)), "")
		}
	}
	return p
}

func hasSetting(d *ast.Scene, name string) bool {
	for _, s := range d.Settings {
		if s != nil && s.Name != nil && s.Name.Text == name {
			return true
		}
	}
	return false
}

// pipelineNamed finds the pipeline a setting names.
func (c *checker) pipelineNamed(set *ast.Setting) *pipe {
	name, ok := wordOf(set.Value)
	if !ok {
		return nil
	}
	d, declaredHere := c.decls[name]
	switch {
	case declaredHere && d.kind == "pipeline":
		return c.pipes[name]
	case declaredHere && d.kind == "import":
	case declaredHere:
		c.report(set.Value.Span(), "E0312", fmt.Sprintf("%s is %s, not a pipeline", show(name), an(d.kind)), "")
	default:
		c.report(set.Value.Span(), "E0301", fmt.Sprintf("unknown pipeline %s", show(name)), c.didYouMean(name, c.names("pipeline")))
	}
	return nil
}

// sceneFallback checks that the fallback runs on what a request brings.
func (c *checker) sceneFallback(s *Scene, p *pipe, set *ast.Setting) {
	if set == nil {
		return
	}
	if s.Fallback == "none" {
		s.Fallback = ""
		return
	}
	f := c.pipelineNamed(set)
	if f == nil {
		s.Fallback = ""
		return
	}
	if p == nil {
		return
	}
	for _, want := range f.out.Params {
		have, ok := p.params[want.Name]
		switch {
		case !ok && want.Default == nil && !want.Type.Nullable:
			c.report(set.Value.Span(), "E0803", fmt.Sprintf("the fallback %s wants %s, which %s does not have", show(s.Fallback), show(want.Name), show(s.Pipeline)), "give the parameter a default")
		case ok && !sig.Fits(have.Type, want.Type):
			c.report(set.Value.Span(), "E0803", fmt.Sprintf("%s is %s in %s, %s in its fallback %s", show(want.Name), have.Type, show(s.Pipeline), want.Type, show(s.Fallback)), "")
		}
	}
}

func (c *checker) sceneTimes(s *Scene, at map[string]*ast.Setting) {
	if s.Deadline == 0 {
		return
	}
	if s.Reserve >= s.Deadline {
		c.report(at["reserve"].Value.Span(), "E0808", fmt.Sprintf("reserve %s leaves nothing of the deadline %s", ns(s.Reserve), ns(s.Deadline)), "")
	}
	if s.Slow > s.Deadline {
		c.report(at["slow"].Value.Span(), "W0809", fmt.Sprintf("slow %s is above the deadline %s, so nothing ever is", ns(s.Slow), ns(s.Deadline)), "")
	}
}

// tiers checks conditions over the pipeline's parameters.
func (c *checker) tiers(s *Scene, p *pipe) {
	seen := map[string]bool{}
	for _, t := range s.Decl.Tiers {
		if t == nil || t.Name == nil || t.Name.Text == "" {
			continue
		}
		if seen[t.Name.Text] {
			c.report(t.Name.At, "E0302", fmt.Sprintf("%s is already a tier of %s", show(t.Name.Text), show(s.Name)), "give one of them another name")
		}
		seen[t.Name.Text] = true
		out := Tier{Name: t.Name.Text, When: t.When, Weight: s.Weight}
		if t.When != nil && p != nil {
			c.scalar(t.When, sig.Type{Kind: sig.Bool}, "when", scope{place: inTier, params: p.out.Params})
		}
		c.settings("a tier", t.Settings, tierSettings, func(name string, set *ast.Setting) {
			switch name {
			case "weight":
				out.Weight = number(set.Value.(*ast.NumberLit))
			case "keep":
				out.Keep = number(set.Value.(*ast.NumberLit))
			}
		})
		s.Tiers = append(s.Tiers, out)
	}
}

// promises warns of what the scene can't keep: timeouts above its deadline,
// and misses that would fail it whole.
func (c *checker) promises(s *Scene, p *pipe, at map[string]*ast.Setting) {
	if s.Deadline > 0 && p.path > s.Deadline {
		c.report(at["deadline"].Value.Span(), "W0604", fmt.Sprintf("declared timeouts make %s, deadline %s: %s", ns(p.path), ns(s.Deadline), strings.Join(p.onPath, " -> ")), "shorten one of them, or run them side by side")
	}
	if at["fallback"] != nil {
		return
	}
	for _, n := range p.nodes {
		if n.required && n.waits && n.wanted && n.stmt != nil && !n.warned {
			n.warned = true // one scene is enough to say it
			c.inFile(p.file, func() {
				c.report(n.at, "W0711", fmt.Sprintf("%s is required, has no fallback, and scene %s has none", show(n.name), show(s.Name)), "write fallback nil behind it, or fallback: none in the scene")
			})
		}
	}
}

func ns(n int64) string { return time.Duration(n).String() }
