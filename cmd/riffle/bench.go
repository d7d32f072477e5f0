package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// benches are the groups of rows, in the order of the page. Each measures its
// rows anew and leaves those of the others.
var benches = [...]struct {
	name, about string
	run         func(context.Context, *bencher) ([]benchRow, error)
}{
	{"engine", "graphs, formulas and merges against hand-written Go", benchEngine},
	{"peers", "graphs against other libraries, by the module in bench", benchPeers},
	{"language", "a large project checked, one being typed into", benchLanguage},
	{"demo", "the demo's scenes on its own data, in this process", benchDemo},
	{"home_feed", "the demo's start page against hand-written Go, and under load", benchHome},
	{"profile", "where the start page's time goes, as a page", benchProfile},
	{"gateway", "what stands around a scene, over a bare handler", benchGateway},
	{"load", "documents into the log and into the index", benchLoad},
	{"degrade", "deciding what a request may do, and what to decide by", benchDegrade},
	{"live", "the boards over websockets", benchLive},
}

// bencher is what a group needs.
type bencher struct {
	world
	each    time.Duration // how long one thing is measured
	profile string        // the page a profile is written to
	raw     string        // the file it is written to for pprof; "": none
}

func newBench(w world) *cobra.Command {
	b := &bencher{world: w}
	var page, table string
	var names []string
	for _, g := range benches {
		names = append(names, g.name)
	}
	cmd := &cobra.Command{
		Use:       "bench [" + strings.Join(names, "|") + "]...",
		Short:     "measure, and write the page of benchmarks",
		Hidden:    true,
		ValidArgs: names,
		Args:      cobra.OnlyValidArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = names
			}
			for _, g := range benches {
				for _, a := range args {
					if a != g.name {
						continue
					}
					fmt.Fprintf(w.out, "measuring %s: %s\n", g.name, g.about)
					rows, err := g.run(cmd.Context(), b)
					if err != nil {
						return fmt.Errorf("bench %s: %w", g.name, err)
					}
					for _, r := range rows {
						fmt.Fprintln(w.out, "  "+r.line())
					}
					if err := keepRows(table, page, g.name, rows); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&page, "page", "docs/benchmarks.md", "the page to write")
	cmd.Flags().StringVar(&table, "table", "build/benchmarks.json", "the same as JSON")
	cmd.Flags().StringVar(&b.profile, "profile", "docs/profile.md", "the page of the profile")
	cmd.Flags().StringVar(&b.raw, "raw", "", "the profile for go tool pprof too, to this file")
	cmd.Flags().DurationVar(&b.each, "each", time.Second, "how long each thing is measured")
	return cmd
}
