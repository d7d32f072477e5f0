package engine

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/internal/column"
)

// assemble the answer of a run that has one.
func (v *serving) assemble(plan *exec.Plan, res *exec.Result) *Answer {
	g := plan.Graph
	a := &Answer{
		Version: v.record.Version, Plan: v.record.Plan, Level: v.record.Level, Coverage: coverage(res),
		Outcomes: v.record.Nodes, TraceID: v.record.ID, Scene: v.record.Scene, Tier: v.record.Tier, Served: g.Name, Experiments: v.record.Experiments,
		Items: Items(g, res.Items, res.Keys),
	}
	if v.req.Explain {
		explain(g, a.Items, res)
	}
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

// Items renders a set whose keys are given: its shown columns in order.
func Items(g *dag.Graph, b *batch.Batch, keys []string) []Item {
	out := make([]Item, b.Len())
	cols := make([]*column.Column, len(g.Result.Columns))
	for j, c := range g.Result.Columns {
		cols[j] = b.Col(c.Name)
	}
	for i := range out {
		it := &out[i]
		it.Resource, it.Key = b.Space.Resources[b.IDs[i].Resource()], keys[i]
		it.Score, it.From = b.Score[i], b.Sources(i)
		it.Columns = make([]Value, len(cols))
		for j, c := range g.Result.Columns {
			it.Columns[j].Name = c.Name
			if cols[j] == nil || cols[j].IsNull(i) {
				continue
			}
			it.Columns[j].Value = column.Render(cols[j].Type, cols[j].Row(i))
		}
	}
	return out
}

// explain says for every item which sources brought it, and its place and
// score behind each node that had it.
func explain(g *dag.Graph, items []Item, res *exec.Result) {
	rank := make([]map[batch.ID]int, len(res.Sets))
	for id, set := range res.Sets {
		if set == nil {
			continue
		}
		rank[id] = make(map[batch.ID]int, set.Len())
		for i, item := range set.IDs {
			rank[id][item] = i
		}
	}
	for i := range items {
		why := &Why{From: items[i].From}
		for id, n := range g.Nodes {
			at, ok := rank[id][res.Items.IDs[i]]
			if ok {
				why.Stages = append(why.Stages, Stage{Node: n.Name, Rank: at + 1, Score: finite(res.Sets[id].Score[at])})
			}
		}
		items[i].Why = why
	}
}
