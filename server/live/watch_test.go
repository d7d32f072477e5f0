package live_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/live"
	"riffle.dev/riffle/server/stats"
)

func TestWatch(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	b := stats.NewBoard(func() time.Time { return now }, nil)
	s := b.Scene(stats.Key{Team: "demo", Scene: "home"})
	var got []string
	w := live.NewWatch(b, func(team string, _ time.Time, e app.Event) {
		got = append(got, team+" "+e.Severity+" "+e.Kind+": "+e.Message)
	})
	second := func(seconds, good, bad int, mark degrade.Mark) {
		for range seconds {
			for range good {
				s.Observe(2*time.Millisecond, 0)
			}
			for range bad {
				s.Observe(2*time.Millisecond, mark)
			}
			now = now.Add(time.Second)
			b.Tick(now)
			w.Look()
		}
	}
	second(2, 200, 0, 0)
	second(1, 0, 200, degrade.TimedOut) // one bad second is no event yet
	second(1, 200, 0, 0)
	second(4, 0, 200, degrade.Degraded)
	second(1, 0, 200, degrade.TimedOut)
	second(2, 0, 200, degrade.Failed)
	for range 20 { // at the limit, to and fro: nothing new
		second(5, 200, 0, 0)
		second(5, 180, 20, degrade.TimedOut)
	}
	second(20, 200, 0, 0)
	second(70, 0, 0, 0) // silence
	want := []string{
		"demo warning scene.degraded: scene home: 200 of 200 requests answered without a part or by the fallback",
		"demo error scene.slow: scene home: 200 of 200 requests failed, p99 2ms",
		"demo info scene.normal: scene home is normal again",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
