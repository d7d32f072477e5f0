package main

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/server/app"
)

// logsOf is one run of logs.
type logsOf struct {
	world
	client
	json bool
}

func newLogs(w world) *cobra.Command {
	l := &logsOf{world: w}
	cmd := &cobra.Command{
		Use:   "logs",
		Short: "list what became of the lines that pipelines log",
		Long: `Asks a running server which places a team's pipelines write lines to behind their
answers, log(page, to: "file:shown.jsonl"), and what became of the lines since it
started: written, not taken by the place (failed), without room to wait (dropped).
Each instance knows of its own lines only.`,
		Example: "  riffle logs --team demo --token rfl_...",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return l.run(cmd.Context()) },
	}
	l.declare(cmd.Flags(), localServer, "read")
	cmd.Flags().BoolVar(&l.json, "json", false, "print JSON")
	return cmd
}

func (l *logsOf) run(ctx context.Context) error {
	var page struct {
		Items []app.LogPlace `json:"items"`
	}
	if err := l.get(ctx, &page, "logs"); err != nil {
		return err
	}
	if l.json {
		enc := json.NewEncoder(l.out)
		enc.SetIndent("", "  ")
		return enc.Encode(page.Items)
	}
	if len(page.Items) == 0 {
		_, err := fmt.Fprintln(l.out, "nothing was logged since the server started")
		return err
	}
	t := tabwriter.NewWriter(l.out, 0, 4, 2, ' ', 0)
	for _, p := range page.Items {
		fmt.Fprintf(t, "%s\t%d written\t%d failed\t%d dropped\t%d waiting\t%s\n", printable(p.To), p.Written, p.Failed, p.Dropped, p.Waiting, printable(p.Error))
	}
	return t.Flush()
}
