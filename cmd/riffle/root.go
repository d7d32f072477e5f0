package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/internal/config"
)

// verbs are the commands, in the order in which help lists them.
var verbs = [...]func(world) *cobra.Command{
	newUp,
	newServe,
	newCheck,
	newFmt,
	newRun,
	newPut,
	newBench,
	newDoctor,
	newVersion,
}

// usageError is a command line that was not understood.
type usageError struct{ error }

func newRoot(w world) *cobra.Command {
	root := &cobra.Command{
		Use:   "riffle",
		Short: "declare resources and recall/rank pipelines, and serve them",
		Long: `Riffle serves search, recommendation, ads and retrieval pipelines that are
declared in a small language. "riffle up --demo" shows one at work.

Every flag can be given as a variable (--addr is RIFFLE_ADDR) or as a line of a
file named by --config (addr: ...). Flags come first, then variables, then the file.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		// Settings are settled before any verb runs.
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := config.Apply(cmd.Flags(), w.getenv); err != nil {
				return usageError{err}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(w.in)
	root.SetOut(w.out)
	root.SetErr(w.err)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usageError{fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())}
	})
	cobra.EnableCommandSorting = false
	for _, verb := range verbs {
		root.AddCommand(verb(w))
	}
	return root
}
