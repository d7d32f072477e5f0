package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/engine/degrade/simulate"
)

// simulator is one run of simulate.
type simulator struct {
	world
	policies []string
	seed     uint64
	json     bool
	timeline bool
	page     string
}

// simulateOutput is what simulate --json prints.
type simulateOutput struct {
	Reports []simulate.Report `json:"reports"`
}

func newSimulate(w world) *cobra.Command {
	s := &simulator{world: w}
	names := scenarioNames()
	cmd := &cobra.Command{
		Use:   "simulate [SCENARIO…]",
		Short: "run the policies of overload against each other under a virtual clock",
		Long: `Runs floods of requests against a machine that is simulated, with the controller
that serves and with the methods it is compared with, each in the same world: the
same arrivals, the same noise. No server is needed, and no time passes: a minute
of a flood takes seconds. The same seed gives the same numbers.

Scenarios (all when none is named):
` + scenarioHelp() + `
Policies:
` + policyHelp() + `
Columns: lost is refused or late; kept is the gain by that of the best that could be
done with everything known beforehand; first is from the demand passing 92 % of the
capacity to the first lighter plan; normal is from its falling below that for good to
NORMAL; turns is how often a minute it got worse again after it had got better. A
row that has an aim says whether it is met.`,
		Example:   "  riffle simulate spike\n  riffle simulate plateau weak --policies ours,none --seed 7 --json",
		ValidArgs: names,
		Args: func(_ *cobra.Command, args []string) error {
			for _, a := range args {
				if !slices.Contains(names, a) {
					return fmt.Errorf("there is no scenario %q: %s", a, strings.Join(names, ", "))
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(cmd, args) },
	}
	cmd.Flags().StringSliceVar(&s.policies, "policies", simulate.Policies(), "which policies, by commas")
	cmd.Flags().Uint64Var(&s.seed, "seed", 1, "of arrivals, noise and errors")
	cmd.Flags().BoolVar(&s.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&s.timeline, "timeline", false, "with --json: ten points a second")
	cmd.Flags().StringVar(&s.page, "page", "", "write the tables to this page too, as Markdown")
	complete(cmd, "policies", simulate.Policies()...)
	return cmd
}

func scenarioNames() []string {
	var names []string
	for _, sc := range simulate.Scenarios() {
		names = append(names, sc.Name)
	}
	return names
}

func scenarioHelp() string {
	var b strings.Builder
	for _, sc := range simulate.Scenarios() {
		fmt.Fprintf(&b, "  %-9s %s\n", sc.Name, sc.About)
	}
	return b.String()
}

func policyHelp() string {
	var b strings.Builder
	for _, name := range simulate.Policies() {
		fmt.Fprintf(&b, "  %-9s %s\n", name, simulate.AboutPolicy(name))
	}
	return b.String()
}

func (s *simulator) run(cmd *cobra.Command, args []string) error {
	for _, p := range s.policies {
		if !slices.Contains(simulate.Policies(), p) {
			return usageError{fmt.Errorf("there is no policy %q: %s", p, strings.Join(simulate.Policies(), ", "))}
		}
	}
	var asked []simulate.Scenario
	for _, sc := range simulate.Scenarios() {
		if len(args) == 0 || slices.Contains(args, sc.Name) {
			asked = append(asked, sc)
		}
	}
	out := simulateOutput{Reports: []simulate.Report{}}
	err := s.each(cmd.Context(), asked, func(rep simulate.Report) error {
		out.Reports = append(out.Reports, rep)
		if s.json {
			return nil
		}
		_, err := fmt.Fprintln(s.out, rep.Table())
		return err
	})
	if err != nil {
		return err
	}
	if s.page != "" {
		if err := os.WriteFile(s.page, []byte(simulate.Page(out.Reports)), 0o644); err != nil {
			return err
		}
	}
	if s.json {
		return writeJSON(s.out, out)
	}
	return nil
}

// each scenario is run, on as many cores as there are, and told of in its turn.
func (s *simulator) each(ctx context.Context, asked []simulate.Scenario, tell func(simulate.Report) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type done struct {
		rep simulate.Report
		err error
	}
	turns, ran := make(chan struct{}, runtime.GOMAXPROCS(0)), make([]chan done, len(asked))
	for i := range ran {
		ran[i] = make(chan done, 1)
	}
	go func() {
		for i, sc := range asked {
			turns <- struct{}{}
			go func() {
				defer func() { <-turns }()
				rep, err := simulate.Run(ctx, sc, s.policies, s.seed)
				ran[i] <- done{rep, err}
			}()
		}
	}()
	for i := range ran {
		d := <-ran[i]
		if d.err != nil {
			return d.err
		}
		if !s.timeline {
			for k := range d.rep.Results {
				d.rep.Results[k].Timeline = nil
			}
		}
		if err := tell(d.rep); err != nil {
			return err
		}
	}
	return nil
}
