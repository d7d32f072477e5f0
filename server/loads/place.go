package loads

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"riffle.dev/riffle/server/app"
)

// place is for one at a time.
type place struct {
	mu    sync.Mutex
	until time.Time // one holds it until then, at the latest; zero: none does
}

// take it for a time from now on; where it is held, for how much longer.
func (p *place) take(now time.Time, length time.Duration) (held time.Duration, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.until.IsZero() {
		return max(p.until.Sub(now), time.Second), false
	}
	p.until = now.Add(length)
	return 0, true
}

func (p *place) free() {
	p.mu.Lock()
	p.until = time.Time{}
	p.mu.Unlock()
}

// Tries to keep a report while the database is away.
const (
	keepTries  = 30
	keepPause  = 2 * time.Second
	keepWithin = 5 * time.Second
)

// keep what came of one, again and again while the database is away; once when
// the instance stops.
func keep(life context.Context, log *slog.Logger, what, team, id string, finish func(context.Context) error) {
	for try := range keepTries {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(life), keepWithin)
		err := finish(ctx)
		cancel()
		if err == nil {
			return
		}
		if app.CodeOf(err) != app.Unavailable || try == keepTries-1 || life.Err() != nil {
			log.Error(what+" is not kept", "team", team, "id", id, "error", err)
			return
		}
		select {
		case <-life.Done():
		case <-time.After(keepPause):
		}
	}
}
