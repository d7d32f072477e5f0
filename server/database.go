package server

import (
	"context"
	"sync"
	"time"

	"riffle.dev/riffle/server/api"
)

// database watches whether Postgres answers.
type database struct {
	ping     func(context.Context) error
	told     func() string // by whoever runs it; may be nil
	now      func() time.Time
	onChange func(api.DatabaseState)

	mu    sync.Mutex
	state api.DatabaseState
}

// How often it is asked, and how long an answer may take.
const (
	pingEvery  = 500 * time.Millisecond
	pingWithin = time.Second
)

func newDatabase(ping func(context.Context) error, told func() string, now func() time.Time) *database {
	return &database{ping: ping, told: told, now: now, state: api.DatabaseState{State: "ok", Since: now()}}
}

// State now.
func (d *database) State() api.DatabaseState {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state
}

// run watches until ctx ends.
func (d *database) run(ctx context.Context) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		d.set(d.look(ctx))
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// look asks the database itself: whoever runs it may think it well while it
// takes no connections. A failing one is recovering where that is known.
func (d *database) look(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, pingWithin)
	defer cancel()
	if d.ping(ctx) == nil {
		return "ok"
	}
	if d.told != nil && d.told() == "recovering" {
		return "recovering"
	}
	return "down"
}

func (d *database) set(state string) {
	d.mu.Lock()
	if d.state.State == state {
		d.mu.Unlock()
		return
	}
	d.state = api.DatabaseState{State: state, Since: d.now()}
	now := d.state
	d.mu.Unlock()
	if d.onChange != nil {
		d.onChange(now)
	}
}
