package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// planning reads what a scene would give up, and what it gave up.
type planning struct {
	world
	client
	tier  string
	qps   float64
	limit int
	json  bool
}

// verb of planning that wants a scene.
func (p *planning) verb(cmd *cobra.Command, run func(ctx context.Context, scene string) error) *cobra.Command {
	cmd.Args = exactly(1, "the name of a scene")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), args[0]) }
	p.declare(cmd.Flags(), localServer, "read")
	cmd.Flags().BoolVar(&p.json, "json", false, "print JSON")
	return cmd
}

func newDegradationPlans(w world) *cobra.Command {
	p := &planning{world: w}
	cmd := p.verb(&cobra.Command{Use: "plans SCENE", Short: "list a scene's levels, from the full plan to the cheapest",
		Example: "  riffle degradation plans home --team shop --tier newcomers"}, p.plans)
	cmd.Flags().StringVar(&p.tier, "tier", "", "of this tier only; others: users of none")
	return cmd
}

func newDegradationEvents(w world) *cobra.Command {
	p := &planning{world: w}
	cmd := p.verb(&cobra.Command{Use: "events SCENE", Short: "list a scene's changes of state, newest first",
		Example: "  riffle degradation events home --team shop --limit 100"}, p.events)
	cmd.Flags().IntVar(&p.limit, "limit", 20, "how many, 500 at most")
	return cmd
}

func newDegradationWhatIf(w world) *cobra.Command {
	p := &planning{world: w}
	cmd := p.verb(&cobra.Command{Use: "what-if SCENE --qps N", Short: "say what a scene would give up at a rate, and why",
		Long: `Asks a server for the plans that a scene would serve at a rate of requests if it had the
machine for itself, with the costs measured now: what each tier would have, which nodes
would be off or turned down and why, what share of the gain is kept, what share of the
requests is refused, and which rate the machine gives full plans to. Nothing changes.`,
		Example: "  riffle degradation what-if home --qps 29000 --tier newcomers --team shop"}, p.whatIf)
	cmd.Flags().Float64Var(&p.qps, "qps", 0, "requests a second")
	cmd.Flags().StringVar(&p.tier, "tier", "", "of this tier only; others: users of none")
	return cmd
}

// read a part of a scene's degradation.
func (p *planning) part(ctx context.Context, out any, query url.Values, scene, part string) error {
	at, err := p.address("scenes", scene, "degradation", part)
	if err != nil {
		return err
	}
	at.RawQuery = query.Encode()
	text, err := p.send(ctx, "GET", at, nil, nil)
	if err != nil {
		return err
	}
	return p.read(text, out)
}

// wanted tells whether a tier was asked for, by its name in answers.
func (p *planning) wanted(tier string) bool { return p.tier == "" || p.tier == tierWord(tier) }

// none of the tiers was the one asked for.
func (p *planning) none(scene string, tiers []string) error {
	words := make([]string, len(tiers))
	for i, t := range tiers {
		words[i] = tierWord(t)
	}
	return usageError{fmt.Errorf("scene %s has no tier %q; there are %s", scene, p.tier, strings.Join(words, ", "))}
}

// tierWord names users of no tier as load tests do.
func tierWord(tier string) string {
	if tier == "" {
		return "others"
	}
	return tier
}

func (p *planning) plans(ctx context.Context, scene string) error {
	var page struct {
		Items []api.DegradationPlan `json:"items"`
	}
	if err := p.part(ctx, &page, nil, scene, "plans"); err != nil {
		return err
	}
	var list []api.DegradationPlan
	var tiers []string
	for _, l := range page.Items {
		if len(tiers) == 0 || tiers[len(tiers)-1] != l.Tier {
			tiers = append(tiers, l.Tier)
		}
		if p.wanted(l.Tier) {
			list = append(list, l)
		}
	}
	if len(list) == 0 && p.tier != "" {
		return p.none(scene, tiers)
	}
	if p.json {
		return writeJSON(p.out, list)
	}
	t := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "TIER\tLEVEL\tGAIN\tCPU\tRECALLS\tPLAN")
	for _, l := range list {
		fmt.Fprintf(t, "%s\t%d\t%.1f %%\t%s\t%s\t%s\n", tierWord(l.Tier), l.Level, 100*l.Gain, cpuOf(l.CostUS), waitOf(l.RecallMS), l.Plan)
	}
	return t.Flush()
}

