package dag

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// Explain writes a graph as text, a node a line with what it reads, keeps and
// may be degraded to. It is stable: no pointers, no times.
func Explain(g *Graph) string {
	var b strings.Builder
	fmt.Fprintf(&b, "pipeline %s(%s)\n", g.Name, params(g))
	for _, n := range g.Nodes {
		explainNode(&b, g, n)
	}
	if g.Result.Items >= 0 && g.Result.Items < len(g.Nodes) {
		fmt.Fprintf(&b, "answer %s", g.Nodes[g.Result.Items].Name)
	}
	for _, f := range g.Result.Fields {
		fmt.Fprintf(&b, ", %s: %s", f.Name, g.Nodes[f.Node].Name)
	}
	b.WriteByte('\n')
	var shown []string
	for _, c := range g.Result.Columns {
		shown = append(shown, c.Name+": "+c.Type.String())
	}
	fmt.Fprintf(&b, "  shows %s\n", strings.Join(shown, ", "))
	if len(g.Result.Late) > 0 {
		fmt.Fprintf(&b, "  late  %s\n", columnNames(g.Result.Late))
	}
	return b.String()
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

func explainNode(b *strings.Builder, g *Graph, n *Node) {
	lazy := ""
	if n.Lazy {
		lazy = "~"
	}
	fmt.Fprintf(b, "%3d %s%s = %s(%s)", n.ID, lazy, n.Name, n.Op, strings.Join(arguments(g, n), ", "))
	if n.Optional {
		b.WriteString("  optional")
	}
	if n.Gain != nil {
		b.WriteString("  gain " + gainText(n.Gain.Lo, n.Gain.Hi))
		for _, t := range n.Gain.Tiers {
			fmt.Fprintf(b, " %s:%s", t.Tier, gainText(t.Lo, t.Hi))
		}
	}
	if n.When != nil {
		b.WriteString("  when " + Text(n.When))
	}
	if n.Timeout > 0 {
		b.WriteString("  timeout " + column.FormatDuration(n.Timeout))
	}
	if n.Fallback >= 0 {
		b.WriteString("  fallback " + g.Nodes[n.Fallback].Name)
	}
	fmt.Fprintf(b, "  # %d:%d", n.Pos.Line, n.Pos.Col)
	if n.Shape == ValueShape {
		fmt.Fprintf(b, " %s", n.Type)
	}
	if len(n.Fetch) > 0 {
		fmt.Fprintf(b, " reads %s", columnNames(n.Fetch))
	}
	b.WriteByte('\n')
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
			if a.Kind == sig.Sets {
				text = "[" + text + "]"
			}
			out = append(out, text)
		case sig.Resource:
			out = append(out, n.Resource)
		case sig.Vectors:
			out = append(out, n.Resource+"."+a.Field)
		case sig.Bindings:
			for _, bind := range a.Bindings {
				out = append(out, bind.Name+": "+Text(bind.Expr))
			}
		default:
			out = append(out, a.Name+": "+argument(a))
		}
	}
	if n.Op == "call" && len(n.Inputs) > 0 {
		out = append(out, g.Nodes[n.Inputs[0]].Name)
	}
	return out
}

func argument(a *Arg) string {
	switch {
	case a.Knob != nil:
		return fmt.Sprintf("%d..%d", a.Knob.Lo, a.Knob.Hi)
	case a.Policy != nil:
		return policyText(a.Policy)
	case a.Expr != nil:
		return Text(a.Expr)
	}
	return strings.Join(a.Words, " ")
}

func policyText(p *Policy) string {
	var args []string
	for _, v := range p.Args {
		args = append(args, literal(v))
	}
	for _, name := range sorted(p.Named) {
		args = append(args, name+": "+literal(p.Named[name]))
	}
	if len(args) == 0 {
		return p.Name
	}
	return p.Name + "(" + strings.Join(args, ", ") + ")"
}

func literal(v column.Value) string {
	if f, ok := v.(float64); ok {
		return number(f)
	}
	out, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(out)
}

// Text of a lowered expression, every operation in brackets.
func Text(e *column.Expr) string {
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = Text(a)
	}
	switch e.Op {
	case "const":
		if e.Type.Kind == column.Duration {
			if d, ok := e.Value.(int64); ok {
				return column.FormatDuration(d)
			}
		}
		return literal(e.Value)
	case "col":
		return e.Name
	case "param":
		if e.Name == Moment {
			return e.Name
		}
		return "$" + e.Name
	case "neg":
		return "-" + args[0]
	case "not":
		return "(not " + args[0] + ")"
	case "cond":
		return "(" + args[0] + " ? " + args[1] + " : " + args[2] + ")"
	case "field":
		return args[0] + "." + e.Name
	case "index":
		return args[0] + "[" + args[1] + "]"
	case "list":
		return "[" + strings.Join(args, ", ") + "]"
	case "call":
		return e.Name + "(" + strings.Join(args, ", ") + ")"
	}
	if text, ok := listText(e, args); ok {
		return text
	}
	return "(" + strings.Join(args, " "+e.Op+" ") + ")"
}
