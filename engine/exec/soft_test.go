package exec

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"riffle.dev/riffle/engine/batch"
)

// after is a source that takes a while, deaf to everything but its context.
func after(d time.Duration, n int) work {
	return func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
		select {
		case <-time.After(d):
			return some(n), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func TestASoftJoinTakesWhatIsThere(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name  string
		build func(b *build) // a join is soft
		want  string
		n     int
		took  time.Duration
	}{
		{"one is late", func(b *build) {
			x, y := b.node("x", true, after(ms, 1)), b.node("y", true, after(90*ms, 2))
			x.Optional, y.Optional = true, true
			b.node("join", false, joins, x.ID, y.ID)
		}, "x ok, y timeout, join ok", 1, 10 * ms},
		{"none is", func(b *build) {
			x, y := b.node("x", true, after(ms, 1)), b.node("y", true, after(9*ms, 2))
			x.Optional, y.Optional = true, true
			b.node("join", false, joins, x.ID, y.ID)
		}, "x ok, y ok, join ok", 3, 9 * ms},
		{"a required one is waited for", func(b *build) {
			x, y := b.node("x", true, after(ms, 1)), b.node("y", true, after(50*ms, 2))
			x.Optional = true
			b.node("join", false, joins, x.ID, y.ID)
		}, "x ok, y timeout, join skipped", -1, 10 * ms},
		{"what is cheap behind a late one is done", func(b *build) {
			x, y := b.node("x", true, after(ms, 1)), b.node("y", true, after(90*ms, 2))
			x.Optional, y.Optional = true, true
			both := b.node("both", false, joins, x.ID, y.ID)
			more := b.node("more", false, joins, both.ID)
			both.Optional, more.Optional = true, true
			b.node("join", false, joins, more.ID)
		}, "x ok, y timeout, both ok, more ok, join ok", 1, 10 * ms},
		{"what is heavy behind a late one is not", func(b *build) {
			x, y := b.node("x", true, after(ms, 1)), b.node("y", true, after(90*ms, 2))
			slow := b.node("slow", true, after(90*ms, 4), y.ID)
			x.Optional, y.Optional, slow.Optional = true, true, true
			b.node("join", false, joins, x.ID, slow.ID)
		}, "x ok, y timeout, slow skipped, join ok", 1, 10 * ms},
		{"nor is it while the rest goes on", func(b *build) {
			x, y := b.node("x", true, after(ms, 1)), b.node("y", true, after(90*ms, 2))
			slow := b.node("slow", true, after(90*ms, 4), y.ID)
			x.Optional, y.Optional, slow.Optional = true, true, true
			join := b.node("join", false, joins, x.ID, slow.ID)
			b.node("rest", true, after(20*ms, 3), join.ID)
		}, "x ok, y timeout, slow skipped, join ok, rest ok", 3, 30 * ms},
		{"nor is what comes after that", func(b *build) {
			x, y := b.node("x", true, after(ms, 1)), b.node("y", true, after(90*ms, 2))
			slow := b.node("slow", true, after(ms, 4), y.ID)
			more := b.node("more", false, joins, slow.ID)
			x.Optional, y.Optional, slow.Optional, more.Optional = true, true, true, true
			b.node("join", false, joins, x.ID, more.ID)
		}, "x ok, y timeout, slow skipped, more skipped, join ok", 1, 10 * ms},
		{"but it is where another join waits on", func(b *build) {
			x, y := b.node("x", true, after(30*ms, 1)), b.node("y", true, after(90*ms, 2))
			slow := b.node("slow", true, after(2*ms, 4), y.ID)
			y.Optional, slow.Optional = true, true
			first := b.node("join without", false, joins, slow.ID)
			with := b.node("join with", false, joins, x.ID, slow.ID)
			b.node("last", false, joins, first.ID, with.ID, x.ID)
		}, "x ok, y timeout, slow ok, join without empty, join with ok, last ok", 6, 30 * ms},
		{"another that waits longer still gets it", func(b *build) {
			x, y := b.node("x", true, after(ms, 1)), b.node("y", true, after(30*ms, 2))
			x.Optional, y.Optional = true, true
			join := b.node("join", false, joins, x.ID, y.ID)
			b.node("last", false, joins, join.ID, y.ID)
		}, "x ok, y ok, join ok, last ok", 3, 30 * ms},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBuild(t)
			c.build(b)
			waits := map[int]time.Duration{}
			for _, n := range b.graph.Nodes {
				if strings.HasPrefix(n.Name, "join") {
					waits[n.ID] = 10 * ms
				}
			}
			p, start := b.plan(), time.Now()
			res := answer(t, p, Input{Budget: time.Second / 4, Choice: Choice{Soft: p.Soft(waits)}})
			n := -1
			if res.OK() {
				n = count(p, res)
			}
			if got := outcomes(res); got != c.want || n != c.n {
				t.Errorf("%s: %s with %d, want %s with %d", c.name, got, n, c.want, c.n)
			}
			if took := time.Since(start); took != c.took {
				t.Errorf("%s: after %v, want %v", c.name, took, c.took)
			}
		})
	}
}
