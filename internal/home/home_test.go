package home_test

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/internal/home"
)

// holdEnv makes the test binary hold the folder it names until it is killed.
const holdEnv = "RIFFLE_TEST_HOLD_HOME"

func TestMain(m *testing.M) {
	if dir := os.Getenv(holdEnv); dir != "" {
		if _, err := home.Open(dir, 0); err != nil {
			println(err.Error())
			os.Exit(1)
		}
		os.Stdout.WriteString("held\n")
		select {}
	}
	os.Exit(m.Run())
}

func TestDefault(t *testing.T) {
	for _, c := range []struct {
		name string
		env  map[string]string
		want string
		err  bool
	}{
		{"home", map[string]string{"HOME": "/h"}, "/h/.riffle", false},
		{"xdg", map[string]string{"HOME": "/h", "XDG_DATA_HOME": "/x"}, "/x/riffle", false},
		{"relative xdg is not used", map[string]string{"HOME": "/h", "XDG_DATA_HOME": "x"}, "/h/.riffle", false},
		{"none", nil, "", true},
	} {
		got, err := home.Default(func(k string) string { return c.env[k] })
		if got != c.want || (err != nil) != c.err {
			t.Errorf("%s: got %q, %v; want %q, error %v", c.name, got, err, c.want, c.err)
		}
	}
}

func TestOneInstanceAFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), holdEnv+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("holder said %q, %v", line, err)
	}
	_, err = home.Open(dir, 0)
	if !errors.Is(err, home.ErrBusy) {
		t.Fatalf("second open: %v, want ErrBusy", err)
	}
	if !strings.Contains(err.Error(), "by process ") || strings.Contains(err.Error(), "unknown") {
		t.Errorf("the error does not name the holder: %v", err)
	}
	// A holder killed without warning leaves the folder free at once.
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	f, err := home.Open(dir, home.Wait)
	if err != nil {
		t.Fatalf("open right after the holder was killed: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestFilesArePrivateAndWhole(t *testing.T) {
	f, err := home.Open(filepath.Join(t.TempDir(), "home"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	st, err := os.Stat(f.Dir())
	if err != nil {
		t.Fatal(err)
	}
	if st.Mode().Perm() != 0o700 {
		t.Errorf("home has mode %v, want 0700", st.Mode().Perm())
	}
	type choice struct {
		Mode string
		UID  int
	}
	var got choice
	if found, err := f.Recall("choice.json", &got); found || err != nil {
		t.Fatalf("recall before record: %v, %v", found, err)
	}
	want := choice{"self", 7}
	if err := f.Record("choice.json", want); err != nil {
		t.Fatal(err)
	}
	if found, err := f.Recall("choice.json", &got); !found || err != nil {
		t.Fatalf("recall: %v, %v", found, err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if st, err = os.Stat(f.Path("choice.json")); err != nil {
		t.Fatal(err)
	}
	if st.Mode().Perm() != 0o600 {
		t.Errorf("file has mode %v, want 0600", st.Mode().Perm())
	}
	names, err := os.ReadDir(f.Dir())
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 2 { // choice.json and lock: no temporary file stays
		t.Errorf("left in the folder: %v", names)
	}
	if err := os.WriteFile(f.Path("choice.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Recall("choice.json", &got); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("damaged record: %v", err)
	}
	if err := os.Truncate(f.Path("choice.json"), 2<<20); err != nil {
		t.Fatal(err)
	}
	if _, err := f.ReadFile("choice.json"); err == nil {
		t.Error("a file over the limit was read")
	}
}

func TestRootHandsFilesToTheOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root writes for others")
	}
	parent := t.TempDir()
	if err := os.Chown(parent, 4321, 4322); err != nil {
		t.Fatal(err)
	}
	f, err := home.Open(filepath.Join(parent, "home"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.WriteFile("secret", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if uid, gid := f.Owner(); uid != 4321 || gid != 4322 {
		t.Errorf("home belongs to %d:%d", uid, gid)
	}
	copied := filepath.Join(parent, "copy")
	if err := home.CopyTree(copied, f.Dir()); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{f.Dir(), copied} {
		out, err := exec.Command("find", dir, "!", "-user", "4321").CombinedOutput()
		if err != nil || len(out) != 0 {
			t.Errorf("not given to the owner: %s%v", out, err)
		}
	}
}
