package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dag/optimize"
)

// explainedRules is how the graph of a pipeline that answers requests comes
// about.
type explainedRules struct {
	Pipeline string          `json:"pipeline"`
	Written  string          `json:"written" doc:"the graph as the text says it, a node a line"`
	Steps    []optimize.Step `json:"steps" doc:"the rules that changed it, in order"`
	Idle     []string        `json:"idle" doc:"rules that changed nothing"`
	Without  []string        `json:"without,omitempty" doc:"rules that were left out"`
}

// ruleNames are the rules in their order.
func ruleNames() []string {
	var out []string
	for _, r := range optimize.Rules() {
		out = append(out, r.ID)
	}
	return out
}

// rules applied to graphs, one after the other.
func (e *explainer) rules(graphs []*dag.Graph, resources []*dag.Resource) []explainedRules {
	var out []explainedRules
	for _, g := range graphs {
		got := optimize.Graph(g, resources, optimize.Options{Off: e.without, Text: true})
		rules := explainedRules{Pipeline: g.Name, Without: e.without, Steps: []optimize.Step{}, Idle: []string{},
			Written: dag.Explain(optimize.Graph(g, resources, optimize.Options{None: true}).Graph)}
		rules.Steps = append(rules.Steps, got.Steps...)
		for _, name := range ruleNames() {
			changed := slices.ContainsFunc(got.Steps, func(s optimize.Step) bool { return s.Rule == name })
			if !changed && !slices.Contains(e.without, name) {
				rules.Idle = append(rules.Idle, name)
			}
		}
		out = append(out, rules)
	}
	return out
}

// traceText prints the graph as written, and of each rule its changes and the
// lines that are others after it.
func (e *explainer) traceText(list []explainedRules) error {
	var b strings.Builder
	p := e.painterFor(e.out)
	for i, r := range list {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(printableLines(r.Written))
		last := r.Written
		for _, s := range r.Steps {
			b.WriteString(p.paint(bold, s.Rule) + " " + s.Summary + "\n")
			t := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
			for _, c := range s.Changes {
				fmt.Fprintf(t, "  %s\t%s\t%s\n", printable(c.Node), printable(c.Pos), printable(c.Text))
			}
			_ = t.Flush() // into a strings.Builder
			gone, come := changedLines(last, s.Graph)
			for _, line := range gone {
				b.WriteString(p.paint(red, "  - "+printable(line)) + "\n")
			}
			for _, line := range come {
				b.WriteString(p.paint(green, "  + "+printable(line)) + "\n")
			}
			last = s.Graph
		}
		if len(r.Idle) > 0 {
			fmt.Fprintf(&b, "%s %s\n", p.paint(bold, "nothing to do for"), strings.Join(r.Idle, ", "))
		}
		if len(r.Without) > 0 {
			fmt.Fprintf(&b, "%s %s\n", p.paint(bold, "left out"), strings.Join(r.Without, ", "))
		}
	}
	_, err := io.WriteString(e.out, b.String())
	return err
}

// changedLines of a text: those that are gone, and those that are new.
func changedLines(before, after string) (gone, come []string) {
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	lacks := func(lines, from []string) []string {
		count := map[string]int{}
		for _, line := range from {
			count[line]++
		}
		var out []string
		for _, line := range lines {
			if count[line]--; count[line] < 0 {
				out = append(out, line)
			}
		}
		return out
	}
	return lacks(was, is), lacks(is, was)
}
