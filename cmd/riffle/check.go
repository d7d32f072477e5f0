package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/dsl/diag"
)

// checker is one run of check.
type checker struct {
	world
	importing
	format string
	watch  bool
}

// findingFormats are the ways to print findings.
var findingFormats = [...]struct {
	name  string
	print func(c *checker, list diag.List, sources map[string][]byte) error
}{
	{"text", func(c *checker, list diag.List, sources map[string][]byte) error {
		return printText(c.out, c.painterFor(c.out), list, sources)
	}},
	{"json", func(c *checker, list diag.List, _ map[string][]byte) error { return printJSON(c.out, list) }},
	{"sarif", func(c *checker, list diag.List, _ map[string][]byte) error { return printSARIF(c.out, list) }},
	{"github", func(c *checker, list diag.List, _ map[string][]byte) error { return printGitHub(c.out, list) }},
}

// checkMemory is how many bytes a check may take before garbage is collected.
const checkMemory = 512 << 20

func newCheck(w world) *cobra.Command {
	c := &checker{world: w}
	cmd := &cobra.Command{
		Use:   "check [PATH…]",
		Short: "say what is wrong in .riffle files",
		Long: `Reads .riffle files as one project and prints every finding with its place, its
code and what to write instead. A folder stands for the .riffle files in it and
below it; no path is the folder at hand, - is standard input. It exits 0 when
there is no error, 1 when there is one, 2 when the files could not be read.

Formats: text for people; json, described by docs/api/schemas/check.json; sarif
(2.1.0) for code scanners; github for notes on the lines of a pull request.`,
		Example: "  riffle check\n  riffle check feed.riffle --format json\n  riffle check --watch",
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(formatNames(), c.format) {
				return usageError{fmt.Errorf("--format is %s, not %q", strings.Join(formatNames(), ", "), c.format)}
			}
			if len(args) == 0 {
				args = []string{"."}
			}
			if c.watch {
				return c.watchAll(cmd.Context(), args)
			}
			return c.run(cmd.Context(), args)
		},
		ValidArgsFunction: riffleFilesOnly,
	}
	cmd.Flags().StringVar(&c.format, "format", "text", "how to print findings: "+strings.Join(formatNames(), ", "))
	cmd.Flags().BoolVar(&c.watch, "watch", false, "check again whenever a file changes, until Ctrl+C")
	c.declare(cmd.Flags())
	complete(cmd, "format", formatNames()...)
	return cmd
}

func formatNames() []string {
	var out []string
	for _, f := range findingFormats {
		out = append(out, f.name)
	}
	return out
}

// run checks once. Its error is exit 1 for findings that are errors, and a
// usageError, exit 2, when nothing was checked.
func (c *checker) run(ctx context.Context, args []string) error {
	sources, err := readSources(c.in, args)
	if err != nil {
		return usageError{err}
	}
	// A check lives for a moment: memory is cheaper than collecting it.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(checkMemory))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	_, _, list := compileProject(sources, c.resolver(ctx), c.files(homeOf(args)))
	for _, f := range findingFormats {
		if f.name == c.format {
			err = f.print(c, list, sources)
		}
	}
	if err == nil && list.HasErrors() {
		return exit(1)
	}
	return err
}
