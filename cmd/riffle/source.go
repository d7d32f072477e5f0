package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/adapt"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/plural"
)

// readSources reads files and the .riffle files of folders, by name as given;
// - is standard input.
func readSources(in io.Reader, args []string) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, arg := range args {
		names, err := riffleFiles(arg)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			name = filepath.Clean(name) // one file named twice is one
			if len(out) > analysis.MaxFiles {
				return out, nil // one too many: analysis says so
			}
			if out[name], err = readSource(in, name); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// readFolder reads a project's folder; its files are named from there, with
// slashes, as a server names them.
func readFolder(dir string) (map[string][]byte, error) {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s is a file; name the project's folder", dir)
	}
	sources, err := readSources(nil, []string{dir})
	if err != nil {
		return nil, err
	}
	out := make(map[string][]byte, len(sources))
	for name, text := range sources {
		from, err := filepath.Rel(dir, name)
		if err != nil {
			return nil, err
		}
		out[filepath.ToSlash(from)] = text
	}
	return out, nil
}

// readSource reads a little more than a file may have, so that analysis says
// when it is too large.
func readSource(in io.Reader, name string) ([]byte, error) {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	src, err := io.ReadAll(io.LimitReader(in, analysis.MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return src, nil
}

// riffleFiles is the argument itself or, for a folder, the .riffle files in it
// and in the folders below, by name.
func riffleFiles(arg string) ([]string, error) {
	if info, err := os.Stat(arg); arg == "-" || err != nil || !info.IsDir() {
		return []string{arg}, nil
	}
	var names []string
	err := eachFolder(arg, func(dir string) error {
		here, err := filepath.Glob(filepath.Join(literalGlob(dir), "*.riffle"))
		names = append(names, here...)
		if len(names) > analysis.MaxFiles {
			return errors.Join(err, fs.SkipAll) // too many for a project already
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", arg, err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no .riffle files in %s", arg)
	}
	slices.Sort(names)
	return names, nil
}

// literalGlob keeps Glob from reading a folder's name as a pattern.
func literalGlob(dir string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

// eachFolder visits a folder and those below it that may hold parts of the
// project: not the hidden ones, nor what npm has brought.
func eachFolder(root string, visit func(dir string) error) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return fs.SkipDir
		}
		return visit(path)
	})
}

// atMostOneFolder is the Args of verbs that take a project's folder.
func atMostOneFolder(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%s takes one folder, got %s", cmd.Name(), plural.Of(len(args), "argument"))
	}
	return nil
}

// folderOf such a verb: the one at hand when none is named.
func folderOf(args []string) string {
	if len(args) == 0 {
		return "."
	}
	return args[0]
}

// compileProject takes texts to graphs, the one way that every verb goes. The
// project is nil with an error in the list; what is known of it never is.
func compileProject(sources map[string][]byte, published check.Resolver, files engine.Files) (*dag.Project, *check.Info, diag.List) {
	ops := op.NewCatalogue()
	info, found := analysis.ProjectWith(sources, check.Options{Catalogue: ops, Published: published})
	if found.HasErrors() {
		return nil, info, found
	}
	project, more := dag.Build(info, ops)
	if project != nil {
		if wrong := engine.Mistakes(project, files); len(wrong) > 0 {
			project, more = nil, append(more, wrong...)
		}
	}
	if project != nil {
		more = append(more, adapt.Findings(project, false)...)
	}
	return project, info, append(found, more...).Sort()
}

// homeOf what is checked: the folder that files of functions are named from.
func homeOf(args []string) string {
	if len(args) == 0 || args[0] == "-" {
		return "."
	}
	if info, err := os.Stat(args[0]); err == nil && !info.IsDir() {
		return filepath.Dir(args[0])
	}
	return args[0]
}

// scriptFiles are the files of functions in a project's folder, named from
// there.
func scriptFiles(dir string) (map[string][]byte, error) {
	out := map[string][]byte{}
	err := eachFolder(dir, func(at string) error {
		here, err := filepath.Glob(filepath.Join(literalGlob(at), "*.star"))
		for _, name := range here {
			path, relErr := filepath.Rel(dir, name)
			if err = errors.Join(err, relErr); err != nil || len(out) > analysis.MaxFiles {
				break
			}
			out[filepath.ToSlash(path)], err = readScript(dir, filepath.ToSlash(path))
		}
		return err
	})
	return out, err
}
