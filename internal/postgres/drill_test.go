package postgres

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// rounds of the drill: 3, or as many as RIFFLE_DRILL says (the long form is 20).
func rounds(t *testing.T) int {
	s := os.Getenv("RIFFLE_DRILL")
	if s == "" {
		return 3
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("RIFFLE_DRILL=%s: %v", s, err)
	}
	return n
}

// An instance is killed at random moments, and its postmaster in every third
// round before that; the next one starts at once. Nothing acknowledged is
// missing and no process is left.
func TestKillDrill(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home")
	data := filepath.Join(dir, dataFolder)
	seed := uint64(time.Now().UnixNano())
	rnd := rand.New(rand.NewPCG(seed, 1))
	n, acked, postmasters := rounds(t), map[int]int{}, 0
	var address string
	var previous *instance
	bury := func() {
		if previous != nil {
			previous.kill() // dead already: this reads what it had to say
			acked[previous.pid] = previous.acknowledged()
		}
	}
	for i := range n {
		in := startInstance(t, exec.Command(self(t)), dir)
		bury()
		if address != "" && in.dsn != address {
			t.Errorf("round %d: the address moved from %s to %s", i, address, in.dsn)
		}
		address = in.dsn
		time.Sleep(time.Duration(rnd.IntN(200)) * time.Millisecond)
		if i%3 == 1 {
			before := in.acknowledged()
			if err := syscall.Kill(in.postmaster, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			postmasters++
			// The row under way may still be acknowledged by the old server.
			eventually(t, "the instance goes on after its postmaster was killed", func() bool {
				return in.acknowledged() > before+1 && !runsOn(in.postmaster, data)
			})
		}
		// The next one starts while the kernel still clears this one away.
		if err := in.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		previous = in
	}
	last := launchHere(t, dir, Options{Choice: Choice(os.Getenv("RIFFLE_POSTGRES"))})
	bury()
	conn, err := pgx.Connect(t.Context(), last.DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	total, missing := 0, 0
	for pid, most := range acked {
		var found int
		if err := conn.QueryRow(t.Context(), "select count(distinct n) from acked where pid = $1 and n <= $2", pid, most).Scan(&found); err != nil {
			t.Fatal(err)
		}
		total += most
		missing += most - found
	}
	t.Logf("seed %d: %d instances and %d postmasters killed, %d rows acknowledged, missing = %d", seed, n, postmasters, total, missing)
	if missing != 0 || total == 0 {
		t.Errorf("acknowledged %d, missing %d", total, missing)
	}
	conn.Close(context.Background())
	last.Stop(context.Background())
	if left := stragglers(data); len(left) != 0 {
		t.Errorf("left behind after a clean stop: %v", left)
	}
}

func TestNoOrphanAfterAKill(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home")
	in := startInstance(t, exec.Command(self(t)), dir)
	if left := stragglers(filepath.Join(dir, dataFolder)); len(left) == 0 {
		t.Fatal("a running server is not seen: this test could not fail")
	}
	in.kill()
	eventually(t, "every process of the server has ended", func() bool {
		return len(stragglers(filepath.Join(dir, dataFolder))) == 0
	})
}

func TestCleanStop(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home")
	in := startInstance(t, exec.Command(self(t)), dir)
	in.stop(t)
	if left := stragglers(filepath.Join(dir, dataFolder)); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if _, err := os.Stat(filepath.Join(dir, dataFolder, "postmaster.pid")); !os.IsNotExist(err) {
		t.Errorf("the server was not shut down in order: %v", err)
	}
}

func TestPostmasterIsStartedAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home")
	states := make(chan State, 100)
	s := launchHere(t, dir, Options{OnState: func(st State) { states <- st }})
	address := s.DSN()
	for i := range 2 {
		if err := syscall.Kill(s.PID(), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the server answers again", func() bool {
			return s.State().Restarts == i+1 && ping(t.Context(), s.DSN()) == nil
		})
	}
	if s.DSN() != address {
		t.Errorf("the address moved from %s to %s", address, s.DSN())
	}
	s.Stop(context.Background())
	close(states)
	var phases []Phase
	for st := range states {
		phases = append(phases, st.Phase)
		if st.Phase == Down && st.Err == "" {
			t.Error("down without a reason")
		}
	}
	want := []Phase{Starting, Ready, Down, Ready, Down, Ready, Stopped}
	if len(phases) != len(want) {
		t.Fatalf("phases %v, want %v", phases, want)
	}
	for i := range want {
		if phases[i] != want[i] {
			t.Fatalf("phases %v, want %v", phases, want)
		}
	}
}

// A pid file may name a process that is something else by now.
func TestForeignPidFileIsRemoved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "home")
	startInstance(t, exec.Command(self(t)), dir).stop(t)
	other := exec.Command("sleep", "600")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Process.Kill(); _ = other.Wait() })
	file := filepath.Join(dir, dataFolder, "postmaster.pid")
	if err := os.WriteFile(file, []byte(strconv.Itoa(other.Process.Pid)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	launchHere(t, dir, Options{})
	if err := syscall.Kill(other.Process.Pid, 0); err != nil {
		t.Errorf("the other process was harmed: %v", err)
	}
}
