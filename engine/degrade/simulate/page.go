package simulate

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/internal/plural"
)

// Page of reports, as Markdown: what each method did in each flood, and what the
// controller should reach in it. It holds nothing that a slower machine would
// change.
func Page(reports []Report) string {
	var b strings.Builder
	b.WriteString(`# Floods

Written by ` + "`make bench-overload`" + `: floods of requests against a machine of 32 cores that is
simulated, with the controller that serves and with what it is compared with, each in the same
world. The same seed gives the same numbers on every machine; what is modelled is said in
` + "`engine/degrade/simulate/doc.go`" + `.

Lost is refused or late. Gain kept is by that of the best that could be done if everything were
known beforehand and every core were busy; it may take from important scenes for others, so of
several scenes it is no aim. First lighter plan is from the demand passing 92 % of the capacity,
back to NORMAL from its falling below that for good. Reversals are how often a minute it got
worse again after it had got better; each wave of a sawtooth may be one.

`)
	b.WriteString("| method | |\n|---|---|\n")
	for _, name := range Policies() {
		fmt.Fprintf(&b, "| %s | %s |\n", name, AboutPolicy(name))
	}
	for i := range reports {
		reports[i].section(&b)
	}
	return b.String()
}

func (r *Report) section(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n%s (seed %d).\n\n", r.Scenario, r.About, r.Seed)
	b.WriteString("| method | lost | of it late | gain kept | p50 | p99 | first lighter plan | back to NORMAL | reversals a minute |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for i := range r.Results {
		x := &r.Results[i]
		fmt.Fprintf(b, "| %s | %.3f %% | %.3f %% | %.1f %% | %.0f ms | %.0f ms | %s | %s | %.1f |\n", x.Policy,
			100*x.Lost, 100*x.Late, 100*x.Kept, x.P50, x.P99, or(x.First, "ms"), or(x.Normal, "s"), x.Turns)
	}
	for i := range r.Results[:min(1, len(r.Results))] {
		for _, c := range r.Results[i].Classes {
			fmt.Fprintf(b, "\n%s, %s (%s): lost %.3f %%, %.1f %% on the full plan.\n", r.Results[i].Policy, c.Class, plural.Of(c.Scenes, "scene"), 100*c.Lost, 100*c.Full)
		}
	}
	if len(r.Aims) > 0 {
		b.WriteString("\n| aim of ours | reach | got | |\n|---|---:|---:|---|\n")
	}
	for _, a := range r.Aims {
		sign, met := "≤", "met"
		if a.AtLeast {
			sign = "≥"
		}
		if !a.Met {
			met = "**missed**"
		}
		fmt.Fprintf(b, "| %s | %s %g %s | %.3g %s | %s |\n", a.What, sign, a.Most, a.Unit, a.Got, a.Unit, met)
	}
}
