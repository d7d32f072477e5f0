package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"riffle.dev/riffle/internal/home"
	"riffle.dev/riffle/internal/postgres/pgtest"
)

// asRiffle makes the test binary the program itself.
const asRiffle = "RIFFLE_TEST_AS_RIFFLE"

func TestMain(m *testing.M) {
	if os.Getenv(asRiffle) != "" {
		main()
	}
	os.Exit(pgtest.Main(m))
}

// said runs a command line in this process.
func said(t *testing.T, env map[string]string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, err strings.Builder
	code = run(unhurried(args), world{strings.NewReader(""), &out, &err, func(k string) string { return env[k] }})
	return out.String(), err.String(), code
}

func TestCommandLines(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, c := range []struct {
		line string
		env  map[string]string
		code int
		want string // in what it printed
	}{
		{line: "", want: "riffle [command]"},
		{line: "version", want: "riffle "},
		{line: "upp", code: 2, want: "did you mean up?"},
		{line: "up and away", code: 2, want: "up takes one folder, got 2 arguments; see riffle up --help"},
		{line: "up --data x", code: 2, want: "--data and --ask go with a folder"},
		{line: "up --demo x", code: 2, want: "either --demo or a folder"},
		{line: "up no-such-folder", code: 2, want: "no such file or directory"},
		{line: "version 2", code: 2, want: "see riffle version --help"},
		{line: "put", code: 2, want: "put wants a resource and its files, got 0 arguments; see riffle put --help"},
		{line: "bench nothing", code: 2, want: "see riffle bench --help"},
		{line: "up --addr here --home " + filepath.Join(t.TempDir(), "h"), code: 2, want: `--addr: want HOST:PORT such as 127.0.0.1:7700, got "here"`},
		{line: "up --addr 127.0.0.1:99999 --home " + filepath.Join(t.TempDir(), "h"), code: 1, want: "choose another address by --addr"},
		{line: "up --addr " + taken.Addr().String() + " --home " + filepath.Join(t.TempDir(), "h"), code: 1, want: "is in use by another program; stop that one or choose"},
		{line: "up --home /proc/self/nothing", code: 1, want: "name another folder by --home DIR"},
		{line: "up --adr x", code: 2, want: "unknown flag: --adr; see riffle up --help"},
		{line: "up --log-level loud", code: 2, want: `"loud" is none of debug, info, warn, error`},
		{line: "up", env: map[string]string{"RIFFLE_LOG_FORMAT": "xml"}, code: 2, want: `"xml" is neither text nor json`},
		{line: "up", env: map[string]string{"RIFFLE_DEMO": "maybe"}, code: 2, want: `RIFFLE_DEMO: "maybe" is not a bool`},
		{line: "up", code: 1, want: "name one by --home DIR"},
		{line: "up --home " + file, code: 1, want: "is not a folder"},
		{line: "up --postgres mysql --home " + filepath.Join(t.TempDir(), "h"), code: 1, want: `unknown choice "mysql"`},
		{line: "serve", code: 2, want: "serve needs --postgres postgres://"},
		{line: "serve --postgres npm", code: 2, want: "riffle up brings its own"},
		{line: "doctor --home " + file + "/x --addr 127.0.0.1:0", code: 1, want: "FAILED"},
	} {
		t.Run(strings.ReplaceAll(c.line, "/", "_"), func(t *testing.T) {
			out, err, code := said(t, c.env, strings.Fields(c.line)...)
			if code != c.code || !strings.Contains(out+err, c.want) {
				t.Errorf("code %d, want %d and %q in:\n%s%s", code, c.code, c.want, out, err)
			}
		})
	}
}

func TestDoctorLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	out, _, _ := said(t, map[string]string{"PATH": os.Getenv("PATH")}, "doctor", "--home", filepath.Join(dir, "a", "b"), "--addr", "127.0.0.1:0")
	for _, name := range []string{"go", "node", "gcc", "chromium", "postgres", "home", "address"} {
		if !regexp.MustCompile(`(?m)^(ok|missing|FAILED) +` + name + ` `).MatchString(out) {
			t.Errorf("no line for %s in:\n%s", name, out)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestGreeting(t *testing.T) {
	h, err := home.Open(filepath.Join(t.TempDir(), "home"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	var plain strings.Builder
	greet(&plain, "http://127.0.0.1:1/", h, nil)
	if !strings.Contains(plain.String(), "http://127.0.0.1:1/\n") || strings.Contains(plain.String(), "login") {
		t.Errorf("without a demo:\n%s", plain.String())
	}
	if err := h.Record(demoFile, map[string]any{
		"login": "who@example.org", "password": "pass", "token": "tok", "team": "demo",
		"scenes": []any{map[string]any{"name": "home_feed", "request": map[string]any{"user": "it's"}}},
	}); err != nil {
		t.Fatal(err)
	}
	var full strings.Builder
	greet(&full, "http://127.0.0.1:1/", h, nil)
	for _, want := range []string{"login who@example.org, password pass", "/api/v1/teams/demo/scenes/home_feed/serve", "Bearer tok", `{"user":"it'\''s"}`} {
		if !strings.Contains(full.String(), want) {
			t.Errorf("%q is not in:\n%s", want, full.String())
		}
	}
}

// up starts the program in a home and returns when it has greeted.
func up(t *testing.T, dir string) (cmd *exec.Cmd, address string, log *strings.Builder) {
	t.Helper()
	exe, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	log = &strings.Builder{}
	cmd = exec.Command(exe, "up", "--home", dir, "--addr", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), asRiffle+"=1")
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, after, ok := strings.Cut(lines.Text(), "Riffle serves at "); ok {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return cmd, strings.TrimSuffix(after, "/"), log
		}
	}
	_ = cmd.Wait()
	t.Fatalf("it did not get ready:\n%s", log)
	return nil, "", nil
}

// A start that is broken off says so, blames nothing, and leaves nothing that
// the next one stumbles over.
func TestUpIsBrokenOff(t *testing.T) {
	exe, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "home")
	cmd := exec.Command(exe, "up", "--home", dir, "--addr", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), asRiffle+"=1")
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for lines := bufio.NewScanner(log); lines.Scan(); {
		fmt.Fprintln(&said, lines.Text())
		if strings.Contains(lines.Text(), "making the database") {
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
		}
	}
	err = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 || !strings.Contains(said.String(), "broken off by a signal before it was done") || strings.Contains(said.String(), "context canceled") {
		t.Errorf("code %d, %v:\n%s", code, err, said.String())
	}
	again, _, _ := up(t, dir)
	if err := again.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := again.Wait(); err != nil {
		t.Error(err)
	}
}

func TestUpStopsAndContinues(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home")
	for i, end := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL, syscall.SIGINT} {
		cmd, address, log := up(t, dir)
		for _, path := range []string{"/healthz", "/readyz"} {
			resp, err := http.Get(address + path)
			if err != nil {
				t.Fatal(err)
			}
			_ = resp.Body.Close()
			if resp.StatusCode != http.StatusOK {
				t.Errorf("%s: %s", path, resp.Status)
			}
		}
		if i == 0 {
			out, errs, code := said(t, map[string]string{"PATH": os.Getenv("PATH")}, "up", "--home", dir)
			if code != 1 || !strings.Contains(errs, fmt.Sprintf("by process %d", cmd.Process.Pid)) {
				t.Errorf("a second instance in the same home: code %d\n%s%s", code, out, errs)
			}
		}
		if err := cmd.Process.Signal(end); err != nil {
			t.Fatal(err)
		}
		err := cmd.Wait()
		if end != syscall.SIGKILL && err != nil {
			t.Errorf("%v: %v\n%s", end, err, log)
		}
	}
	var choice struct{ Data string }
	data, err := os.ReadFile(filepath.Join(dir, "postgres", "choice.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &choice); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, choice.Data, "postmaster.pid")); !os.IsNotExist(err) {
		t.Errorf("the database was not stopped: %v", err)
	}
}
