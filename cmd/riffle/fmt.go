package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"riffle.dev/riffle/dsl/format"
)

// formatter is one run of fmt.
type formatter struct {
	world
	check, diff bool
	failed      bool // a file has errors of syntax or, with check, is not canonical
}

func newFmt(w world) *cobra.Command {
	f := &formatter{world: w}
	cmd := &cobra.Command{
		Use:   "fmt FILE…",
		Short: "write .riffle files in their canonical form",
		Long: `Writes .riffle files in their canonical form, in place, and prints the names of
those that changed. A folder stands for the .riffle files in it, - for standard
input, which is written to standard output. A file with errors of syntax is left
alone; its diagnostics are printed and the exit code is 1. It is 2 when a file
could not be read.`,
		Example: "  riffle fmt feed.riffle\n  riffle fmt --check .\n  riffle fmt - < feed.riffle",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{errors.New("fmt wants files or folders, or - for standard input")}
			}
			return f.run(args)
		},
	}
	cmd.Flags().BoolVar(&f.check, "check", false, "write nothing; exit 1 if a file is not canonical")
	cmd.Flags().BoolVar(&f.diff, "diff", false, "write nothing; print what would change")
	return cmd
}

func (f *formatter) run(args []string) error {
	for _, arg := range args {
		names, err := riffleFiles(arg)
		if err != nil {
			return usageError{err}
		}
		for _, name := range names {
			if err := f.file(name); err != nil {
				return err
			}
		}
	}
	if f.failed {
		return exit(1)
	}
	return nil
}

// file formats one file, or standard input for -.
func (f *formatter) file(name string) error {
	src, err := readSource(f.in, name)
	if err != nil {
		return usageError{err}
	}
	out, diags := format.Source(name, src)
	for _, d := range diags {
		fmt.Fprintln(f.err, printable(d.String()))
	}
	if diags.HasErrors() {
		f.failed = true
		return nil
	}
	same := bytes.Equal(src, out)
	switch {
	case f.check || f.diff:
		if same {
			return nil
		}
		f.failed = f.failed || f.check
		if f.diff {
			_, err = f.out.Write(diff.Diff(name, src, name+" (canonical)", out))
			return err
		}
		_, err = fmt.Fprintln(f.out, name)
		return err
	case name == "-":
		_, err = f.out.Write(out)
		return err
	case same:
		return nil
	}
	if err := replaceFile(name, out); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	_, err = fmt.Fprintln(f.out, name)
	return err
}

// replaceFile puts content in the place of a file that exists, whole or not at
// all; a link stays a link and the permissions stay.
func replaceFile(name string, content []byte) error {
	name, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), ".riffle-fmt-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // nothing is left of it once it was renamed
	_, err = temp.Write(content)
	if err = errors.Join(err, temp.Chmod(info.Mode().Perm()), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}
