package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// oldest is the first major version the migrations are written for.
const oldest = 14

// Binaries is one installed Postgres.
type Binaries struct {
	Source Choice // System or NPM
	Root   string // what has to be copied to move it; empty for a system's
	Bin    string // the folder with initdb and postgres, links resolved
	Major  int
}

func (b Binaries) tool(name string) string { return filepath.Join(b.Bin, name) }

func (b Binaries) String() string { return fmt.Sprintf("%s %d in %s", b.Source, b.Major, b.Bin) }

// ErrNone says that no Postgres was found, and the ways out.
var ErrNone = errors.New(`no Postgres found; any of these will do:
  - install it: apt-get install postgresql (macOS: brew install postgresql)
  - run npm ci in the source folder, which brings one along
  - name a running one: RIFFLE_POSTGRES=postgres://user:password@host:5432/database`)

// Find lists the installed Postgres that suit the choice, the preferred first:
// the system's before npm's, the newest of each first. From is the folder whose
// parents are searched for node_modules.
func Find(choice Choice, env func(string) string, from ...string) ([]Binaries, error) {
	var found []Binaries
	switch choice {
	case "", Auto:
		found = append(systemBinaries(env), npmBinaries(env, from)...)
	case System:
		found = systemBinaries(env)
	case NPM:
		found = npmBinaries(env, from)
	default:
		return nil, fmt.Errorf("postgres: unknown choice %q, want auto, system, npm or a postgres:// address", choice)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("postgres: RIFFLE_POSTGRES=%s: %w", cmp.Or(choice, Auto), ErrNone)
	}
	return found, nil
}

func systemBinaries(env func(string) string) []Binaries {
	var dirs []string
	if config, err := exec.LookPath("pg_config"); err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if out, err := exec.CommandContext(ctx, config, "--bindir").Output(); err == nil {
			dirs = append(dirs, string(trimLine(out)))
		}
	}
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin",
		"/usr/pgsql-*/bin",
		"/usr/local/pgsql/bin",
		"/opt/homebrew/opt/postgresql*/bin",
		"/usr/local/opt/postgresql*/bin",
	} {
		more, _ := filepath.Glob(pattern)
		dirs = append(dirs, more...)
	}
	for _, dir := range filepath.SplitList(env("PATH")) {
		if real, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres")); err == nil {
			dirs = append(dirs, filepath.Dir(real))
		}
	}
	return inspect(dirs, System, "")
}

// inspect keeps the folders that hold a Postgres new enough, newest first.
func inspect(dirs []string, source Choice, root string) []Binaries {
	var found []Binaries
	for _, dir := range dirs {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil || slices.ContainsFunc(found, func(b Binaries) bool { return b.Bin == real }) {
			continue
		}
		if _, err := os.Stat(filepath.Join(real, "initdb")); err != nil {
			continue
		}
		if major := majorOf(filepath.Join(real, "postgres")); major >= oldest {
			found = append(found, Binaries{Source: source, Root: root, Bin: real, Major: major})
		}
	}
	slices.SortStableFunc(found, func(a, b Binaries) int { return cmp.Compare(b.Major, a.Major) })
	return found
}

var versionLine = regexp.MustCompile(`^postgres \(PostgreSQL\) (\d+)`)

// majorOf asks the binary for its version; 0 means that it does not run here.
func majorOf(postgres string) int {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, postgres, "--version")
	cmd.Env = bareEnv()
	out, err := cmd.Output()
	if err != nil {
		return 0
	}
	m := versionLine.FindSubmatch(out)
	if m == nil {
		return 0
	}
	major, _ := strconv.Atoi(string(m[1]))
	return major
}

// bareEnv is all a Postgres process gets to see: variables such as PGDATA or
// PGPORT of whoever starts us would change what it does.
func bareEnv() []string {
	return []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
}

func trimLine(b []byte) []byte {
	for len(b) > 0 && (b[len(b)-1] == '\n' || b[len(b)-1] == '\r') {
		b = b[:len(b)-1]
	}
	return b
}
