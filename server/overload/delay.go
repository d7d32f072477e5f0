package overload

import (
	"bytes"
	"os"
	"strconv"
	"sync"
	"time"
)

// delays is how long this process's threads stood ready and others had the CPU:
// other processes on the machine, or a quota that was used up. Where the kernel
// does not tell (schedstat, of Linux), it is 0.
//
// The runtime runs no more threads than there are cores, so its own hardly wait
// for each other. A thread that ended is forgotten, not taken back.
type delays struct {
	mu    sync.Mutex
	read  time.Time
	last  map[string]int64 // ns by thread
	total int64            // ns
}

// fresh is how long a reading holds: several ask within one tick.
const fresh = 50 * time.Millisecond

func (d *delays) sum(now time.Time, tasks string) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.last != nil && now.Sub(d.read) < fresh {
		return time.Duration(d.total)
	}
	d.read = now
	threads, err := os.ReadDir(tasks)
	if err != nil {
		return time.Duration(d.total)
	}
	next := make(map[string]int64, len(threads))
	for _, t := range threads {
		waited, ok := waitedOf(tasks + "/" + t.Name() + "/schedstat")
		if !ok {
			continue
		}
		next[t.Name()] = waited
		if was, known := d.last[t.Name()]; known && waited > was {
			d.total += waited - was
		}
	}
	d.last = next
	return time.Duration(d.total)
}

// waitedOf a thread: the second of the three numbers of schedstat, ns on a run
// queue.
func waitedOf(path string) (int64, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, false // it ended meanwhile
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0, false
	}
	n, err := strconv.ParseInt(string(fields[1]), 10, 64)
	return n, err == nil && n >= 0
}
