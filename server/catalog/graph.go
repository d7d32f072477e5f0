package catalog

import (
	"context"
	"slices"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dag/optimize"
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/server/app"
)

// Graphs implements app.Language.
func (c *Compiler) Graphs(ctx context.Context, p app.Project) ([]app.PipelineGraph, diag.List) {
	built, list := c.compilable(ctx, p)
	if built == nil {
		return nil, list
	}
	out := make([]app.PipelineGraph, 0, len(built.project.Pipelines))
	for _, g := range built.project.Pipelines {
		out = append(out, describeGraph(built.project, built.info, g))
	}
	return out, list
}

// describeGraph writes a graph as the doors do. info may be nil: then a node
// stands where its call does and not its whole statement.
func describeGraph(p *dag.Project, info *check.Info, g *dag.Graph) app.PipelineGraph {
	out := app.PipelineGraph{Name: g.Name, Params: params(g), Scenes: []string{}, Shows: columnsOf(g.Result.Columns), Nodes: []app.PipelineNode{}}
	for _, s := range p.Scenes {
		if s.Pipeline == g.Name || s.Fallback == g.Name {
			out.Scenes = append(out.Scenes, s.Name)
		}
	}
	if g.Result.Items >= 0 && g.Result.Items < len(g.Nodes) {
		out.Answer = g.Nodes[g.Result.Items].Name
	}
	if info != nil {
		if d := info.Pipelines[g.Name]; d != nil {
			f := info.FileOf[d.Decl]
			out.File, out.Line = f.Name, f.Lines.Line(d.Decl.At.From)
		}
	}
	whole, shared := statements(info), optimize.Graph(g, p.Resources, optimize.Options{}).Graph.Shared()
	for _, n := range g.Picture() {
		node := describeNode(n, whole)
		node.Shared = shared[n.Node.Name]
		out.Nodes = append(out.Nodes, node)
		if out.File == "" {
			out.File, out.Line = n.Pos.File, n.Pos.Line
		}
	}
	return out
}

func describeNode(n dag.Pictured, whole map[dag.Pos]dag.Pos) app.PipelineNode {
	g, at := n.Graph, n.Pos
	if p, ok := whole[at]; ok {
		at = p
	}
	out := app.PipelineNode{Name: n.Name, Op: n.Op, Stage: g.Stage(n.Node), Within: n.Within, Inputs: n.Joins, Lazy: n.Lazy, File: at.File, Line: at.Line, Column: at.Col,
		EndLine: at.EndLine, EndColumn: at.EndCol, Resource: n.Resource, Args: []app.NodeArg{}, Optional: n.Optional, Knobs: []app.Knob{},
		TimeoutMS: float64(n.Timeout) / msec, Columns: []app.Column{}}
	for _, a := range g.Arguments(n.Node) {
		out.Args = append(out.Args, app.NodeArg(a))
	}
	if n.Gain != nil {
		out.Gain = &app.NodeGain{Low: n.Gain.Lo, High: n.Gain.Hi}
	}
	for _, k := range n.Knobs {
		out.Knobs = append(out.Knobs, app.Knob{Arg: k.Arg, Low: k.Lo, High: k.Hi})
	}
	if n.When != nil {
		out.When = dag.Written(n.When)
	}
	if n.Fallback >= 0 {
		out.Fallback = g.Nodes[n.Fallback].Name
	}
	if n.Shape == dag.ValueShape {
		out.Value = n.Type.String()
	} else {
		out.Columns = columnsOf(n.Columns)
	}
	return out
}

func columnsOf(columns []dag.Column) []app.Column {
	out := make([]app.Column, len(columns))
	for i, c := range columns {
		out[i] = app.Column{Name: c.Name, Type: c.Type.String()}
	}
	return out
}

// statements maps where a statement's value stands to where all of it does.
func statements(info *check.Info) map[dag.Pos]dag.Pos {
	out := map[dag.Pos]dag.Pos{}
	if info == nil {
		return out
	}
	for _, p := range info.Pipelines {
		f := info.FileOf[p.Decl]
		for _, s := range p.Decl.Stmts {
			if s != nil && s.Name != nil && s.Value != nil {
				value, all := s.Value.Span(), s.At
				out[position(f, value.From, value.To)] = position(f, all.From, all.To)
			}
		}
	}
	return out
}

func position(f *ast.File, from, to int) dag.Pos {
	a, b := f.Lines.Position(from), f.Lines.Position(to)
	return dag.Pos{File: f.Name, Line: a.Line, Col: a.Column, EndLine: b.Line, EndCol: b.Column}
}

// compilable compiles what of the texts can be: declarations with errors are
// taken out, and those that then miss them, until the rest compiles. The list
// is of the texts as they were given; nil when nothing is left.
func (c *Compiler) compilable(ctx context.Context, p app.Project) (*compiled, diag.List) {
	built, list := c.compile(ctx, p)
	found := list
	p.Texts = slices.Clone(p.Texts)
	// Each round takes out one declaration or more, so it ends; a chain of
	// declarations longer than this is not worth the time.
	for round := 0; built == nil && round < 12; round++ {
		if !cutBroken(p.Texts, list) {
			return nil, found
		}
		built, list = c.compile(ctx, p)
	}
	return built, found
}

// cutBroken blanks the declarations that errors stand in, keeping lines and
// columns of the others; false when it found none.
func cutBroken(texts []app.Text, list diag.List) bool {
	cut := false
	for i := range texts {
		var lines []string
		for _, d := range list {
			if d.Severity != diag.Error || d.File != texts[i].Path {
				continue
			}
			if lines == nil {
				lines = strings.Split(texts[i].Text, "\n")
			}
			cut = blank(lines, d.Line-1) || cut
		}
		if lines != nil {
			texts[i].Text = strings.Join(lines, "\n")
		}
	}
	return cut
}

// blank the declaration that holds a line: from the last line that begins in
// column 1 with a word, to the next one.
func blank(lines []string, at int) bool {
	at = min(max(at, 0), len(lines)-1)
	from := at
	for from > 0 && !begins(lines[from]) {
		from--
	}
	cut := false
	for i := from; i < len(lines) && (i <= at || !begins(lines[i])); i++ {
		cut = cut || strings.TrimSpace(lines[i]) != ""
		lines[i] = ""
	}
	return cut
}

// begins tells whether a line may begin a declaration; a closing brace in
// column 1 does not.
func begins(line string) bool {
	return line != "" && (line[0] >= 'a' && line[0] <= 'z')
}
