package main

import (
	"fmt"
	"io"
	"sort"
	"strings"
	"text/tabwriter"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/plural"
)

// maxCell is how many characters of a value a table shows.
const maxCell = 36

// printAnswer writes the items, then how the answer came to be.
func printAnswer(w io.Writer, a *engine.Answer) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	head := []string{"#", "_score", "_from"}
	if len(a.Items) > 0 {
		for _, c := range a.Items[0].Columns {
			head = append(head, c.Name)
		}
	}
	fmt.Fprintln(t, strings.Join(head, "\t"))
	for i, it := range a.Items {
		row := []string{fmt.Sprint(i + 1), fmt.Sprintf("%.4g", it.Score), strings.Join(it.From, "+")}
		for _, c := range it.Columns {
			row = append(row, cell(c.Value))
		}
		fmt.Fprintln(t, strings.Join(row, "\t"))
		if it.Why != nil {
			fmt.Fprintf(t, "\t%s\n", why(it.Why))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, name := range sortedKeys(a.Fields) {
		fmt.Fprintf(w, "%s: %s\n", name, cell(a.Fields[name]))
	}
	fmt.Fprintf(w, "\n%s from %s, version %s, plan %s, coverage %.2f, %s", plural.Of(len(a.Items), "item"), a.Served, a.Version, a.Plan, a.Coverage,
		time.Duration(a.Duration).Round(10*time.Microsecond))
	if a.Tier != "" {
		fmt.Fprintf(w, ", tier %s", a.Tier)
	}
	for _, name := range sortedKeys(a.Experiments) {
		fmt.Fprintf(w, ", %s %s", name, a.Experiments[name])
	}
	fmt.Fprintln(w)
	printOutcomes(w, a.Outcomes)
	printLost(w, a.WhyNot)
	return nil
}

// printOutcomes writes a line a node.
func printOutcomes(w io.Writer, outcomes []engine.Outcome) {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	for _, o := range outcomes {
		took := time.Duration(o.End - o.Start).Round(time.Microsecond)
		node, op := o.Node, o.Op
		if o.Turn != "" {
			node += " [" + o.Turn + "]"
		}
		if o.Arm != "" {
			op += " " + o.Arm
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\t%d -> %d\t%s\t%s\n", node, op, o.Outcome, o.In, o.Out, took, o.Cause)
	}
	t.Flush()
}

// why an item is where it is, as a line: its sources and each node that gave it
// a score or moved it.
func why(y *engine.Why) string {
	var parts []string
	for _, s := range y.Stages {
		text := fmt.Sprintf("%s #%d of %d", s.Node, s.Rank, s.Of)
		if s.Score != nil {
			text += fmt.Sprintf(" (%.4g)", *s.Score)
		}
		if s.Moved != 0 {
			text += fmt.Sprintf(" %+d", s.Moved)
		}
		if len(s.Columns) > 0 && (s.Source || s.Scored || s.Moved != 0) {
			var read []string
			for _, v := range s.Columns {
				read = append(read, v.Name+" "+cell(v.Value))
			}
			text += " by " + strings.Join(read, ", ")
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " > ")
}

// printLost writes what became of the documents asked for.
func printLost(w io.Writer, lost []trace.Lost) {
	for _, l := range lost {
		name := l.ID
		if l.Resource != "" {
			name = l.Resource + "/" + l.ID
		}
		fmt.Fprintf(w, "\nwhy not %s: %s\n", name, l.Message)
		for _, d := range l.Drops {
			turn := ""
			if d.Turn != "" {
				turn = " [" + d.Turn + "]"
			}
			fmt.Fprintf(w, "  %s%s  %s  %s: %s\n", d.Node, turn, d.Op, d.Pos, d.Message)
		}
	}
}

// cell is a value on one short line.
func cell(v any) string {
	s, ok := v.(string)
	if !ok {
		s = dag.Value(v)
	}
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > maxCell {
		s = string(r[:maxCell-1]) + "…"
	}
	return s
}

func sortedKeys[T any](m map[string]T) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
