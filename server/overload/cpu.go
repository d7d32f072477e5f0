package overload

import (
	"runtime"
	"syscall"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// Process tells the CPU time of this process, user and system, the cores it may
// use: those the runtime works with, which minds affinity and cgroup, how long it
// waited for them, and what others had of them. The zero value is ready. Safe for
// concurrent use.
type Process struct {
	waits  delays
	beside neighbours
}

// Load implements degrade.CPU.
func (p *Process) Load() degrade.Load {
	l := degrade.Load{Cores: float64(runtime.GOMAXPROCS(0))}
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) == nil { // it fails for a bad argument only
		l.Busy = time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	now := time.Now()
	l.Stolen = p.waits.sum(now, "/proc/self/task")
	l.Others = p.beside.sum(now, l.Busy, "/")
	return l
}
