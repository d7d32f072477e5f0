package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// text prints each pipeline: the graph, the columns, what may be given up, and
// the critical path.
func (e *explainer) text(graphs []*dag.Graph, o explainOutput) error {
	var b strings.Builder
	p := e.painterFor(e.out)
	for i, g := range graphs {
		if i > 0 {
			b.WriteString("\n")
		}
		d := &o.Pipelines[i]
		b.WriteString(printableLines(dag.Explain(g)))
		columnsText(&b, p, d)
		givingUpText(&b, p, d)
		criticalText(&b, p, d, o.Scenes)
	}
	_, err := io.WriteString(e.out, b.String())
	return err
}

// printableLines is printable text of several lines.
func printableLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = printable(lines[i])
	}
	return strings.Join(lines, "\n")
}

// everyNode visits the nodes of a description and of its bodies.
func everyNode(d *dag.Description, visit func(n *dag.DescribedNode)) {
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if n.Body != nil {
			everyNode(n.Body, visit)
		}
		visit(n)
	}
	for i := range d.Recursive {
		everyNode(&d.Recursive[i], visit)
	}
}

// columnsText is a line a set: what travels with its items, and what can be read
// of them when something needs it.
func columnsText(b *strings.Builder, p painter, d *dag.Description) {
	b.WriteString(p.paint(bold, "columns") + "\n")
	t := tabwriter.NewWriter(b, 0, 4, 2, ' ', 0)
	first := map[string]string{} // the first node with these columns
	everyNode(d, func(n *dag.DescribedNode) {
		if n.Gives != "items" {
			return
		}
		var carried, late []string
		for _, c := range n.Columns {
			if c.How == "carried" {
				carried = append(carried, c.Name+": "+c.Type)
			} else {
				late = append(late, c.Name)
			}
		}
		text := strings.Join(carried, ", ")
		if len(late) > 0 {
			text = strings.TrimPrefix(text+"; when needed "+strings.Join(late, ", "), "; ")
		}
		switch {
		case text == "":
			text = "–"
		case first[text] != "":
			text = "as " + first[text]
		default:
			first[text] = n.Name
		}
		fmt.Fprintf(t, "  %s\t%s\n", n.Name, text)
	})
	_ = t.Flush() // into a strings.Builder
}

// spare is something that may be given up under load.
type spare struct {
	what  string
	gain  string
	worth float64 // what is lost, for the order; unknown comes first
}

// givingUpText lists what may be given up, by what it is worth.
func givingUpText(b *strings.Builder, p painter, d *dag.Description) {
	var list []spare
	add := func(what, gain string) {
		s := spare{what: what, gain: gain, worth: -1}
		if _, err := fmt.Sscanf(gain, "%g", &s.worth); err != nil {
			s.gain = "not said"
		}
		list = append(list, s)
	}
	everyNode(d, func(n *dag.DescribedNode) {
		if n.Optional {
			add(n.Name+" off", n.Gain)
		}
		for _, k := range n.Knobs {
			add(fmt.Sprintf("%s: %s from %d down to %d", n.Name, k.Arg, k.Hi, k.Lo), n.Gain)
		}
		for i := 1; n.Op == "choose" && i < len(n.Branches); i++ {
			add(fmt.Sprintf("%s: %s instead of %s", n.Name, n.Branches[i].Name, n.Branches[i-1].Name), n.Branches[i-1].Gain)
		}
	})
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b spare) int { return cmp.Compare(a.worth, b.worth) })
	b.WriteString(p.paint(bold, "may be given up under load") + "\n")
	t := tabwriter.NewWriter(b, 0, 4, 2, ' ', 0)
	for _, s := range list {
		fmt.Fprintf(t, "  %s\tgain %s\n", s.what, s.gain)
	}
	_ = t.Flush()
}

// criticalText holds the declared timeouts against the deadlines.
func criticalText(b *strings.Builder, p painter, d *dag.Description, scenes []explainedScene) {
	b.WriteString(p.paint(bold, "critical path") + "\n")
	if d.Critical.Timeout == 0 {
		b.WriteString("  no node declares a timeout\n")
	} else {
		fmt.Fprintf(b, "  %s, %s by declared timeouts\n", strings.Join(d.Critical.Nodes, " -> "), column.FormatDuration(d.Critical.Timeout))
	}
	for _, s := range scenes {
		if s.Pipeline != d.Name {
			continue
		}
		fmt.Fprintf(b, "  scene %s has %s", s.Name, column.FormatDuration(s.Deadline))
		if s.Reserve > 0 {
			fmt.Fprintf(b, ", %s of it for %s", column.FormatDuration(s.Reserve), s.Fallback)
		}
		if d.Critical.Timeout > s.Deadline-s.Reserve {
			b.WriteString(p.paint(yellow, ": less than the path may take"))
		}
		b.WriteString("\n")
	}
}
