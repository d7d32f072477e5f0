package check

import (
	"fmt"
	"slices"
	"time"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

var sceneSettings = []setting{
	{name: "pipeline", kind: nameSetting},
	{name: "deadline", kind: durationSetting},
	{name: "reserve", kind: durationSetting},
	{name: "slow", kind: durationSetting},
	{name: "limit", kind: rateSetting, by: true},
	{name: "count", kind: wordSetting, words: []string{"cost", "requests"}},
	{name: "fallback", kind: nameSetting},
	{name: "class", kind: wordSetting, words: []string{"core", "normal", "spare"}},
	{name: "weight", kind: numberSetting},
	{name: "shed", kind: wordSetting, words: []string{"fallback", "never", "refuse"}},
	{name: "degrade", kind: blockSetting, block: degradeSettings},
}

// scene enters a scene; pipelines are known by now.
func (c *checker) scene(d *ast.Scene) {
	if d.Name == nil || c.decls[d.Name.Text].decl != ast.Decl(d) {
		return
	}
	s := &Scene{Decl: d, Name: d.Name.Text, Class: "normal", Weight: 1, Shed: "refuse", Count: "requests"}
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
		case "count":
			s.Count, _ = wordOf(set.Value)
		case "class":
			s.Class, _ = wordOf(set.Value)
		case "weight":
			s.Weight = number(set.Value.(*ast.NumberLit))
		case "shed":
			s.Shed, _ = wordOf(set.Value)
		case "degrade":
			s.Degrade = c.degrade(set)
		}
	})
	p := c.scenePipeline(s, at["pipeline"])
	c.sceneFallback(s, p, at["fallback"])
	c.sceneTimes(s, at)
	if shed := at["shed"]; shed != nil && s.Shed == "fallback" && (at["fallback"] == nil || s.noFallback) {
		c.report(shed.Value.Span(), "E0803", fmt.Sprintf("scene %s has no fallback to shed to", show(s.Name)), "write fallback: …, or shed: refuse")
	}
	if limit := at["limit"]; limit != nil && limit.By != nil {
		s.LimitBy = limit.By
		if p != nil {
			c.key(limit.By, "by", p.out.Params)
		}
	}
	c.tiers(s, p, at["fallback"] != nil && !s.noFallback)
	if count := at["count"]; count != nil && !s.limited() {
		c.report(count.Name.At, "W0814", fmt.Sprintf("scene %s has no limit that could count %s", show(s.Name), s.Count), "write limit: …, or leave it out")
	}
	if p != nil {
		c.promises(s, p, at)
	}
}

// limited tells whether the scene or one of its tiers has a limit.
func (s *Scene) limited() bool {
	return s.Limit > 0 || slices.ContainsFunc(s.Tiers, func(t Tier) bool { return t.Limit > 0 })
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
	c.servable(s, p, set)
	for _, param := range p.out.Params {
		if param.Type.Kind == sig.Items {
			c.report(set.Value.Span(), "E0807", fmt.Sprintf("%s wants the set %s, which no request can bring", show(p.out.Name), show(param.Name)), "")
		}
	}
	return p
}

// servable tells whether a scene can answer with what a pipeline gives: items,
// or a record that has them. The fields of a fallback's record are those of the
// pipeline's.
func (c *checker) servable(s *Scene, p *pipe, set *ast.Setting) {
	r := p.out.Result
	items, hasItems := r.Field("items")
	switch {
	case r.Kind == sig.Items || r.Kind == sig.Invalid:
	case r.Kind != sig.Record || !hasItems || items.Type.Kind != sig.Items && items.Type.Kind != sig.Invalid:
		c.report(set.Value.Span(), "E0807", fmt.Sprintf("%s gives %s, a scene serves items", show(p.out.Name), r), "return a set, or a record with a field items")
	case set.Name.Text == "fallback":
		main := c.pipes[s.Pipeline]
		if main == nil {
			return
		}
		for _, f := range r.Fields {
			if have, ok := main.out.Result.Field(f.Name); ok && f.Name != "items" && main.out.Result.Kind == sig.Record {
				if _, ok := sig.Common(have.Type, f.Type); !ok {
					c.report(set.Value.Span(), "E0803", fmt.Sprintf("%s is %s in %s, %s in its fallback %s", show(f.Name), have.Type, show(s.Pipeline), f.Type, show(p.out.Name)), "")
				}
			}
		}
	}
}

// runs tells whether a pipeline calls another, however deep.
func (p *pipe) runs(other *pipe) bool {
	seen := map[*pipe]bool{p: true}
	todo := []*pipe{p}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for called := range next.calls {
			if called == other {
				return true
			}
			if !seen[called] {
				seen[called] = true
				todo = append(todo, called)
			}
		}
	}
	return false
}

// key types what requests are told apart by: a scalar of the parameters.
func (c *checker) key(e *ast.Expr, who string, params []Param) {
	t := c.scalar(e, sig.Type{}, who, scope{place: inTier, params: params})
	switch t.Kind {
	case sig.Invalid, sig.String, sig.Int, sig.Bool:
	default:
		c.report(e.At, "E0401", fmt.Sprintf("requests are told apart %s a string, an int or a bool, this is %s", who, t), "such as by user.id")
	}
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
		c.reportNear(set.Value.Span(), "E0301", fmt.Sprintf("unknown pipeline %s", show(name)), name, "", c.names("pipeline"))
	}
	return nil
}

// sceneFallback checks that the fallback runs on what a request brings.
func (c *checker) sceneFallback(s *Scene, p *pipe, set *ast.Setting) {
	if set == nil {
		return
	}
	if s.Fallback == "none" {
		s.Fallback, s.noFallback = "", true
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
	if f == p || f.runs(p) {
		c.report(set.Value.Span(), "E0603", fmt.Sprintf("the fallback %s needs %s, which it replaces", show(s.Fallback), show(s.Pipeline)), "fall back to a pipeline that does not call it")
	}
	c.servable(s, f, set)
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

func ns(n int64) string { return time.Duration(n).String() }
