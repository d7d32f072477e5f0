package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// round is how long is asked before what came is looked at. Looking is work that
// would make others late, so nothing is asked meanwhile.
const round = 10 * time.Second

// saturation is how many requests a second are answered, all well, by as many
// callers as keep the processors busy.
func (w *World) saturation(long time.Duration) float64 {
	var all sync.WaitGroup
	var n atomic.Int64
	begin := time.Now()
	for range 4 * runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for time.Since(begin) < long {
				w.serve(w.next(false))
				n.Add(1)
			}
		})
	}
	all.Wait()
	return float64(n.Load()) / time.Since(begin).Seconds()
}

// closed asks so many, so many at a time.
func (w *World) closed(ctx context.Context, res *Result) {
	var all sync.WaitGroup
	var left atomic.Int64
	left.Store(int64(w.opt.Requests))
	var mu sync.Mutex
	for range w.opt.Together {
		all.Go(func() {
			for ctx.Err() == nil && left.Add(-1) >= 0 {
				s := w.serve(w.next(true))
				mu.Lock()
				w.look(&s, nil, res)
				mu.Unlock()
			}
		})
	}
	all.Wait()
}

// open asks at the rate, whatever becomes of the answers, beside a canary: round
// by round.
func (w *World) open(ctx context.Context, res *Result) {
	chance := rand.New(rand.NewPCG(w.opt.Seed, 3))
	var used, went time.Duration
	for left := w.opt.For; left > 0 && ctx.Err() == nil; left -= round {
		cpu, begin := cpuTime(), time.Now()
		all, bird := w.ask(ctx, min(left, round), res.Rate, chance)
		used += cpuTime() - cpu
		went += time.Since(begin)
		for i := range all {
			w.look(&all[i], bird.stalls, res)
		}
		res.canary = append(res.canary, bird.late...)
		if w.opt.Log != nil {
			fmt.Fprintf(w.opt.Log, "%d asked so far, %d without an answer\n", res.Asked, res.Failed)
		}
	}
	res.CPU = float64(used) / float64(went) / float64(runtime.GOMAXPROCS(0))
}

// ask at a rate for so long, and wait for all that was asked.
func (w *World) ask(ctx context.Context, long time.Duration, rate float64, chance *rand.Rand) ([]served, *canary) {
	bird := newCanary()
	var requests sync.WaitGroup
	var mu sync.Mutex
	all := make([]served, 0, int(2*rate*long.Seconds()))
	begin := time.Now()
	for next := time.Duration(0); next < long && ctx.Err() == nil; next += time.Duration(chance.ExpFloat64() / rate * float64(time.Second)) {
		if wait := next - time.Since(begin); wait > 0 {
			time.Sleep(wait)
		}
		requests.Go(func() {
			s := w.serve(w.next(true))
			mu.Lock()
			all = append(all, s)
			mu.Unlock()
		})
	}
	requests.Wait()
	bird.stop()
	return all, bird
}

// look at what came of a request.
func (w *World) look(s *served, stalls []stall, res *Result) {
	w.check.look(s)
	res.note(s, stalls)
}
