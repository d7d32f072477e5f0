package catalog

import (
	"cmp"
	"maps"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/app"
)

const msec = 1e6 // ns

// scenes describes a project's scenes for people.
func scenes(c *compiled, version int64) []app.Scene {
	out := make([]app.Scene, len(c.project.Scenes))
	for i, s := range c.project.Scenes {
		out[i] = app.Scene{Name: s.Name, Pipeline: s.Pipeline, Fallback: s.Fallback, DeadlineMS: float64(s.Deadline) / msec,
			ReserveMS: float64(s.Reserve) / msec, SlowMS: float64(s.Slow) / msec, Class: s.Class, Weight: s.Weight, Limit: s.Limit,
			Tiers: []app.Tier{}, Params: []app.Param{}, Experiments: experiments(c, s), Version: version, File: s.Pos.File, Line: s.Pos.Line}
		if g, ok := c.project.Pipeline(s.Pipeline); ok {
			out[i].Params = params(g)
		}
		if d := c.info.Scenes[s.Name]; d != nil {
			out[i].Tiers = tiers(c.info, d)
		}
	}
	return out
}

func params(g *dag.Graph) []app.Param {
	out := make([]app.Param, len(g.Params))
	for i, p := range g.Params {
		out[i] = app.Param{Name: p.Name, Type: p.Type.String(), Required: !p.HasDef && !p.Type.Nullable, Shape: shape(p)}
		if p.HasDef {
			out[i].Default = column.Render(p.Type, p.Default)
		}
	}
	return out
}

func tiers(info *check.Info, s *check.Scene) []app.Tier {
	out := make([]app.Tier, len(s.Tiers))
	for i, t := range s.Tiers {
		out[i] = app.Tier{Name: t.Name, Weight: t.Weight, Keep: t.Keep, When: textOf(info.FileOf[s.Decl], t.When)}
	}
	return out
}

// experiments on a scene, by layer and name.
func experiments(c *compiled, s *dag.Scene) []app.Experiment {
	out := []app.Experiment{}
	types := map[string]column.Type{}
	if g, ok := c.project.Pipeline(s.Pipeline); ok {
		for _, p := range g.Params {
			types[p.Name] = p.Type
		}
	}
	for _, e := range c.project.Experiments {
		if e.Scene != s.Name {
			continue
		}
		one := app.Experiment{Name: e.Name, Layer: e.Layer, Arms: make([]app.ExperimentArm, len(e.Arms)), File: e.Pos.File, Line: e.Pos.Line}
		if d := c.info.Experiments[e.Name]; d != nil {
			one.By = textOf(c.info.FileOf[d.Decl], d.By)
		}
		for i, a := range e.Arms {
			one.Arms[i] = app.ExperimentArm{Name: a.Name, Share: a.Share, Set: make([]app.Preset, len(a.Set))}
			for k, set := range a.Set {
				one.Arms[i].Set[k] = app.Preset{Param: set.Param, Value: column.Render(types[set.Param], set.Value)}
			}
		}
		out = append(out, one)
	}
	slices.SortStableFunc(out, func(a, b app.Experiment) int { return cmp.Compare(a.Layer, b.Layer) })
	return out
}

// textOf is an expression as it was written.
func textOf(f *ast.File, e *ast.Expr) string {
	if f == nil || e == nil || e.At.From < 0 || e.At.To > len(f.Src) || e.At.From > e.At.To {
		return ""
	}
	return string(f.Src[e.At.From:e.At.To])
}

// Nodes implements app.Runtime.
func (c *Catalog) Nodes(team, scene string) []string {
	a, ok := c.Active(team)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for _, s := range a.scenes {
		if scene != "" && s.Name != scene {
			continue
		}
		for _, pipeline := range []string{s.Pipeline, s.Fallback} {
			if g, ok := a.Project().Pipeline(pipeline); ok {
				g.Walk(func(_ *dag.Graph, n *dag.Node) {
					if n.Op != "input" { // what a body is given is nobody's work
						seen[n.Name] = true
					}
				})
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}
