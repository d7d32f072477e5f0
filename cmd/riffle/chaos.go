package main

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/engine/chaos"
	"riffle.dev/riffle/internal/plural"
)

func newChaos(w world) *cobra.Command {
	var page, table string
	o := chaos.Options{Log: w.out}
	cmd := &cobra.Command{
		Use:   "chaos",
		Short: "serve while everything that is asked fails, look at each answer, and write the page of benchmarks",
		Long: `Measures how many requests a second this machine serves, asks for a share of that
while services, a store and sources hang, crawl, fail and answer garbage or a
million rows, and looks whether every answer is right or says truly what it lacks,
whether all leave in time, and whether anything is left behind.`,
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Load <= 0 || o.Load > 1 || o.For <= 0 || o.Measure <= 0 {
				return usageError{fmt.Errorf("--load is within 0..1 and times are above 0, got --load %v --for %v --measure %v", o.Load, o.For, o.Measure)}
			}
			if !cmd.Flags().Changed("seed") {
				o.Seed = uint64(time.Now().UnixNano())
			}
			c, err := chaos.New(o)
			if err != nil {
				return err
			}
			defer c.Close()
			res, err := c.Run(cmd.Context())
			if err != nil {
				return err
			}
			return tellChaos(w, res, table, page)
		},
	}
	cmd.Flags().DurationVar(&o.For, "for", 10*time.Minute, "how long")
	cmd.Flags().Float64Var(&o.Load, "load", 0.7, "share of saturation that is asked for")
	cmd.Flags().DurationVar(&o.Measure, "measure", 10*time.Second, "how long saturation is measured")
	cmd.Flags().Uint64Var(&o.Seed, "seed", 0, "of what fails; another one each time when not given")
	cmd.Flags().IntVar(&o.Worst, "worst", 0, "print that many of the latest answers, with what they waited for")
	cmd.Flags().StringVar(&page, "page", "docs/benchmarks.md", "the page to write")
	cmd.Flags().StringVar(&table, "table", "build/benchmarks.json", "the same as JSON")
	return cmd
}

// tellChaos prints and keeps the figures. The exit says whether all hold.
func tellChaos(w world, r *chaos.Result, table, page string) error {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	percent := func(n int64) float64 { return 100 * float64(n) / float64(max(1, r.Asked)) }
	wrong, untrue := r.Counts()
	const mb = 1 << 20
	rows := []benchRow{
		alone("chaos.rate", "requests asked for while all that is asked fails, a share of saturation measured in the same run", "requests/s", r.Rate),
		alone("chaos.saturation", "saturation, all well", "requests/s", r.Saturation),
		alone("chaos.cpu", "share of all processors that was used", "%", 100*r.CPU),
		alone("chaos.asked", "requests", "requests", float64(r.Asked)),
		alone("chaos.partial", "of them, answered without a part, and saying so", "%", percent(r.Partial)),
		alone("chaos.fallback", "of them, answered by the scene's fallback", "%", percent(r.Fallbacks)),
		alone("chaos.failed", "of them, without an answer; why is printed by scene", "%", percent(r.Failed)),
		within("chaos.wrong", "answers that differ from the oracle's", "answers", float64(wrong), 0),
		within("chaos.untrue", "failures told that did not happen, or not told", "failures", float64(untrue), 0),
		within("chaos.late.p999", "answers behind their deadline: 99.9th percentile; the reach is max(5 ms, that of the canary + 2 ms)", "ms", max(0, ms(r.Late.P999)), ms(r.Bound())),
		alone("chaos.late.beyond", "of the answers, later than that", "%", percent(r.Beyond)),
		within("chaos.late.max", "the latest of them; the reach is 50 ms, or the latest of the canary + 2 ms where each answer later than 50 ms was late together with the canary", "ms", max(0, ms(r.Late.Max)), ms(r.Latest())),
		alone("chaos.late.stalled", "answers later than 50 ms", "answers", float64(r.Stalled)),
		within("chaos.late.alone", "of them, those that are so without the time in which the canary was held up too", "answers", float64(r.Unseen), 0),
		alone("chaos.canary.p999", "a bare timer in the same run, behind its time: 99.9th percentile", "ms", ms(r.Canary.P999)),
		alone("chaos.canary.max", "the latest of them", "ms", ms(r.Canary.Max)),
		within("chaos.goroutines", "goroutines that are more than before", "goroutines", float64(r.Goroutines[1]-r.Goroutines[0]), 2),
		within("chaos.heap", "heap that is more than before", "MB", (float64(r.Heap[1])-float64(r.Heap[0]))/mb, 8),
	}
	for _, row := range rows {
		fmt.Fprintln(w.out, "  "+row.line())
	}
	fmt.Fprintf(w.out, "  goroutines %d before, %d after; heap %.1f MB before, %.1f MB after\n", r.Goroutines[0], r.Goroutines[1], float64(r.Heap[0])/mb, float64(r.Heap[1])/mb)
	fmt.Fprintf(w.out, "  calls done ill: %v; circuits opened %s; the oracle was asked for %s of answers; %s with stale parts\n", r.Moods, plural.Of(r.Opened, "time"), plural.Of(r.Kinds, "kind"), plural.Of(r.Stale, "answer"))
	for _, b := range r.Budgets {
		fmt.Fprintf(w.out, "  %s: %s, %d again, %d not again\n", b.Target, plural.Of(b.Done, "call"), b.Again, b.Refused)
	}
	for _, scene := range slices.Sorted(maps.Keys(r.Scenes)) {
		for _, line := range r.Scenes[scene].Lines(scene) {
			fmt.Fprintln(w.out, " ", line)
		}
	}
	for _, l := range r.Worst {
		fmt.Fprintln(w.out, "late:", l)
	}
	for _, s := range r.Wrong {
		fmt.Fprintln(w.out, "wrong:", s)
	}
	for _, s := range r.Untrue {
		fmt.Fprintln(w.out, "untrue:", s)
	}
	if err := keepRows(table, page, "chaos", rows); err != nil {
		return err
	}
	for _, row := range rows {
		if !row.Holds {
			return exit(1)
		}
	}
	return nil
}
