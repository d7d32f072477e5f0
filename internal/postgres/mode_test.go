package postgres

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fakeMachine has only what a test says.
type fakeMachine struct {
	uid      int
	owners   map[string]int
	closed   map[string][]int // path to the uids that cannot reach it
	noSpaces bool
	accounts map[string]int
}

func (f fakeMachine) euid() int { return f.uid }
func (f fakeMachine) egid() int { return f.uid }
func (f fakeMachine) owner(dir string) (int, int, error) {
	return f.owners[dir], f.owners[dir], nil
}
func (f fakeMachine) walkable(path string, uid, _ int) bool {
	return !slices.Contains(f.closed[path], uid)
}
func (f fakeMachine) namespace() error {
	if f.noSpaces {
		return errors.New("refused")
	}
	return nil
}
func (f fakeMachine) account(name string) (int, int, bool) {
	uid, ok := f.accounts[name]
	return uid, uid, ok
}
func (f fakeMachine) elsewhere() string { return "/var/lib/riffle" }

var (
	debian = Binaries{Source: System, Bin: "/usr/lib/postgresql/15/bin", Major: 15}
	npm    = Binaries{Source: NPM, Root: "/root/riffle/nm/native", Bin: "/root/riffle/nm/native/bin", Major: 18}
)

func TestChooseFollowsTheTable(t *testing.T) {
	service := map[string]int{"postgres": 101, "nobody": 65534}
	for _, c := range []struct {
		name  string
		m     fakeMachine
		home  string
		found []Binaries
		mode  Mode
		uid   int
		bin   Binaries
		err   string
	}{
		{name: "ordinary user", m: fakeMachine{uid: 1000}, home: "/home/x/.riffle",
			found: []Binaries{debian, npm}, mode: Self, uid: 1000, bin: debian},
		{name: "root in a user's folder", m: fakeMachine{owners: map[string]int{"/home/x/.riffle": 1000}}, home: "/home/x/.riffle",
			found: []Binaries{debian}, mode: Owner, uid: 1000, bin: debian},
		{name: "root in a user's folder with binaries only root reaches takes the next ones",
			m: fakeMachine{owners: map[string]int{"/home/x/.riffle": 1000},
				closed: map[string][]int{npm.tool("postgres"): {1000}}}, home: "/home/x/.riffle",
			found: []Binaries{npm, debian}, mode: Owner, uid: 1000, bin: debian},
		{name: "root in its own closed folder", m: fakeMachine{accounts: service,
			closed: map[string][]int{"/root/.riffle": {101}, "/root": {101}}}, home: "/root/.riffle",
			found: []Binaries{npm}, mode: Namespace, uid: 0, bin: npm},
		{name: "root, namespaces refused, everything walkable", m: fakeMachine{noSpaces: true, accounts: service}, home: "/tmp/riffle",
			found: []Binaries{debian}, mode: Account, uid: 101, bin: debian},
		{name: "no account postgres", m: fakeMachine{noSpaces: true, accounts: map[string]int{"nobody": 65534}}, home: "/tmp/riffle",
			found: []Binaries{debian}, mode: Account, uid: 65534, bin: debian},
		{name: "root in its closed home, namespaces refused", m: fakeMachine{noSpaces: true, accounts: service,
			closed: map[string][]int{"/root": {101}, npm.tool("postgres"): {101}}}, home: "/root/.riffle",
			found: []Binaries{npm}, mode: Copy, uid: 101, bin: npm},
		{name: "a system's binaries are not copied", m: fakeMachine{noSpaces: true, accounts: service,
			closed: map[string][]int{"/root": {101}, debian.tool("postgres"): {101}}}, home: "/root/.riffle",
			found: []Binaries{debian}, err: "cannot enter"},
		{name: "nobody else there", m: fakeMachine{noSpaces: true}, home: "/root/.riffle",
			found: []Binaries{debian}, err: "no account"},
	} {
		t.Run(c.name, func(t *testing.T) {
			id, bin, err := choose(c.m, c.home, c.found)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("got %v, want an error with %q", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if id.Mode != c.mode || id.UID != c.uid || bin != c.bin {
				t.Errorf("got %+v with %v, want %s as uid %d with %v", id, bin, c.mode, c.uid, c.bin)
			}
		})
	}
}

func TestResumeHoldsToTheRecord(t *testing.T) {
	rec := func(mode Mode, uid, major int) record {
		return record{Mode: mode, UID: uid, GID: uid, Major: major, Source: System, Data: "postgres/data"}
	}
	for _, c := range []struct {
		name  string
		m     fakeMachine
		r     record
		found []Binaries
		mode  Mode
		bin   Binaries
		err   string
	}{
		{name: "the same user", m: fakeMachine{uid: 1000}, r: rec(Self, 1000, 15), found: []Binaries{npm, debian}, mode: Self, bin: debian},
		{name: "root after a user", m: fakeMachine{}, r: rec(Self, 1000, 15), found: []Binaries{debian}, mode: Owner, bin: debian},
		{name: "the user after root in the user's folder", m: fakeMachine{uid: 1000}, r: rec(Owner, 1000, 15), found: []Binaries{debian}, mode: Self, bin: debian},
		{name: "root again", m: fakeMachine{}, r: rec(Namespace, 0, 18), found: []Binaries{debian, npm}, mode: Namespace, bin: npm},
		{name: "another user", m: fakeMachine{uid: 1001}, r: rec(Self, 1000, 15), found: []Binaries{debian}, err: "belongs to uid 1000, this is uid 1001"},
		{name: "a user after root", m: fakeMachine{uid: 1000}, r: rec(Namespace, 0, 15), found: []Binaries{debian}, err: "belongs to uid 0"},
		{name: "namespaces refused since", m: fakeMachine{noSpaces: true}, r: rec(Namespace, 0, 15), found: []Binaries{debian}, err: "user namespace, which is refused"},
		{name: "only another major is left", m: fakeMachine{uid: 1000}, r: rec(Self, 1000, 15), found: []Binaries{npm}, err: "made by Postgres 15 (system) and opens in no other; found: npm 18"},
	} {
		t.Run(c.name, func(t *testing.T) {
			id, bin, err := resume(c.m, c.r, c.found)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("got %v, want an error with %q", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if id.Mode != c.mode || bin != c.bin {
				t.Errorf("got %s with %v, want %s with %v", id.Mode, bin, c.mode, c.bin)
			}
		})
	}
}

func TestWalkableReadsEveryFolder(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root makes folders of others")
	}
	base := walkableDir(t)
	open := filepath.Join(base, "open")
	shut := filepath.Join(base, "shut")
	for _, dir := range []string{open, shut, filepath.Join(shut, "in")} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(shut, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(shut, 4321, 4321); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		uid  int
		want bool
	}{
		{open, 4321, true},
		{open, 5, true},
		{shut, 4321, true},
		{filepath.Join(shut, "in"), 4321, true},
		{filepath.Join(shut, "in"), 5, false},
		{filepath.Join(shut, "in"), 0, false}, // root inside a namespace has no privilege here
		{filepath.Join(base, "none"), 0, false},
	} {
		if got := (here{}).walkable(c.path, c.uid, c.uid); got != c.want {
			t.Errorf("walkable(%s, %d) = %v, want %v", c.path, c.uid, got, c.want)
		}
	}
}

func TestRedactHidesThePassword(t *testing.T) {
	for _, dsn := range []string{
		"postgres://riffle:s3cret@db:5432/riffle",
		"postgres://riffle@db/riffle?password=s3cret&sslmode=disable",
		"postgres://riffle:s3cret@db:port/",
	} {
		if got := Redact(dsn); strings.Contains(got, "s3cret") {
			t.Errorf("Redact(%q) = %q", dsn, got)
		}
	}
}
