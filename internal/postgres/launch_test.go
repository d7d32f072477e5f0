package postgres

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"riffle.dev/riffle/internal/home"
)

// limited is this machine with something taken away.
type limited struct {
	here
	noSpaces bool
	shut     string // a folder only root may enter
}

func (l limited) namespace() error {
	if l.noSpaces {
		return errors.New("refused by the test")
	}
	return l.here.namespace()
}

func (l limited) walkable(path string, uid, gid int) bool {
	if l.shut != "" && (path == l.shut || strings.HasPrefix(path, l.shut+"/")) {
		return false
	}
	return l.here.walkable(path, uid, gid)
}

type copying struct {
	limited
	to string
}

func (c copying) elsewhere() string { return c.to }

// walkableDir is a temporary folder every account can walk to.
func walkableDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "riffle-postgres-") // t.TempDir is closed
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if !(here{}).walkable(dir, 4321, 4321) {
		t.Skip("the temp folder is closed to other accounts")
	}
	return dir
}

func TestEveryModeStartsTwice(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("the modes beside self are root's")
	}
	base := walkableDir(t)
	users := filepath.Join(base, "user")
	if err := os.Mkdir(users, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(users, 4321, 4321); err != nil {
		t.Fatal(err)
	}
	shut := filepath.Join(base, "shut")
	for _, c := range []struct {
		mode Mode
		home string
		on   machine
	}{
		{Owner, filepath.Join(users, "home"), here{}},
		{Namespace, filepath.Join(base, "root"), here{}},
		{Account, filepath.Join(base, "temp"), limited{noSpaces: true}},
		{Copy, filepath.Join(shut, "home"), copying{limited{noSpaces: true, shut: shut}, filepath.Join(base, "lib")}},
	} {
		t.Run(string(c.mode), func(t *testing.T) {
			if c.mode == Namespace && probeNamespace() != nil {
				t.Skip(probeNamespace())
			}
			for range 2 {
				h, err := home.Open(c.home, home.Wait)
				if err != nil {
					t.Fatal(err)
				}
				s, err := Launch(t.Context(), Options{Home: h, Env: os.Getenv, on: c.on})
				if err != nil {
					t.Fatal(err)
				}
				var r record
				if _, err := h.Recall(recordFile, &r); err != nil {
					t.Fatal(err)
				}
				if r.Mode != c.mode {
					t.Errorf("mode %s, want %s", r.Mode, c.mode)
				}
				st, err := os.Stat(h.Path(passwordFile))
				if err != nil || st.Mode().Perm() != 0o600 {
					t.Errorf("the password file: %v, %v", st.Mode(), err)
				}
				s.Stop(context.Background())
				if left := stragglers(r.dataDir(c.home)); len(left) != 0 {
					t.Errorf("left behind: %v", left)
				}
				if err := h.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A number without a name is a user too, and may share its home with root.
func TestOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		return // then every other test here is this one
	}
	base := walkableDir(t)
	exe := filepath.Join(base, "instance")
	if out, err := exec.Command("cp", self(t), exe).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, order := range []string{"user user", "user root user", "root user root"} {
		t.Run(order, func(t *testing.T) {
			own := filepath.Join(base, strings.ReplaceAll(order, " ", "-"))
			if err := os.Mkdir(own, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Chown(own, 4321, 4321); err != nil {
				t.Fatal(err)
			}
			for _, who := range strings.Fields(order) {
				cmd := exec.Command(exe)
				if who == "user" {
					cmd.Dir = own
					cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 4321, Gid: 4321}}
				}
				startInstance(t, cmd, filepath.Join(own, "home")).kill()
			}
		})
	}
}

func TestNPM(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home")
	launchHere(t, dir, Options{Choice: NPM})
}

func TestExternal(t *testing.T) {
	private := launchHere(t, filepath.Join(t.TempDir(), "home"), Options{})
	s, err := Launch(t.Context(), Options{Choice: Choice(private.DSN())})
	if err != nil {
		t.Fatal(err)
	}
	if s.State().Phase != Ready || s.PID() != 0 {
		t.Errorf("state %v, pid %d", s.State(), s.PID())
	}
	private.Stop(context.Background())
	eventually(t, "the loss is seen", func() bool { return s.State().Phase == Down })
	s.Stop(context.Background())
	_, err = Launch(t.Context(), Options{Choice: Choice(private.DSN())})
	if err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Fatalf("an address nobody serves: %v", err)
	}
	if strings.Contains(err.Error(), private.cluster.password) {
		t.Errorf("the error shows the password: %v", err)
	}
}

func TestFindTellsTheWaysOut(t *testing.T) {
	none := func(string) string { return "" }
	t.Setenv("PATH", "")
	if _, err := Find("postgre", none); err == nil || !strings.Contains(err.Error(), `unknown choice "postgre"`) {
		t.Errorf("unknown choice: %v", err)
	}
	t.Chdir(t.TempDir())
	_, err := Find(NPM, none)
	if !errors.Is(err, ErrNone) {
		t.Fatalf("got %v, want ErrNone", err)
	}
	for _, way := range []string{"apt-get install postgresql", "npm ci", "RIFFLE_POSTGRES=postgres://"} {
		if !strings.Contains(err.Error(), way) {
			t.Errorf("%q is not in: %v", way, err)
		}
	}
}

func TestLinksStayInThePackage(t *testing.T) {
	native := filepath.Join(t.TempDir(), "native")
	if err := os.MkdirAll(filepath.Join(native, "lib"), 0o755); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(native, "pg-symlinks.json")
	write := func(s string) {
		if err := os.WriteFile(list, []byte(s), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so"}]`)
	for range 2 { // links that are there are fine
		if err := linkNPM(native); err != nil {
			t.Fatal(err)
		}
	}
	if to, err := os.Readlink(filepath.Join(native, "lib", "libpq.so")); err != nil || to != "libpq.so.5.18" {
		t.Errorf("link to %q, %v", to, err)
	}
	for _, bad := range []string{
		`[{"source":"native/lib/a","target":"../../a"}]`,
		`[{"source":"/etc/passwd","target":"native/lib/a"}]`,
		`{"source":1}`,
	} {
		write(bad)
		if err := linkNPM(native); err == nil {
			t.Errorf("taken: %s", bad)
		}
	}
}
