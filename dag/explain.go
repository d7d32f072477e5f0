package dag

import (
	"fmt"
	"strconv"
	"strings"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// Explain writes a graph as text, a node a line with what it reads, keeps and
// may be degraded to, branches and bodies below their node. It is stable: no
// pointers, no times.
func Explain(g *Graph) string {
	w := &writer{}
	w.line("pipeline %s(%s)", g.Name, params(g))
	w.nodes(g)
	w.answer(g)
	for _, r := range g.Recursive {
		w.line("recurring %s(%s)", r.Name, params(r))
		w.nodes(r)
		w.answer(r)
	}
	return w.text.String()
}

// writer of lines, those of a body deeper.
type writer struct {
	text   strings.Builder
	indent string
}

func (w *writer) line(format string, args ...any) {
	w.text.WriteString(w.indent)
	fmt.Fprintf(&w.text, format, args...)
	w.text.WriteByte('\n')
}

// deeper writes what belongs to a node.
func (w *writer) deeper(write func()) {
	was := w.indent
	w.indent += "      "
	write()
	w.indent = was
}

func (w *writer) nodes(g *Graph) {
	for _, n := range g.Nodes {
		w.line("%s", nodeText(g, n))
		w.deeper(func() { w.within(g, n) })
	}
}

func (w *writer) answer(g *Graph) {
	var out []string
	if g.Result.Items >= 0 && g.Result.Items < len(g.Nodes) {
		out = append(out, g.Nodes[g.Result.Items].Name)
	}
	for _, f := range g.Result.Fields {
		out = append(out, f.Name+": "+g.Nodes[f.Node].Name)
	}
	w.line("answer %s", strings.Join(out, ", "))
	var shown []string
	for _, c := range g.Result.Columns {
		shown = append(shown, c.Name+": "+c.Type.String())
	}
	if len(g.Result.Columns) > 0 || len(g.Result.Fields) == 0 || g.Result.Record {
		w.line("  shows %s", strings.Join(shown, ", "))
	}
	if len(g.Result.Late) > 0 {
		w.line("  late  %s", columnNames(g.Result.Late))
	}
	for _, id := range g.After {
		w.line("  after %s", g.Nodes[id].Name)
	}
}

// within writes the branches, the body and the parts of a node.
func (w *writer) within(g *Graph, n *Node) {
	for _, b := range n.Branches {
		text := b.Name + ": " + g.Nodes[b.Result].Name
		if b.Gain != nil {
			text += "  gain " + b.Gain.text()
		}
		if b.When != nil {
			text += "  when " + Text(b.When)
		}
		if b.Timeout > 0 {
			text += "  timeout " + column.FormatDuration(b.Timeout)
		}
		w.line("%s", text)
	}
	switch {
	case n.Loop != nil:
		text := "while " + Text(n.Loop.While)
		if n.Loop.Max > 0 {
			text += fmt.Sprintf("  max %d", n.Loop.Max)
		}
		w.line("%s", text)
		w.body(n.Loop.Body, "next")
	case n.Each != nil:
		text := "each " + n.Each.Var
		if n.Each.Max > 0 {
			text += fmt.Sprintf("  max %d", n.Each.Max)
		}
		if n.Each.Parallel > 0 {
			text += fmt.Sprintf("  parallel %d", n.Each.Parallel)
		}
		w.line("%s", text)
		w.body(n.Each.Body, "gives")
	}
	for _, p := range n.Parts {
		text := "part " + p.Name
		if p.Node >= 0 {
			text += ": " + g.Nodes[p.Node].Name
		}
		w.line("%s%s", text, shapeText(p.Shape, p.Type, p.Columns))
	}
}

func (w *writer) body(g *Graph, word string) {
	w.nodes(g)
	var out []string
	if g.Result.Items >= 0 {
		out = append(out, g.Nodes[g.Result.Items].Name)
	}
	for _, f := range g.Result.Fields {
		out = append(out, f.Name+": "+g.Nodes[f.Node].Name)
	}
	w.line("%s %s", word, strings.Join(out, ", "))
}

// shapeText is what something gives, for the forms that are no operators.
func shapeText(s Shape, t column.Type, cols []Column) string {
	switch s {
	case ValueShape:
		return "  " + t.String()
	case BundleShape:
		return "  record"
	}
	text := "  set"
	if s == SetsShape {
		text = "  sets"
	}
	if len(cols) > 0 {
		text += " carries " + columnNames(cols)
	}
	return text
}

func columnNames(cols []Column) string {
	names := make([]string, len(cols))
	for i, c := range cols {
		names[i] = c.Name
	}
	return strings.Join(names, " ")
}

func params(g *Graph) string {
	var out []string
	for _, p := range g.Params {
		s := p.Name + ": " + p.Type.String()
		if b := p.Written.Bounds; b != nil {
			if len(b.Words) > 0 {
				s += fmt.Sprintf("(%s)", strings.Join(b.Words, ", "))
			} else {
				s += fmt.Sprintf("(%v..%v)", b.Lo, b.Hi)
			}
		}
		if p.HasDef {
			s += " = " + literal(p.Default)
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// nodeText is a node on one line.
func nodeText(g *Graph, n *Node) string {
	var b strings.Builder
	lazy := ""
	if n.Lazy {
		lazy = "~"
	}
	fmt.Fprintf(&b, "%3d %s%s = %s(%s)", n.ID, lazy, n.Name, n.Op, strings.Join(arguments(g, n), ", "))
	if n.Store != nil {
		b.WriteString("  on " + n.Store.String())
	}
	if n.Optional {
		b.WriteString("  optional")
	}
	if n.Gain != nil {
		b.WriteString("  gain " + n.Gain.text())
	}
	if n.When != nil {
		b.WriteString("  when " + Text(n.When))
	}
	if n.Timeout > 0 {
		b.WriteString("  timeout " + column.FormatDuration(n.Timeout))
	}
	if n.Hedge > 0 {
		b.WriteString("  hedge " + column.FormatDuration(n.Hedge))
	}
	if n.Retry > 0 {
		fmt.Fprintf(&b, "  retry %d", n.Retry)
	}
	if n.Cache != nil {
		b.WriteString("  cache " + column.FormatDuration(n.Cache.For))
		if n.Cache.By != nil {
			b.WriteString(" by " + Text(n.Cache.By))
		}
	}
	if n.Fallback >= 0 {
		b.WriteString("  fallback " + g.Nodes[n.Fallback].Name)
	}
	if n.Shares != nil {
		b.WriteString("  shared with " + g.Nodes[*n.Shares].Name)
	}
	if n.Along != nil {
		b.WriteString("  read along with " + g.Nodes[*n.Along].Name)
	}
	if n.Limit != nil {
		b.WriteString("  limit " + Text(n.Limit))
	}
	if n.Pushed != nil {
		b.WriteString("  pushed " + Text(n.Pushed))
	}
	fmt.Fprintf(&b, "  # %d:%d", n.Pos.Line, n.Pos.Col)
	switch {
	case n.Shape == ValueShape:
		fmt.Fprintf(&b, " %s", n.Type)
	case n.border():
		b.WriteString(shapeText(n.Shape, n.Type, n.Columns)[1:])
	}
	if len(n.Fetch) > 0 {
		fmt.Fprintf(&b, " reads %s", columnNames(n.Fetch))
	}
	return b.String()
}

// border tells of the forms at which sets are united, or cross into a body or
// out of one.
func (n *Node) border() bool {
	switch n.Op {
	case "if", "choose", "loop", "each", "recur", "input", "part", "list", "service":
		return true
	}
	return n.Shape == SetsShape
}

func (g *Gain) text() string {
	text := gainText(g.Lo, g.Hi)
	for _, t := range g.Tiers {
		text += fmt.Sprintf(" %s:%s", t.Tier, gainText(t.Lo, t.Hi))
	}
	return text
}

func gainText(lo, hi float64) string {
	if lo == hi {
		return number(lo)
	}
	return number(lo) + ".." + number(hi)
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

func arguments(g *Graph, n *Node) []string {
	var out []string
	for i := range n.Args {
		a := &n.Args[i]
		switch a.Kind {
		case sig.Set, sig.Sets:
			var names []string
			for _, s := range a.Sets {
				names = append(names, g.Nodes[n.Inputs[s]].Name)
			}
			text := strings.Join(names, ", ")
			if a.Kind == sig.Sets && n.Each == nil && n.Loop == nil && n.Op != "recur" {
				text = "[" + text + "]"
			}
			if n.Desc == nil {
				text = a.Name + ": " + text
			}
			out = append(out, text)
		case sig.Resource:
			out = append(out, n.Resource)
		case sig.Vectors:
			out = append(out, n.Resource+"."+a.Field)
		case sig.Bindings, sig.Groups:
			for _, bind := range a.Bindings {
				out = append(out, bind.Name+": "+bind.text())
			}
		default:
			out = append(out, a.Name+": "+argument(a))
		}
	}
	switch n.Op {
	case "call", "part", "list", "record":
		for _, in := range n.Inputs {
			out = append(out, g.Nodes[in].Name)
		}
	case "service":
		out = append([]string{n.Remote.Name}, out...)
	case "recur":
		out = append([]string{n.Pipeline}, out...)
	}
	return out
}

func (b *Binding) text() string {
	if b.Model != nil {
		return b.Model.text()
	}
	return Text(b.Expr)
}

// text is the callee with its arguments and the columns it is sent.
func (m *Model) text() string {
	var args []string
	for _, a := range m.Args {
		args = append(args, a.Name+": "+Text(a.Expr))
	}
	var cols []string
	for _, c := range m.Columns {
		name := c.Name
		if c.Missing {
			name += " (nil)"
		}
		cols = append(cols, name)
	}
	return fmt.Sprintf("%s(%s) of [%s]", m.Remote.Name, strings.Join(args, ", "), strings.Join(cols, ", "))
}
