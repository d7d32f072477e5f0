package draw

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dag"
)

// DOT writes graphs for Graphviz, a cluster each.
func DOT(graphs []dag.Description) string {
	var b strings.Builder
	b.WriteString("digraph riffle {\n  rankdir=LR\n  node [shape=box, style=rounded, fontname=monospace, fontsize=10]\n  edge [fontname=monospace, fontsize=9]\n")
	for i := range graphs {
		d := &graphs[i]
		fmt.Fprintf(&b, "  subgraph %s {\n    label=%s\n", quoted("cluster "+d.Name), quoted("pipeline "+d.Name))
		dotBody(&b, d.Name, d, "    ")
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// dotBody writes the nodes and edges of one graph; within keeps the names of
// several graphs apart.
func dotBody(b *strings.Builder, within string, d *dag.Description, indent string) {
	names := make([]string, len(d.Nodes))
	used := map[string]int{}
	for i := range d.Nodes {
		names[i] = within + "/" + d.Nodes[i].Name
		if used[names[i]]++; used[names[i]] > 1 {
			names[i] += fmt.Sprintf("#%d", used[names[i]])
		}
	}
	id := func(i int) string { return quoted(names[i]) }
	critical := map[string]bool{}
	for _, name := range d.Critical.Nodes {
		critical[name] = true
	}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		lines := label(n)
		for j := range lines {
			lines[j] = strings.ReplaceAll(lines[j], `\`, `\\`)
		}
		style := "rounded"
		if n.Optional {
			style += ",dashed"
		}
		extra := ""
		if critical[n.Name] {
			extra = ", penwidth=2"
		}
		if n.Body != nil {
			fmt.Fprintf(b, "%ssubgraph %s {\n%s  label=%s\n", indent, quoted("cluster "+within+"/"+n.Name), indent, quoted(n.Name))
		}
		fmt.Fprintf(b, "%s%s [label=%s, style=%s%s]\n", indent, id(i), dotQuoted(strings.Join(lines, `\n`)), quoted(style), extra)
		if n.Body != nil {
			dotBody(b, within+"/"+n.Name, n.Body, indent+"  ")
			fmt.Fprintf(b, "%s}\n", indent)
		}
	}
	for _, e := range edgesOf(d) {
		style := ""
		if e.spare {
			style = " [style=dashed, label=" + quoted(e.label) + "]"
		}
		fmt.Fprintf(b, "%s%s -> %s%s\n", indent, id(e.from), id(e.to), style)
	}
}

// quoted is a string of DOT.
func quoted(s string) string { return dotQuoted(strings.ReplaceAll(s, `\`, `\\`)) }

// dotQuoted keeps the escapes that s has.
func dotQuoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }
