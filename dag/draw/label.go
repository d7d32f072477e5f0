package draw

import (
	"strings"
	"unicode/utf8"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// widest is how many characters a line of a box has at most.
const widest = 44

// label is what a box says, a line each: the name, the call, the modifiers.
func label(n *dag.DescribedNode) []string {
	out := []string{clip(n.Name)}
	if call := callText(n); call != "" {
		out = append(out, clip(call))
	}
	if mods := modifiers(n); mods != "" {
		out = append(out, clip(mods))
	}
	return out
}

// callText is the operator with what tells it from others of its kind. Sets are
// left out: they are edges.
func callText(n *dag.DescribedNode) string {
	switch {
	case n.Op == "input":
		return ""
	case n.While != "":
		return "loop while " + n.While
	case n.Element != "":
		return "each " + n.Element
	case n.Service != "" && n.Op == "service":
		return n.Service + "(" + arguments(n) + ")"
	case n.Pipeline != "":
		return n.Op + " " + n.Pipeline
	case n.Op == "expr":
		return arguments(n)
	case n.Op == "if" || n.Op == "choose" || n.Op == "record":
		return n.Op
	}
	return n.Op + "(" + arguments(n) + ")"
}

func arguments(n *dag.DescribedNode) string {
	var parts []string
	for _, a := range n.Arguments {
		switch {
		case a.Name == "set" || a.Name == "sets" || a.Text == "":
		case positional(a.Name) || n.Op == "expr":
			parts = append(parts, a.Text)
		default:
			parts = append(parts, a.Name+": "+a.Text)
		}
	}
	return strings.Join(parts, ", ")
}

// positional tells arguments that are written without their names.
func positional(name string) bool {
	switch name {
	case "res", "resource", "field", "cond", "condition", "expression", "n":
		return true
	}
	return false
}

// modifiers in the order in which the language writes them.
func modifiers(n *dag.DescribedNode) string {
	var out []string
	if n.Optional {
		out = append(out, "optional")
	}
	if n.Gain != "" {
		out = append(out, "gain "+n.Gain)
	}
	if n.When != "" {
		out = append(out, "when "+n.When)
	}
	for _, d := range []struct {
		word string
		ns   int64
	}{{"timeout", n.Timeout}, {"hedge", n.Hedge}, {"cache", n.Cache}} {
		if d.ns > 0 {
			out = append(out, d.word+" "+column.FormatDuration(d.ns))
		}
	}
	return strings.Join(out, "  ")
}

// clip shortens a line.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= widest {
		return s
	}
	return string([]rune(s)[:widest-1]) + "…"
}
