package chaos

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"syscall"
	"time"

	"riffle.dev/riffle/engine/circuit"
)

// Options of a run.
type Options struct {
	For      time.Duration // under chaos
	Load     float64       // share of saturation; 0: no speed is looked at
	Requests int           // without Load: how many, Together at a time
	Together int
	Measure  time.Duration // saturation is measured so long
	Worst    int           // how many of the latest answers are kept
	Seed     uint64
	Log      io.Writer
}

// Run everything.
func (w *World) Run(ctx context.Context) (*Result, error) {
	say := func(format string, args ...any) {
		if w.opt.Log != nil {
			fmt.Fprintf(w.opt.Log, format+"\n", args...)
		}
	}
	res := &Result{Findings: w.check.Findings, Moods: map[string]int64{}, Scenes: map[string]*Told{}}
	say("seed %d", w.opt.Seed)
	for range 200 {
		w.serve(w.next(false)) // pools fill
	}
	if w.opt.Load > 0 {
		res.Saturation = w.saturation(w.opt.Measure)
		res.Rate = w.opt.Load * res.Saturation
		say("saturation %.0f requests a second, of which %.0f are asked for %v", res.Saturation, res.Rate, w.opt.For)
	}
	res.Goroutines[0], res.Heap[0] = w.settle(0)
	w.weather.set(false)
	if w.opt.Load > 0 {
		w.open(ctx, res)
	} else {
		w.closed(ctx, res)
	}
	res.tails(w.opt.Worst)
	w.weather.set(true)
	if err := w.engine.Wait(ctx); err != nil {
		return nil, err
	}
	say("asking the oracle")
	res.Kinds = w.check.oracle(w.bench, moment)
	w.check.kinds = map[string]*kind{}
	for m, n := range w.marks.total {
		if n > 0 {
			res.Moods[moodNames[m]] = n
		}
	}
	statuses := w.guarded.Circuits()
	statuses["players"] = w.players.Circuit()
	for _, s := range statuses {
		res.Opened += s.Opened
		if s.State != circuit.Closed && s.Opened == 0 {
			w.check.untruly("a circuit is open that never opened")
		}
	}
	res.Budgets, res.Cache = w.program.Again(), w.engine.Counts().Cache
	res.Goroutines[1], res.Heap[1] = w.settle(res.Goroutines[0])
	return res, ctx.Err()
}

// settle waits until there are no more goroutines than that, if it can, and
// gives what there is.
func (w *World) settle(goroutines int) (int, uint64) {
	for range 100 {
		w.transport.CloseIdleConnections()
		if runtime.NumGoroutine() <= goroutines {
			break
		}
		if goroutines == 0 { // what is idle ends within
			time.Sleep(500 * time.Millisecond)
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return runtime.NumGoroutine(), m.HeapAlloc
}

// cpuTime is what this process has used, user and system.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
