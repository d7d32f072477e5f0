package postgres

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"riffle.dev/riffle/internal/home"
)

// helperEnv turns the test binary into an instance: it launches Postgres in
// the home named, prints "ready PID DSN" and then writes rows, printing "ack N"
// after each commit, until it is told to stop or killed.
const helperEnv = "RIFFLE_TEST_HELPER_HOME"

func TestMain(m *testing.M) {
	if dir := os.Getenv(helperEnv); dir != "" {
		if err := helper(dir); err != nil {
			fmt.Fprintln(os.Stderr, "helper:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func helper(dir string) error {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	h, err := home.Open(dir, home.Wait)
	if err != nil {
		return err
	}
	s, err := Launch(ctx, Options{Home: h, Choice: Choice(os.Getenv("RIFFLE_POSTGRES")), Env: os.Getenv})
	if err != nil {
		return err
	}
	defer s.Stop(context.Background())
	first := true
	for n := 0; ctx.Err() == nil; {
		err := func() error {
			conn, err := pgx.Connect(ctx, s.DSN())
			if err != nil {
				return err
			}
			defer conn.Close(context.Background())
			if _, err := conn.Exec(ctx, "create table if not exists acked (pid int, n int)"); err != nil {
				return err
			}
			if first {
				fmt.Printf("ready %d %s\n", s.PID(), s.DSN())
				first = false
			}
			for {
				if _, err := conn.Exec(ctx, "insert into acked values ($1, $2)", os.Getpid(), n+1); err != nil {
					return err
				}
				n++
				fmt.Printf("ack %d\n", n)
			}
		}()
		if err != nil && ctx.Err() == nil {
			time.Sleep(20 * time.Millisecond)
		}
	}
	return nil
}

// instance is a running helper.
type instance struct {
	cmd        *exec.Cmd
	pid        int
	postmaster int
	dsn        string

	mu    sync.Mutex
	acked int
	ended chan struct{}
}

// startInstance runs a helper in dir and returns when it is ready.
func startInstance(t *testing.T, cmd *exec.Cmd, dir string) *instance {
	t.Helper()
	var stderr strings.Builder
	cmd.Env = append(os.Environ(), helperEnv+"="+dir)
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in := &instance{cmd: cmd, pid: cmd.Process.Pid, ended: make(chan struct{})}
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	if err != nil {
		_ = cmd.Wait()
		t.Fatalf("the instance did not get ready: %v\n%s", err, stderr.String())
	}
	if _, err := fmt.Sscanf(line, "ready %d %s", &in.postmaster, &in.dsn); err != nil {
		t.Fatalf("the instance said %q", line)
	}
	go func() {
		defer close(in.ended)
		for {
			var n int
			if _, err := fmt.Fscanf(lines, "ack %d\n", &n); err != nil {
				_, _ = io.Copy(io.Discard, lines)
				return
			}
			in.mu.Lock()
			in.acked = n
			in.mu.Unlock()
		}
	}()
	t.Cleanup(in.kill)
	return in
}

func (in *instance) acknowledged() int {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.acked
}

// kill ends it without warning.
func (in *instance) kill() {
	_ = in.cmd.Process.Kill()
	<-in.ended
	_ = in.cmd.Wait()
}

// stop ends it as an operator would.
func (in *instance) stop(t *testing.T) {
	t.Helper()
	_ = in.cmd.Process.Signal(syscall.SIGTERM)
	<-in.ended
	if err := in.cmd.Wait(); err != nil {
		t.Errorf("the instance did not stop cleanly: %v", err)
	}
}

// eventually waits for what needs others to act; the limit is for a hung one.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); {
		if time.Now().After(end) {
			t.Fatalf("not seen within a minute: %s", what)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// launchHere launches in this process and stops at the end of the test.
func launchHere(t *testing.T, dir string, o Options) *Server {
	t.Helper()
	h, err := home.Open(dir, home.Wait)
	if err != nil {
		t.Fatal(err)
	}
	o.Home, o.Env = h, os.Getenv
	s, err := Launch(t.Context(), o)
	if err != nil {
		_ = h.Close()
		if errors.Is(err, ErrNone) && os.Getenv("RIFFLE_CI") == "" {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Stop(context.Background())
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func self(t *testing.T) string {
	t.Helper()
	exe, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	return exe
}
