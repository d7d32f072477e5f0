package simulate

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"riffle.dev/riffle/internal/plural"
)

// Table of a report as text, with what of its aims each scenario meets.
func (r *Report) Table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (seed %d)\n", r.Scenario, r.About, r.Seed)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "policy\tlost\trefused\tlate\tkept\tp50\tp99\tfirst\tnormal\tturns\t")
	for i := range r.Results {
		x := &r.Results[i]
		fmt.Fprintf(t, "%s\t%.3f %%\t%.3f %%\t%.3f %%\t%.2f %%\t%.0f ms\t%.0f ms\t%s\t%s\t%.1f\t\n", x.Policy,
			100*x.Lost, 100*x.Refused, 100*x.Late, 100*x.Kept, x.P50, x.P99, or(x.First, "ms"), or(x.Normal, "s"), x.Turns)
	}
	_ = t.Flush() // a strings.Builder takes everything
	for _, x := range r.Results[:min(1, len(r.Results))] {
		for _, c := range x.Classes {
			fmt.Fprintf(&b, "  %s %s, %s: %d offered, lost %.3f %%, %.1f %% on the full plan, p99 %.0f ms\n", x.Policy, c.Class, plural.Of(c.Scenes, "scene"), c.Offered, 100*c.Lost, 100*c.Full, c.P99)
		}
	}
	for _, line := range r.aims() {
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

func or(x float64, unit string) string {
	if x < 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %s", x, unit)
}
