package main

import (
	"errors"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/internal/postgres"
)

func newUp(w world) *cobra.Command {
	var s settings
	var u upProject
	cmd := &cobra.Command{
		Use:   "up [FOLDER]",
		Short: "start everything on this machine: database, server, console",
		Long: `Starts a private Postgres in the home folder (or uses the one named by
--postgres), brings its schema up to date and serves until SIGINT or SIGTERM.
What was there at the last start is there again, however that one ended.

With the folder of a project, that is published to a team of the folder's name,
anew when its files are others than at the last start. Documents of a resource
NAME are loaded from NAME.jsonl or NAME.jsonl.gz, in --data, in the folder's
fixtures or in the folder itself. A service NAME of which one of these has a file
NAME.jsonl of answers, {"args": {…}, "item": {…}, "gives": …}, is not asked but
answered from there, unless --ask says otherwise. The requests in requests.jsonl,
{"scene": …, "request": {…}}, are asked in turn, so that the console shows
something. examples/ has projects to try.`,
		Example: `  riffle up --demo
  riffle up examples/rag
  riffle up --home /srv/riffle --addr 127.0.0.1:8080`,
		Args: atMostOneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && (u.data != "" || u.ask):
				return usageError{errors.New("--data and --ask go with a folder: riffle up FOLDER")}
			case len(args) == 1 && s.demo:
				return usageError{errors.New("either --demo or a folder")}
			case len(args) == 1:
				u.dir = args[0]
				var err error
				if s.project, err = u.read(w); err != nil {
					return err
				}
			}
			return serveInstance(cmd.Context(), w, s)
		},
		ValidArgsFunction: foldersOnly,
	}
	s.declare(cmd.Flags())
	cmd.Flags().StringVar(&s.postgres, "postgres", string(postgres.Auto),
		"which Postgres: auto, system, npm, or the URL of a running one")
	cmd.Flags().BoolVar(&s.demo, "demo", false, "load the demo project and send it gentle traffic")
	cmd.Flags().StringVar(&u.data, "data", "", "folder with documents, NAME.jsonl or .jsonl.gz of a resource NAME")
	cmd.Flags().BoolVar(&u.ask, "ask", false, "ask services, also those that the folder has answers of")
	return cmd
}
