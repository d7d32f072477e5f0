package postgres

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The kernel's parent death signal follows the thread that started the child,
// and threads end with goroutines that are locked to them.
func TestChildOutlivesOtherThreads(t *testing.T) {
	cmd := exec.Command("sleep", "600")
	cmd.SysProcAttr = attributes(identity{Mode: Self})
	p, err := keep(cmd)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() {
			runtime.LockOSThread() // and never unlocked: the thread ends here
			time.Sleep(time.Millisecond)
		})
	}
	wg.Wait()
	select {
	case <-p.done:
		t.Fatalf("the child was killed: %v", p.err)
	case <-time.After(100 * time.Millisecond):
	}
	p.signal(syscall.SIGKILL)
	<-p.done
}

func TestChildThatDoesNotStart(t *testing.T) {
	if _, err := keep(exec.Command("/nowhere/postgres")); err == nil {
		t.Fatal("started nothing")
	}
}
