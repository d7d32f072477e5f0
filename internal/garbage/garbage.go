package garbage

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

const (
	// Growth is how much garbage gathers, in percent of what lives, while that is a
	// small part of the memory.
	Growth = 300
	// usual is Go's own.
	usual = 100
	// share of the memory that the heap may grow to by waiting: one in so many.
	share = 2
	// look is how often what lives is looked at.
	look = time.Second
)

// Percent of garbage that may gather beside so many live bytes, where the
// process may use memory bytes (0: nobody knows); most is wanted.
func Percent(live, memory uint64, most int) int {
	if memory == 0 || most <= usual {
		return most
	}
	room := memory / share
	if live == 0 || room/max(live, 1) > uint64(most) {
		return most
	}
	if room <= live {
		return usual
	}
	return max(usual, min(most, int((room-live)*100/live)))
}

// Keep sets how seldom garbage is collected, looks now and then whether that
// still fits, and sets back what was there when stop is called. percent is what
// was asked for, 0 for nothing: then GOGC has its way where it is set, and Growth
// where not. What is asked for holds whatever lives.
func Keep(ctx context.Context, percent int, getenv func(string) string) (stop func()) {
	switch {
	case percent > 0:
		return restore(debug.SetGCPercent(percent))
	case getenv("GOGC") != "":
		return func() {}
	}
	memory := Memory(os.DirFS("/"))
	set := Percent(liveBytes(), memory, Growth)
	back := restore(debug.SetGCPercent(set))
	ctx, cancel := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() {
		clock := time.NewTicker(look)
		defer clock.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-clock.C:
			}
			if want := Percent(liveBytes(), memory, Growth); want != set {
				set = want
				debug.SetGCPercent(set)
			}
		}
	})
	return func() {
		cancel()
		done.Wait()
		back()
	}
}

func restore(percent int) func() {
	return func() { debug.SetGCPercent(percent) }
}

// liveBytes were found alive by the last collection.
func liveBytes() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
