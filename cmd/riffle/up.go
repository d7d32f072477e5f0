package main

import (
	"github.com/spf13/cobra"

	"riffle.dev/riffle/internal/postgres"
)

func newUp(w world) *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   "up",
		Short: "start everything on this machine: database, server, console",
		Long: `Starts a private Postgres in the home folder (or uses the one named by
--postgres), brings its schema up to date and serves until SIGINT or SIGTERM.
What was there at the last start is there again, however that one ended.`,
		Example: `  riffle up --demo
  riffle up --home /srv/riffle --addr 127.0.0.1:8080`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return serveInstance(cmd.Context(), w, s) },
	}
	s.declare(cmd.Flags())
	cmd.Flags().StringVar(&s.postgres, "postgres", string(postgres.Auto),
		"which Postgres: auto, system, npm, or the URL of a running one")
	cmd.Flags().BoolVar(&s.demo, "demo", false, "load the demo project and send it gentle traffic")
	return cmd
}
