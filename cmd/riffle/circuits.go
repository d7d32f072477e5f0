package main

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/internal/plural"
	"riffle.dev/riffle/server/app"
)

// circuits is one run of circuits.
type circuits struct {
	world
	client
	json bool
}

func newCircuits(w world) *cobra.Command {
	c := &circuits{world: w}
	cmd := &cobra.Command{
		Use:   "circuits",
		Short: "list which services and stores are down and not asked",
		Long: `Asks a running server how the circuits before a team's services and stores stand.
One that is down is not asked, but for a try now and then: nodes that want it fail at
once as circuit_open. Each instance knows of its own calls only.`,
		Example: "  riffle circuits --team demo --token rfl_...",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return c.run(cmd.Context()) },
	}
	c.declare(cmd.Flags(), localServer, "read")
	cmd.Flags().BoolVar(&c.json, "json", false, "print JSON")
	return cmd
}

func (c *circuits) run(ctx context.Context) error {
	var page struct {
		Items []app.Circuit `json:"items"`
	}
	if err := c.get(ctx, &page, "circuits"); err != nil {
		return err
	}
	if c.json {
		enc := json.NewEncoder(c.out)
		enc.SetIndent("", "  ")
		return enc.Encode(page.Items)
	}
	if len(page.Items) == 0 {
		_, err := fmt.Fprintln(c.out, "nothing has a circuit: no service by URL, no store of the team's own")
		return err
	}
	t := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	for _, i := range page.Items {
		since, tried := "", ""
		if i.Since != nil {
			since = "since " + i.Since.UTC().Format(time.RFC3339)
		}
		if i.Until != nil {
			tried = "tried again at " + i.Until.UTC().Format(time.RFC3339)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\topened %s\t%s refused\t%s\t%s\n", i.Kind, printable(i.Name), i.State, plural.Of(i.Opened, "time"), plural.Of(i.Refused, "call"), since, tried)
	}
	return t.Flush()
}
