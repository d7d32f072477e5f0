package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/internal/garbage"
)

// benches are the groups of rows, in the order of the page. Each measures its
// rows anew and leaves those of the others.
var benches = [...]struct {
	name, about string
	run         func(context.Context, *bencher) ([]benchRow, error)
	serves      bool // what a server does, with the collector set as it sets it
}{
	{"engine", "graphs, formulas and merges against hand-written Go", benchEngine, false},
	{"peers", "graphs against other libraries, by the module in bench", benchPeers, false},
	{"language", "a large project checked, one being typed into", benchLanguage, false},
	{"demo", "the demo's scenes on its own data, in this process", benchDemo, true},
	{"home_feed", "the demo's start page against hand-written Go, and under load", benchHome, true},
	{"profile", "where the start page's time goes, as a page", benchProfile, true},
	{"gateway", "what stands around a scene, over a bare handler", benchGateway, true},
	{"load", "documents into the log and into the index", benchLoad, false},
	{"degrade", "deciding what a request may do, and what to decide by", benchDegrade, false},
	{"live", "the boards over websockets", benchLive, true},
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
					stop := func() {}
					if g.serves {
						stop = garbage.Keep(cmd.Context(), 0, w.getenv)
					}
					rows, err := g.run(cmd.Context(), b)
					stop()
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
