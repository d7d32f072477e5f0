package engine

import (
	"context"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/why"
	"riffle.dev/riffle/internal/column"
)

// assemble the answer of a run that has one.
func (v *serving) assemble(plan *exec.Plan, res *exec.Result) *Answer {
	g := plan.Graph
	a := &Answer{
		Version: v.record.Version, Plan: v.record.Plan, Level: v.record.Level, Coverage: coverage(res),
		Outcomes: v.record.Nodes, TraceID: v.record.ID, Scene: v.record.Scene, Tier: v.record.Tier, Served: g.Name, Experiments: v.record.Experiments,
	}
	if v.req.Paged && !v.req.explained() {
		a.Page = pageOf(g, res.Items)
	} else {
		a.Items = Items(g, res.Items, res.Keys)
	}
	v.kept, v.items = res.Kept, res.Items
	for i, f := range g.Result.Fields {
		if a.Fields == nil {
			a.Fields = map[string]any{}
		}
		a.Fields[f.Name] = column.Render(f.Type, res.Fields[i])
	}
	return a
}

// coverage is the share of the sources asked that answered; of none, 1.
func coverage(res *exec.Result) float64 {
	if res.Asked == 0 {
		return 1
	}
	return float64(res.Got) / float64(res.Asked)
}

// Items renders a set whose keys are given: its shown columns in order. Values may
// share memory with one another, so that none may be written to.
func Items(g *dag.Graph, b *batch.Batch, keys []string) []Item {
	out := make([]Item, b.Len())
	names := g.Result.Columns
	values := make([]Value, len(out)*len(names))
	for j, c := range names {
		var rows []any // nil: null in all items
		if col := b.Col(c.Name); col != nil {
			rows = col.Rendered()
		}
		for i := range out {
			v := &values[i*len(names)+j]
			if v.Name = c.Name; rows != nil {
				v.Value = rows[i]
			}
		}
	}
	from := b.AllSources()
	for i := range out {
		it := &out[i]
		it.Resource, it.Key = b.Space.Resources[b.IDs[i].Resource()], keys[i]
		it.Score, it.From = b.Score[i], from[i]
		it.Columns = values[i*len(names) : (i+1)*len(names) : (i+1)*len(names)]
	}
	return out
}

// explainTime is how long who explains an answer may ask sources again.
const explainTime = 2 * time.Second

// explain an answer that is there: how its items came where they are, and where
// those asked for were lost.
func (v *serving) explain(ctx context.Context, a *Answer) {
	if a == nil || v.kept == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, explainTime)
	defer cancel()
	if v.req.Explain {
		for i, told := range why.Items(ctx, v.kept, v.items) {
			a.Items[i].Why = told
		}
	}
	if len(v.req.WhyNot) > 0 {
		a.WhyNot = why.Of(ctx, v.kept, v.items, v.req.WhyNot)
	}
}
