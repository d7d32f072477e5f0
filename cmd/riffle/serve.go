package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/internal/postgres"
)

func newServe(w world) *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "serve on a Postgres that somebody else runs",
		Long: `Brings the schema of the database named by --postgres up to date and serves until
SIGINT or SIGTERM. Several instances may serve on one database.`,
		Example: `  riffle serve --postgres postgres://riffle:password@db:5432/riffle --addr :7700`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !postgres.Choice(s.postgres).External() {
				return usageError{fmt.Errorf("serve needs --postgres postgres://user:password@host:port/database, got %q; riffle up brings its own", s.postgres)}
			}
			return serveInstance(cmd.Context(), w, s)
		},
	}
	s.declare(cmd.Flags())
	cmd.Flags().StringVar(&s.postgres, "postgres", "", "the URL of the database")
	return cmd
}
