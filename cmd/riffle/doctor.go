package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/internal/home"
	"riffle.dev/riffle/internal/plural"
	"riffle.dev/riffle/internal/postgres"
)

func newDoctor(w world) *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   "doctor [FOLDER]",
		Short: "look whether this machine has what Riffle needs, and say what to install",
		Long: `Looks for what building and running Riffle takes, says what is there, what is
missing and what to install, and changes nothing.

With the folder of a project it also asks the stores that resources of it live
on, with the secrets they name, whether they are there.`,
		Example: "  riffle doctor\n  riffle doctor --home /srv/riffle --addr 127.0.0.1:8080\n  riffle doctor projects/help --secrets secrets",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError{fmt.Errorf("doctor looks at one project at most, got %s", plural.Of(len(args), "folder"))}
			}
			return nil
		},
		ValidArgsFunction: foldersOnly,
		RunE: func(cmd *cobra.Command, args []string) error {
			found := examine(patient{w.getenv, s})
			if len(args) > 0 {
				stores, err := examineStores(cmd.Context(), w, args[0], s.secrets)
				if err != nil {
					return err
				}
				found = append(found, stores...)
			}
			return report(w, found)
		},
	}
	s.declare(cmd.Flags())
	cmd.Flags().StringVar(&s.postgres, "postgres", string(postgres.Auto), "which Postgres to look for")
	return cmd
}

// patient is what is examined.
type patient struct {
	getenv func(string) string
	settings
}

// finding is what one check saw.
type finding struct {
	name   string
	detail string // what is there
	err    error  // what is not
	cure   string // what to do about it
	needed string // what it is needed for; empty means that nothing works without it
}

// checks are made in this order. To run Riffle only the last three matter; the
// others are needed to build and test it.
var checks = [...]func(patient) finding{
	program("go", "to build", "apt-get install golang-go, or a newer one from the Go project", "version"),
	program("node", "to build the console", "apt-get install nodejs (20 or newer)", "--version"),
	program("npm", "to build the console", "apt-get install npm", "--version"),
	program("git", "to build", "apt-get install git", "--version"),
	program("make", "to build", "apt-get install make", "--version"),
	program("gcc", "for tests with the race detector", "apt-get install gcc libc6-dev", "--version"),
	checkChromium,
	checkPostgres,
	checkHome,
	checkPort,
}

func examine(p patient) []finding {
	found := make([]finding, 0, len(checks))
	for _, check := range checks {
		found = append(found, check(p))
	}
	return found
}

func report(w world, found []finding) error {
	t := tabwriter.NewWriter(w.out, 0, 0, 2, ' ', 0)
	failed := false
	for _, f := range found {
		switch {
		case f.err == nil:
			fmt.Fprintf(t, "ok\t%s\t%s\n", f.name, f.detail)
		case f.needed != "":
			fmt.Fprintf(t, "missing\t%s\t%v; needed %s: %s\n", f.name, f.err, f.needed, f.cure)
		default:
			failed = true
			fmt.Fprintf(t, "FAILED\t%s\t%v; %s\n", f.name, f.err, f.cure)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if failed {
		return exit(1)
	}
	return nil
}

// program looks for a command and asks it for its version.
func program(name, needed, cure string, version ...string) func(patient) finding {
	return func(patient) finding {
		f := finding{name: name, needed: needed, cure: cure}
		path, err := exec.LookPath(name)
		if err != nil {
			f.err = errors.New("not found")
			return f
		}
		out, err := exec.Command(path, version...).Output()
		if err != nil {
			f.err = fmt.Errorf("%s does not run: %w", path, err)
			return f
		}
		f.detail, _, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
		return f
	}
}

func checkChromium(p patient) finding {
	f := finding{name: "chromium", needed: "for tests in a browser", cure: "apt-get install chromium, or npm ci in the source folder"}
	if path := p.getenv("CHROMIUM"); path != "" {
		f.detail = path
		_, f.err = os.Stat(path)
		return f
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			f.detail = path
			return f
		}
	}
	if path := filepath.Join("node_modules", "@sparticuz", "chromium"); exists(path) {
		f.detail = path
		return f
	}
	f.err = errors.New("not found")
	return f
}

func checkPostgres(p patient) finding {
	f := finding{name: "postgres", cure: "see above"}
	choice := postgres.Choice(p.postgres)
	if choice.External() {
		f.detail = "external, " + postgres.Redact(p.postgres)
		return f
	}
	found, err := postgres.Find(choice, p.getenv)
	if err != nil {
		f.err = err
		return f
	}
	f.detail = found[0].String()
	return f
}

func checkHome(p patient) finding {
	f := finding{name: "home", cure: "name a folder you can write to by --home DIR"}
	dir, err := p.home, error(nil)
	if dir == "" {
		if dir, err = home.Default(p.getenv); err != nil {
			f.err = err
			return f
		}
	}
	f.detail = dir
	if !exists(dir) {
		f.detail += " (will be made)"
	}
	// Nothing is left behind: the first folder that exists has to be writable.
	for at := dir; ; at = filepath.Dir(at) {
		st, err := os.Stat(at)
		if errors.Is(err, fs.ErrNotExist) && at != filepath.Dir(at) {
			continue
		}
		if err == nil && !st.IsDir() {
			err = fmt.Errorf("%s is not a folder", at)
		}
		if err == nil {
			err = writable(at)
		}
		f.err = err
		return f
	}
}

func writable(dir string) error {
	tmp, err := os.CreateTemp(dir, ".riffle-doctor-*")
	if err != nil {
		return err
	}
	return cmp.Or(tmp.Close(), os.Remove(tmp.Name()))
}

func checkPort(p patient) finding {
	f := finding{name: "address", detail: p.addr + " is free", cure: "stop what listens there, or choose another by --addr HOST:PORT"}
	f.err = addressFree(context.Background(), p.addr, 0)
	return f
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
