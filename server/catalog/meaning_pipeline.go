package catalog

import (
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/app"
)

func (m *meaning) pipelines() {
	for _, p := range pairs(m.was.Pipelines, m.is.Pipelines, func(g *dag.Graph) string { return g.Name }) {
		c := app.PlanChange{Kind: "pipeline", Name: p.name, Change: "changed", Scenes: m.scenesOf(p.name)}
		switch {
		case !p.had:
			c.Change = "added"
			for _, n := range p.is.Nodes {
				c.Details = append(c.Details, nodeAdded(n))
			}
		case !p.ok:
			c.Change = "removed"
		default:
			c.Details, c.Same = nodes(p.was, p.is)
			c.Details = append(c.Details, parameters(p.was, p.is)...)
			c.Details = append(c.Details, shown(p.was, p.is)...)
		}
		if p.ok && len(p.is.Nodes) > 0 {
			c.File, c.Line = p.is.Nodes[0].Pos.File, p.is.Nodes[0].Pos.Line
		}
		m.add(c)
	}
}

func nodeAdded(n *dag.Node) app.PlanDetail {
	return app.PlanDetail{Part: "node", Name: n.Name, Change: "added", After: n.Op, Text: fmt.Sprintf("node %s (%s) is new", n.Name, n.Op)}
}

// nodes by name: what of each differs.
func nodes(was, is *dag.Graph) (out []app.PlanDetail, same int) {
	for _, n := range pairs(was.Nodes, is.Nodes, func(n *dag.Node) string { return n.Name }) {
		switch {
		case !n.had:
			out = append(out, nodeAdded(n.is))
		case !n.ok:
			out = append(out, app.PlanDetail{Part: "node", Name: n.name, Change: "removed", Before: n.was.Op, Text: fmt.Sprintf("node %s (%s) is gone", n.name, n.was.Op)})
		default:
			details, _ := differ("node", n.name, nodeSettings(was, n.was), nodeSettings(is, n.is))
			if len(details) == 0 {
				same++
			}
			out = append(out, details...)
		}
	}
	return out, same
}

// nodeSettings are all that makes a node what it is.
func nodeSettings(g *dag.Graph, n *dag.Node) []setting {
	out := []setting{{"op", n.Op}, {"timeout", duration(n.Timeout)}, {"gain", ""}, {"optional", ""}, {"when", ""}, {"fallback", ""}}
	if n.Gain != nil {
		out[2].value = fmt.Sprintf("%g", n.Gain.Lo)
		if n.Gain.Lo != n.Gain.Hi {
			out[2].value = fmt.Sprintf("%g..%g", n.Gain.Lo, n.Gain.Hi)
		}
		for _, t := range n.Gain.Tiers {
			out[2].value += fmt.Sprintf(" %s: %g", t.Tier, t.Hi)
		}
	}
	if n.Optional {
		out[3].value = "yes"
	}
	if n.When != nil {
		out[4].value = dag.Written(n.When)
	}
	if n.Fallback >= 0 {
		out[5].value = g.Nodes[n.Fallback].Name
	}
	for _, a := range g.Arguments(n) {
		name := a.Name
		if name == "set" || name == "sets" {
			name = "inputs"
		}
		out = append(out, setting{name, a.Text})
	}
	return out
}

func parameters(was, is *dag.Graph) (out []app.PlanDetail) {
	text := func(p dag.Param) string {
		s := p.Written.String()
		if b := p.Written.Bounds; b != nil && len(b.Words) > 0 {
			s += "(" + join(b.Words) + ")"
		} else if b != nil {
			s += fmt.Sprintf("(%g..%g)", b.Lo, b.Hi)
		}
		if p.HasDef {
			s += " = " + fmt.Sprint(column.Render(p.Type, p.Default))
		}
		return s
	}
	for _, p := range pairs(was.Params, is.Params, func(p dag.Param) string { return p.Name }) {
		needed := p.ok && !p.is.HasDef && !p.is.Type.Nullable
		switch {
		case !p.had:
			d := app.PlanDetail{Part: "parameter", Name: p.name, Change: "added", After: text(p.is), Text: fmt.Sprintf("parameter %s: %s is new", p.name, text(p.is))}
			if needed {
				d.Danger = "parameter_required"
				d.Text += "; requests without it are refused"
			}
			out = append(out, d)
		case !p.ok:
			out = append(out, app.PlanDetail{Part: "parameter", Name: p.name, Change: "removed", Before: text(p.was), Danger: "parameter_removed",
				Text: fmt.Sprintf("parameter %s is gone; requests with it are refused", p.name)})
		default:
			if a, b := text(p.was), text(p.is); a != b {
				d := changed("parameter", p.name, "", a, b)
				if needed && (p.was.HasDef || p.was.Type.Nullable) {
					d.Danger = "parameter_required"
				}
				out = append(out, d)
			}
		}
	}
	return out
}

// shown compares the columns of the answers.
func shown(was, is *dag.Graph) (out []app.PlanDetail) {
	for _, c := range pairs(was.Result.Columns, is.Result.Columns, func(c dag.Column) string { return c.Name }) {
		switch {
		case !c.had:
			out = append(out, app.PlanDetail{Part: "column", Name: c.name, Change: "added", After: c.is.Type.String(), Text: fmt.Sprintf("answers have the column %s", c.name)})
		case !c.ok:
			out = append(out, app.PlanDetail{Part: "column", Name: c.name, Change: "removed", Before: c.was.Type.String(), Danger: "column_removed",
				Text: fmt.Sprintf("answers lose the column %s", c.name)})
		case c.was.Type.String() != c.is.Type.String():
			out = append(out, changed("column", c.name, "", c.was.Type.String(), c.is.Type.String()))
		}
	}
	return out
}
