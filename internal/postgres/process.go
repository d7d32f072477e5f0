package postgres

import (
	"os/exec"
	"runtime"
	"syscall"
)

// process is a child that dies with us.
type process struct {
	pid  int
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended and was reaped
	err  error         // how it ended; read after done
}

// keep starts cmd from a goroutine of its own that stays locked to its thread
// until the child has ended. The kernel sends the parent death signal when the
// *thread* that started the child ends, and the runtime ends threads whenever a
// locked goroutine returns; from an unlocked goroutine the child would be
// killed at a moment nobody can explain.
func keep(cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		if err != nil {
			started <- err
			return
		}
		stopGuard := guard(cmd.Process.Pid)
		p.pid = cmd.Process.Pid
		started <- nil
		p.err = cmd.Wait()
		stopGuard()
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

func (p *process) signal(s syscall.Signal) { _ = p.cmd.Process.Signal(s) }

func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}
