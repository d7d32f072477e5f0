package check

import (
	"fmt"
	"math"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// maxArms are the arms of an experiment.
const maxArms = 100

var experimentSettings = []setting{
	{name: "layer", kind: nameSetting},
}

// experiment enters an experiment; scenes are known by now.
func (c *checker) experiment(d *ast.Experiment) {
	if d.Name == nil || c.decls[d.Name.Text].decl != ast.Decl(d) {
		return
	}
	x := &Experiment{Decl: d, Name: d.Name.Text, By: d.By}
	c.info.Experiments[x.Name] = x
	p := c.experimentScene(x)
	if d.By != nil && p != nil {
		c.key(d.By, "by", p.out.Params)
	}
	c.settings("an experiment", d.Settings, experimentSettings, func(name string, s *ast.Setting) {
		if name == "layer" {
			x.Layer, _ = wordOf(s.Value)
		}
	})
	c.arms(x, p)
}

// experimentScene finds the scene and its pipeline; nil where one is not known.
func (c *checker) experimentScene(x *Experiment) *pipe {
	on := x.Decl.On
	if on == nil || on.Text == "" {
		return nil
	}
	switch kind := c.decls[on.Text].kind; kind {
	case "scene":
		x.Scene = on.Text
		if s := c.info.Scenes[on.Text]; s != nil {
			return c.pipes[s.Pipeline]
		}
	case "":
		c.reportNear(on.At, "E0301", fmt.Sprintf("unknown scene %s", show(on.Text)), on.Text, "", c.names("scene"))
	default:
		var serving []string
		for _, name := range c.names("scene") {
			if s := c.info.Scenes[name]; s != nil && kind == "pipeline" && s.Pipeline == on.Text {
				serving = append(serving, name)
			}
		}
		help := "there is no scene yet"
		switch scenes := c.names("scene"); {
		case len(serving) == 1:
			help = fmt.Sprintf("%s serves it: write on %s", show(serving[0]), show(serving[0]))
		case len(scenes) > 0:
			help = "the scenes are " + listed(scenes)
		}
		c.report(on.At, "E0312", fmt.Sprintf("%s is %s, and an experiment is on a scene", show(on.Text), an(kind)), help)
		if len(serving) == 1 {
			c.fix(on.At, serving[0])
		}
	}
	return nil
}

// arms checks that the shares make 100 % and that each arm sets parameters
// within their bounds.
func (c *checker) arms(x *Experiment, p *pipe) {
	seen := map[string]bool{}
	sum, known := 0.0, true
	for i, a := range x.Decl.Arms {
		if i == maxArms {
			c.report(x.Decl.Name.At, "E0902", fmt.Sprintf("experiment %s has %d arms, at most %d", show(x.Name), len(x.Decl.Arms), maxArms), "")
			return
		}
		if a == nil || a.Name == nil || a.Name.Text == "" || a.Share == nil {
			known = false
			continue
		}
		if seen[a.Name.Text] {
			c.report(a.Name.At, "E0302", fmt.Sprintf("%s is already an arm of %s", show(a.Name.Text), show(x.Name)), "give one of them another name")
		}
		seen[a.Name.Text] = true
		arm := ExperimentArm{Decl: a, Name: a.Name.Text, Share: number(a.Share)}
		switch {
		case a.Share.Unit != "%":
			known = false
			help := "such as 10%"
			switch {
			case a.Share.Unit == "" && a.Share.Num > 0 && a.Share.Num < 1:
				help = fmt.Sprintf("write %s%%", plain(math.Round(a.Share.Num*1e8)/1e6))
			case a.Share.Unit == "" && a.Share.Num >= 1 && a.Share.Num <= 100:
				help = fmt.Sprintf("write %s%%", a.Share.Text)
			}
			c.report(a.Share.At, "E0203", "a share of the requests wanted", help)
			if text, ok := strings.CutPrefix(help, "write "); ok {
				c.fix(a.Share.At, text)
			}
		case arm.Share < 0 || arm.Share > 1:
			known = false
			c.report(a.Share.At, "E0805", fmt.Sprintf("arm %s takes %s of the requests", show(arm.Name), a.Share.Text), "a share is from 0% to 100%")
		}
		sum += arm.Share
		if p != nil {
			arm.Set = c.presets(a, p)
		}
		x.Arms = append(x.Arms, arm)
	}
	if known && math.Abs(sum-1) > 1e-9 {
		c.report(x.Decl.Name.At, "E0805", fmt.Sprintf("the arms make %s%%, not 100%%", plain(math.Round(sum*1e8)/1e6)), "what no arm takes would belong to none: give the first arm the rest")
	}
}

// presets are the parameters an arm sets.
func (c *checker) presets(a *ast.ExperimentArm, p *pipe) []Preset {
	var out []Preset
	seen := map[string]bool{}
	for i, s := range a.Settings {
		if s == nil || s.Name == nil || s.Name.Text == "" {
			continue
		}
		if c.tooMany(i, a.At, "parameters") {
			break
		}
		name := s.Name.Text
		param, ok := p.params[name]
		switch {
		case !ok:
			c.reportNear(s.Name.At, "E0309", fmt.Sprintf("%s has no parameter %s", show(p.out.Name), show(name)), name, "the parameters are "+listed(paramNames(p.out.Params)), paramNames(p.out.Params))
		case seen[name]:
			c.report(s.Name.At, "E0302", fmt.Sprintf("%s is already set", show(name)), "leave one of them out")
		case s.Block || s.Value == nil:
			c.report(s.Name.At, "E0405", fmt.Sprintf("%s is a parameter, and no block", show(name)), fmt.Sprintf("write %s: …", show(name)))
		case param.Type.Kind == sig.Items:
			c.report(s.Name.At, "E0401", fmt.Sprintf("%s is a set, which no arm can bring", show(name)), "")
		default:
			c.secret(s)
			before := len(c.diags)
			c.constant(s.Value, param.Type, name)
			if v, _, ok := ConstOf(s.Value); ok && len(c.diags) == before {
				out = append(out, Preset{Param: name, Value: v})
			}
		}
		seen[name] = true
	}
	return out
}

func paramNames(params []Param) []string {
	out := make([]string, len(params))
	for i, p := range params {
		out[i] = p.Name
	}
	return out
}

// layers reports experiments of one scene that meet in a request and set the
// same parameter: those of different layers do.
func (c *checker) layers() {
	type owner struct{ experiment, layer string }
	first := map[string]owner{} // by scene and parameter
	c.eachDecl(func(d ast.Decl) {
		x, ok := d.(*ast.Experiment)
		if !ok || x.Name == nil || c.info.Experiments[x.Name.Text] == nil || c.info.Experiments[x.Name.Text].Decl != x {
			return
		}
		e := c.info.Experiments[x.Name.Text]
		said := map[string]bool{}
		for _, arm := range e.Arms {
			for _, set := range arm.Set {
				key := e.Scene + "\x00" + set.Param
				was, ok := first[key]
				switch {
				case !ok:
					first[key] = owner{e.Name, e.Layer}
				case was.experiment != e.Name && was.layer != e.Layer && !said[set.Param]:
					said[set.Param] = true
					c.report(x.Name.At, "E0812", fmt.Sprintf("%s and %s are in different layers and both set %s", show(e.Name), show(was.experiment), show(set.Param)), "put them in one layer, so that a request is in one of them only")
				}
			}
		}
	})
}
