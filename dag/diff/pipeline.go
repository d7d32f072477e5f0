package diff

import (
	"fmt"
	"slices"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

func (c *comparison) pipelines() {
	for _, p := range pairs(c.was.Pipelines, c.is.Pipelines, func(g *dag.Graph) string { return g.Name }) {
		ch := Change{Kind: "pipeline", Name: p.name, Change: p.change(), Scenes: c.scenesOf(p.name)}
		if p.ok && len(p.is.Nodes) > 0 {
			ch.File, ch.Line = p.is.Nodes[0].Pos.File, p.is.Nodes[0].Pos.Line
		}
		switch ch.Change {
		case "added":
			for _, n := range placed(p.is) {
				ch.Details = append(ch.Details, nodeAdded(n.node))
			}
		case "changed":
			ch.Details, ch.Same = nodes(p.was, p.is)
			ch.Details = append(ch.Details, parameters(p.was, p.is)...)
			ch.Details = append(ch.Details, shown(p.was, p.is)...)
		}
		c.add(ch)
	}
}

// place is a node with the graph it stands in: the pipeline's own or a body.
type place struct {
	graph *dag.Graph
	node  *dag.Node
}

// placed are the nodes of a graph and of its bodies. Those that only hand on
// what a body is given say nothing by themselves.
func placed(g *dag.Graph) []place {
	var out []place
	g.Walk(func(g *dag.Graph, n *dag.Node) {
		if n.Op != "input" {
			out = append(out, place{g, n})
		}
	})
	return out
}

func nodeAdded(n *dag.Node) Detail {
	return Detail{Part: "node", Name: n.Name, Change: "added", After: n.Op, Text: fmt.Sprintf("node %s (%s) is new", n.Name, n.Op)}
}

// nodes by name: what of each differs.
func nodes(was, is *dag.Graph) (out []Detail, same int) {
	for _, n := range pairs(placed(was), placed(is), func(p place) string { return p.node.Name }) {
		switch n.change() {
		case "added":
			out = append(out, nodeAdded(n.is.node))
		case "removed":
			out = append(out, Detail{Part: "node", Name: n.name, Change: "removed", Before: n.was.node.Op, Text: fmt.Sprintf("node %s (%s) is gone", n.name, n.was.node.Op)})
		default:
			details, _ := differ("node", n.name, nodeSettings(n.was), nodeSettings(n.is))
			for i := range details {
				if details[i].What == "optional" {
					details[i].Text = n.name + " is " + map[bool]string{true: "optional", false: "required"}[n.is.node.Optional] + " now"
				}
				if details[i].What == "fallback" && n.is.node.Fallback < 0 && !n.is.node.Optional {
					details[i].Danger = FallbackRemoved
				}
			}
			if len(details) == 0 {
				same++
			}
			out = append(out, details...)
		}
	}
	return out, same
}

// nodeSettings are all that makes a node what it is.
func nodeSettings(p place) []setting {
	g, n := p.graph, p.node
	out := []setting{{"op", n.Op}, {"timeout", duration(n.Timeout)}, {"hedge", duration(n.Hedge)}, {"retry", count(n.Retry)},
		{"gain", gain(n.Gain)}, {"optional", ""}, {"when", ""}, {"fallback", ""}, {"cache", ""}, {"pipeline", n.Pipeline}}
	set := func(name, value string) {
		for i := range out {
			if out[i].name == name {
				out[i].value = value
			}
		}
	}
	if n.Optional {
		set("optional", "yes")
	}
	if n.When != nil {
		set("when", dag.Written(n.When))
	}
	if n.Fallback >= 0 {
		set("fallback", g.Nodes[n.Fallback].Name)
	}
	if n.Cache != nil {
		text := duration(n.Cache.For)
		if n.Cache.By != nil {
			text += " by " + dag.Written(n.Cache.By)
		}
		set("cache", text)
	}
	for _, b := range n.Branches {
		out = append(out, setting{"arm " + b.Name, branch(g, b)})
	}
	if n.Loop != nil {
		out = append(out, setting{"max", count(n.Loop.Max)}, setting{"while", dag.Written(n.Loop.While)})
	}
	if n.Each != nil {
		out = append(out, setting{"max", count(n.Each.Max)}, setting{"parallel", count(n.Each.Parallel)})
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

// branch is an arm in words.
func branch(g *dag.Graph, b dag.Branch) string {
	text := g.Nodes[b.Result].Name
	if b.When != nil {
		text += " when " + dag.Written(b.When)
	}
	if b.Gain != nil {
		text += " gain " + gain(b.Gain)
	}
	if b.Timeout > 0 {
		text += " timeout " + duration(b.Timeout)
	}
	return text
}

func gain(g *dag.Gain) string {
	if g == nil {
		return ""
	}
	text := fmt.Sprintf("%g", g.Lo)
	if g.Lo != g.Hi {
		text = fmt.Sprintf("%g..%g", g.Lo, g.Hi)
	}
	for _, t := range g.Tiers {
		text += fmt.Sprintf(" %s: %g", t.Tier, t.Hi)
	}
	return text
}

func parameters(was, is *dag.Graph) (out []Detail) {
	for _, p := range pairs(was.Params, is.Params, func(p dag.Param) string { return p.Name }) {
		needed := p.ok && !p.is.HasDef && !p.is.Type.Nullable
		switch p.change() {
		case "added":
			d := Detail{Part: "parameter", Name: p.name, Change: "added", After: parameter(p.is), Text: fmt.Sprintf("parameter %s: %s is new", p.name, parameter(p.is))}
			if needed {
				d.Danger = ParameterRequired
				d.Text += "; requests without it are refused"
			}
			out = append(out, d)
		case "removed":
			out = append(out, Detail{Part: "parameter", Name: p.name, Change: "removed", Before: parameter(p.was), Danger: ParameterRemoved,
				Text: fmt.Sprintf("parameter %s is gone; requests with it are refused", p.name)})
		default:
			a, b := parameter(p.was), parameter(p.is)
			if a == b {
				continue
			}
			d := changed("parameter", p.name, "", a, b)
			switch {
			case needed && (p.was.HasDef || p.was.Type.Nullable):
				d.Danger = ParameterRequired
			case narrower(p.was.Written, p.is.Written):
				d.Danger = ParameterNarrower
				d.Text += "; some requests that were answered are refused"
			}
			out = append(out, d)
		}
	}
	return out
}

// parameter is a type with its bounds and default, as it would be declared.
func parameter(p dag.Param) string {
	s := p.Written.String()
	if b := p.Written.Bounds; b != nil && len(b.Words) > 0 {
		s += "(" + strings.Join(b.Words, ", ") + ")"
	} else if b != nil {
		s += fmt.Sprintf("(%g..%g)", b.Lo, b.Hi)
	}
	if p.HasDef {
		s += " = " + fmt.Sprint(column.Render(p.Type, p.Default))
	}
	return s
}

// narrower tells whether a type refuses values that the other took. An int
// taken as a float is no less.
func narrower(was, is sig.Type) bool {
	if was.Kind != is.Kind && !(was.Kind == sig.Int && is.Kind == sig.Float) || was.Nullable && !is.Nullable {
		return true
	}
	b := is.Bounds
	switch {
	case b == nil:
		return false
	case was.Bounds == nil:
		return true
	case len(b.Words) > 0:
		for _, w := range was.Bounds.Words {
			if !slices.Contains(b.Words, w) {
				return true
			}
		}
		return len(was.Bounds.Words) == 0
	}
	return len(was.Bounds.Words) == 0 && (b.Lo > was.Bounds.Lo || b.Hi < was.Bounds.Hi)
}

// shown compares the columns of the answers.
func shown(was, is *dag.Graph) (out []Detail) {
	for _, p := range pairs(was.Result.Columns, is.Result.Columns, func(c dag.Column) string { return c.Name }) {
		before, after := p.was.Type.String(), p.is.Type.String()
		switch {
		case !p.had:
			out = append(out, Detail{Part: "column", Name: p.name, Change: "added", After: after, Text: fmt.Sprintf("answers have the column %s", p.name)})
		case !p.ok:
			out = append(out, Detail{Part: "column", Name: p.name, Change: "removed", Before: before, Danger: ColumnRemoved,
				Text: fmt.Sprintf("answers lose the column %s", p.name)})
		case before != after:
			out = append(out, changed("column", p.name, "", before, after))
		}
	}
	return out
}
