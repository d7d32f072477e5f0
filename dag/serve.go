package dag

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/internal/column"
)

func (b *builder) scene(s *check.Scene) *Scene {
	b.file = b.info.FileOf[s.Decl]
	out := &Scene{Name: s.Name, Pipeline: s.Pipeline, Fallback: s.Fallback, Deadline: s.Deadline, Reserve: s.Reserve,
		Slow: s.Slow, Class: s.Class, Weight: s.Weight, Limit: s.Limit, ByCost: s.Count == "cost", Shed: s.Shed, Pos: b.pos(s.Decl.At)}
	if out.Deadline <= 0 {
		out.Deadline = DefaultDeadline
	}
	out.LimitBy = b.overParams(s.Pipeline, s.LimitBy)
	if d := s.Degrade; d != nil {
		out.Degrade = &Degrade{Mode: d.Mode, Enter: d.Enter, Exit: d.Exit, Hold: d.Hold, Probe: d.Probe, Step: d.Step, Ramp: d.Ramp}
	}
	for _, t := range s.Tiers {
		out.Tiers = append(out.Tiers, Tier{Name: t.Name, When: b.overParams(s.Pipeline, t.When), Weight: t.Weight, Keep: t.Keep,
			Depth: t.Depth, Shed: t.Shed, Limit: t.Limit, LimitBy: b.overParams(s.Pipeline, t.LimitBy)})
	}
	return out
}

func (b *builder) experiment(e *check.Experiment) *Experiment {
	b.file = b.info.FileOf[e.Decl]
	out := &Experiment{Name: e.Name, Scene: e.Scene, Layer: e.Layer, Pos: b.pos(e.Decl.At)}
	var pipe *check.Pipeline
	if s := b.info.Scenes[e.Scene]; s != nil {
		out.By = b.overParams(s.Pipeline, e.By)
		pipe = b.info.Pipelines[s.Pipeline]
	}
	for _, a := range e.Arms {
		arm := ExperimentArm{Name: a.Name, Share: a.Share}
		for _, set := range a.Set {
			value := set.Value
			if pipe != nil {
				for _, p := range pipe.Params {
					if p.Name == set.Param {
						value = canonical(set.Value, columnType(p.Type))
					}
				}
			}
			arm.Set = append(arm.Set, Preset{set.Param, value})
		}
		out.Arms = append(out.Arms, arm)
	}
	return out
}

// overParams is an expression over the parameters of a pipeline; nil of none.
func (b *builder) overParams(pipeline string, e *ast.Expr) *column.Expr {
	if e == nil {
		return nil
	}
	params := map[string]column.Type{}
	if p := b.info.Pipelines[pipeline]; p != nil {
		for _, param := range p.Params {
			params[param.Name] = columnType(param.Type)
		}
	}
	see := func(name string) (*column.Expr, bool) {
		t, ok := params[name]
		return &column.Expr{Op: "param", Name: name, Type: t}, ok
	}
	return lower(b.info.Exprs[e], e, see, func(what string) { b.unsupported(e.At, what) })
}
