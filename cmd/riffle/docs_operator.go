package main

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
)

// operatorPage is the page of one operator in docs/ops: what the reference says
// of it, and what planners may rely on.
func operatorPage(d *op.Decl) string {
	var b strings.Builder
	b.WriteString("<!-- Written by make gen, from engine/op. -->\n\n")
	writeOperator(&b, &d.Func)
	text := strings.Replace(b.String(), "## ", "# ", 1)
	return text + fmt.Sprintf("Traits: %s. Drawn under: %s. Cost: %s.\n", strings.Join(traits(&d.Op), ", "), d.Lane(), costWords(d.Cost))
}

// operatorIndex is the first page of docs/ops.
func operatorIndex(ops op.Catalogue) string {
	var b strings.Builder
	b.WriteString("<!-- Written by make gen, from engine/op. -->\n\n# Operators\n\nFunctions of expressions stand in the [reference](../language/reference.md).\n\n| operator | what it does |\n|---|---|\n")
	for _, f := range ops.Operators() {
		fmt.Fprintf(&b, "| [%s](%s.md) | %s |\n", f.Name, f.Name, cellText(f.Summary))
	}
	return b.String()
}

// traits of an operator in words.
func traits(o *dag.Op) []string {
	out := []string{"transform"}
	switch {
	case o.Source:
		out[0] = "source"
	case o.Behind:
		out[0] = "runs behind the answer"
	}
	for _, t := range []struct {
		has  bool
		word string
	}{
		{o.Deterministic, "deterministic"}, {o.Parallel, "parallel"}, {o.PushFilter, "pushable filter"}, {o.PushLimit, "pushable limit"}, {o.Unites, "unites columns"},
	} {
		if t.has {
			out = append(out, t.word)
		}
	}
	return out
}

func costWords(c dag.Cost) string {
	if c == dag.Heavy {
		return "heavy, it reads an index or asks elsewhere"
	}
	return "cheap, a pass over the items"
}