// cpuOf µs of a request.
func cpuOf(us float64) string {
	return time.Duration(us * float64(time.Microsecond)).Round(time.Microsecond).String()
}

func (p *planning) events(ctx context.Context, scene string) error {
	var page struct {
		Items []app.DegradationEvent `json:"items"`
	}
	if err := p.part(ctx, &page, url.Values{"limit": {fmt.Sprint(p.limit)}}, scene, "events"); err != nil {
		return err
	}
	if p.json {
		return writeJSON(p.out, page.Items)
	}
	if len(page.Items) == 0 {
		_, err := fmt.Fprintf(p.out, "scene %s has not changed its state\n", scene)
		return err
	}
	t := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "AT\tFROM\tTO\tRATE\tNEED\tBUDGET\tFULL\tWHY")
	for _, e := range page.Items {
		why := e.Why
		if e.By != "" {
			why += ", by " + e.By
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%.0f\t%.2f\t%.2f\t%.0f %%\t%s\n", e.At.Local().Format(time.DateTime), e.From, e.To, e.Rate, e.Need, e.Budget, 100*e.Full, why)
	}
	return t.Flush()
}

func (p *planning) whatIf(ctx context.Context, scene string) error {
	if !(p.qps > 0) {
		return usageError{fmt.Errorf("--qps: want a rate above 0, got %g", p.qps)}
	}
	var w api.WhatIf
	if err := p.part(ctx, &w, url.Values{"qps": {fmt.Sprint(p.qps)}}, scene, "what-if"); err != nil {
		return err
	}
	var tiers []string
	var list []api.WhatIfTier
	for _, t := range w.Tiers {
		tiers = append(tiers, t.Tier)
		if p.wanted(t.Tier) {
			list = append(list, t)
		}
	}
	if len(list) == 0 && p.tier != "" {
		return p.none(scene, tiers)
	}
	if w.Tiers = list; p.json {
		return writeJSON(p.out, w)
	}
	return printWhatIf(p.out, scene, &w)
}

func printWhatIf(out io.Writer, scene string, w *api.WhatIf) error {
	fmt.Fprintf(out, "scene %s at %s requests a second: %.1f %% of the gain is kept, %.1f %% of the requests are refused\n", scene, thousands(w.QPS), 100*w.Kept, 100*w.Shed)
	fmt.Fprintf(out, "full plans want %.2f cores, there are %.2f: enough for %s a second\n\n", w.Need, w.Capacity, thousands(w.Suffices))
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "TIER\tLEVEL\tREFUSED\tGAIN\tPLAN")
	for i := range w.Tiers {
		x := &w.Tiers[i]
		plan := x.Plan
		if x.Deeper > 0 {
			plan += fmt.Sprintf(", for %.0f %% %s", 100*x.Deeper, x.Below)
		}
		fmt.Fprintf(t, "%s\t%d\t%.1f %%\t%.1f %%\t%s\n", tierWord(x.Tier), x.Level, 100*x.Shed, 100*x.Gain, plan)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	t = tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	none := true
	for i := range w.Tiers {
		for _, m := range w.Tiers[i].Off {
			if none {
				fmt.Fprintln(t, "\nTIER\tNODE\tHAS\tGIVES UP\tSAVES\tWHY")
				none = false
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%.3g\t%s\t%s\n", tierWord(w.Tiers[i].Tier), m.Node, m.Variant, m.Gain, cpuOf(m.SavesUS), m.Why)
		}
	}
	return t.Flush()
}
