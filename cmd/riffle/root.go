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
	newTest,
	newPlan,
	newApply,
	newExplain,
	newSimulate,
	newLoadtest,
	newDegradation,
	newGain,
	newRun,
	newPut,
	newCircuits,
	newLimits,
	newLogs,
	newDocs,
	newBench,
	newChaos,
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

		SuggestionsMinimumDistance: 2,
		// Settings are settled before any verb runs.
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := config.Apply(cmd.Flags(), w.getenv); err != nil {
				return usageError{err}
			}
			return nil
		},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			err := fmt.Errorf("unknown command %q", args[0])
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				err = fmt.Errorf("%w, did you mean %s?", err, near[0])
			}
			return err
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
	for _, cmd := range append(root.Commands(), root) {
		checkArguments(cmd)
	}
	return root
}

// checkArguments makes wrong arguments the same as wrong flags: not understood,
// with where to look.
func checkArguments(cmd *cobra.Command) {
	if right := cmd.Args; right != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := right(cmd, args); err != nil {
				return usageError{fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())}
			}
			return nil
		}
	}
}

// noArguments is the Args of verbs that take none.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no arguments, got %q", cmd.Name(), args[0])
	}
	return nil
}
