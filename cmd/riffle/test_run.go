package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/testrun"
	"riffle.dev/riffle/internal/plural"
)

// tester is one run of test.
type tester struct {
	world
	importing
	format, only string
	timeout      time.Duration
}

// testFormats are the ways to print.
var testFormats = [...]string{"text", "json", "junit"}

func newTest(w world) *cobra.Command {
	t := &tester{world: w}
	cmd := &cobra.Command{
		Use:   "test [FOLDER]",
		Short: "run the tests that a project declares",
		Long: `Runs the test blocks of the project in a folder (the one at hand when none is
named), in memory: resources are filled from fixtures, services answer what the
test gives, nothing is asked over a network and no time is waited for. Of an
expectation that does not hold the values it read are printed.

It exits 0 when all tests pass, 1 when one fails or the project does not compile,
2 when nothing could be run.

Formats: text; json, described by docs/api/schemas/test.json; junit for build
servers.`,
		Example: `  riffle test examples/books
  riffle test --run newcomer
  riffle test --format junit > report.xml`,
		Args: atMostOneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(testFormats[:], t.format) {
				return usageError{fmt.Errorf("--format is %s, not %q", strings.Join(testFormats[:], ", "), t.format)}
			}
			return t.run(cmd.Context(), folderOf(args))
		},
		ValidArgsFunction: foldersOnly,
	}
	cmd.Flags().StringVar(&t.format, "format", "text", "how to print: "+strings.Join(testFormats[:], ", "))
	cmd.Flags().StringVar(&t.only, "run", "", "only tests whose title matches this regular expression")
	cmd.Flags().DurationVar(&t.timeout, "timeout", 10*time.Second, "how long one test may take")
	t.declare(cmd.Flags())
	complete(cmd, "format", testFormats[:]...)
	return cmd
}

func (t *tester) run(ctx context.Context, dir string) error {
	only, err := regexp.Compile(t.only)
	if err != nil {
		return usageError{fmt.Errorf("--run: %w", err)}
	}
	if t.timeout <= 0 {
		return usageError{fmt.Errorf("--timeout: want more than nothing, got %s", t.timeout)}
	}
	suite, tests, err := t.suite(ctx, dir)
	if err != nil {
		return err
	}
	all := len(tests)
	tests = slices.DeleteFunc(tests, func(test *dag.Test) bool { return !only.MatchString(test.Title) })
	if all > 0 && len(tests) == 0 {
		return usageError{fmt.Errorf("--run %s matches none of %s", t.only, plural.Of(all, "test"))}
	}
	report := testReport{}
	for _, test := range tests {
		r := suite.Run(ctx, test)
		if err := ctx.Err(); err != nil {
			return err
		}
		report.add(r)
		if t.format == "text" {
			if err := t.say(r); err != nil {
				return err
			}
		}
	}
	if err := report.print(t); err != nil {
		return err
	}
	if report.Failed+report.Errors > 0 {
		return exit(1)
	}
	return nil
}

// suite of a folder. Findings of a project that does not compile are printed.
func (t *tester) suite(ctx context.Context, dir string) (*testrun.Suite, []*dag.Test, error) {
	sources, err := readFolder(dir)
	if err != nil {
		return nil, nil, usageError{err}
	}
	project, info, found := compileProject(sources, t.resolver(ctx), t.files(dir))
	var tests []*dag.Test
	if project != nil {
		var more diag.List
		if tests, more = dag.Tests(info); more.HasErrors() {
			project, found = nil, append(found, more...)
		}
	}
	if project == nil {
		if err := printText(t.err, t.painterFor(t.err), stopping(found), sources); err != nil {
			return nil, nil, err
		}
		return nil, nil, exit(1)
	}
	build := func() (*dag.Project, error) {
		if p, found := dag.Build(info, op.NewCatalogue()); p == nil {
			return nil, errors.New(found[0].String())
		} else {
			return p, nil
		}
	}
	suite, err := testrun.New(build, testrun.Options{Files: os.DirFS(dir), Scripts: t.files(dir), Words: wordTables(dir), Now: time.Now, Each: t.timeout})
	return suite, tests, err
}

// stopping are the errors of a list, each once: hints and warnings are what
// riffle check says, not again at every test.
func stopping(found diag.List) diag.List {
	var out diag.List
	for _, d := range found {
		if d.Severity == diag.Error && !slices.ContainsFunc(out, func(o diag.Diagnostic) bool { return o.String() == d.String() }) {
			out = append(out, d)
		}
	}
	return out
}
