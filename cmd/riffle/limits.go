package main

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/server/api"
)

// limits is one run of limits.
type limits struct {
	world
	client
	json bool
}

func newLimits(w world) *cobra.Command {
	c := &limits{world: w}
	cmd := &cobra.Command{
		Use:   "limits",
		Short: "list how written limits are divided among the instances",
		Long: `Asks a running server for its parts of a team's written limits. A limit holds for
all instances on one database together; each has a part by what arrives at it. Of
scenes that were asked since the start; the instance that answers knows its own only.`,
		Example: "  riffle limits --team demo --token rfl_...",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return c.run(cmd.Context()) },
	}
	c.declare(cmd.Flags(), localServer, "read")
	cmd.Flags().BoolVar(&c.json, "json", false, "print JSON")
	return cmd
}

func (c *limits) run(ctx context.Context) error {
	var s api.LimitShares
	if err := c.get(ctx, &s, "limits"); err != nil {
		return err
	}
	if c.json {
		enc := json.NewEncoder(c.out)
		enc.SetIndent("", "  ")
		return enc.Encode(s)
	}
	fmt.Fprintln(c.out, divided(&s))
	if len(s.Limits) == 0 {
		_, err := fmt.Fprintln(c.out, "no scene with a limit was asked since the start")
		return err
	}
	t := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(t, "SCENE\tTIER\tLIMIT\tPART\tHERE\tTAKEN\tREFUSED\tASKED")
	for _, l := range s.Limits {
		each := ""
		if l.ByKey {
			each = " of each key"
		}
		tier := "-"
		if l.Tier != "" {
			tier = printable(l.Tier)
		}
		fmt.Fprintf(t, "%s\t%s\t%.6g/s%s\t%.1f%%\t%.4g/s\t%.4g/s\t%.4g/s\t%d\n", printable(l.Scene), tier, l.Rate, each, 100*l.Part, l.Rate*l.Part, l.TakenS, l.RefusedS, l.Asked)
	}
	return t.Flush()
}

// divided says among how many the limits are, and whether that is news.
func divided(s *api.LimitShares) string {
	at := ""
	if s.At != nil {
		at = s.At.UTC().Format(time.RFC3339)
	}
	switch {
	case s.At == nil && s.Failed:
		return "the database does not answer: this instance holds all of its limits"
	case s.At == nil:
		return "not divided yet: this instance holds all of its limits"
	case s.Failed:
		return "the database does not answer: parts stay as they were at " + at
	case s.Instances == 1:
		return "one instance holds all of its limits, as of " + at
	}
	return fmt.Sprintf("divided among %d instances at %s", s.Instances, at)
}
