package catalog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/internal/pgerr"
	"riffle.dev/riffle/server/app"
)

// followEvery is how often live versions and drills are looked at; this
// instance's own changes come at once.
const followEvery = time.Second

// activateWithin is how long a publish waits to see its version serve.
const activateWithin = 3 * time.Second

// Run follows the live versions of all teams until ctx ends. While the
// database is away everything goes on with what is known.
func (c *Catalog) Run(ctx context.Context) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	away := false
	for {
		err := c.Sync(ctx)
		if ctx.Err() != nil {
			return
		}
		if (err != nil) != away {
			away = err != nil
			if away {
				c.report.Warn("versions cannot be followed; what serves goes on", "error", err)
			} else {
				c.report.Info("versions are followed again")
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Sync looks once at live versions and drills, and begins to load what is new.
func (c *Catalog) Sync(ctx context.Context) error {
	live, err := c.source.LiveNumbers(ctx)
	if err != nil {
		return err
	}
	for name, number := range live {
		t := c.team(name)
		t.wanted.set(number)
		if a, ok := c.Active(name); ok && a.Version == number {
			c.serves(ctx, t, number)
			continue
		}
		if !t.mu.TryLock() {
			continue // a load is under way
		}
		skip := t.failed == number || t.closed
		t.mu.Unlock()
		if skip {
			continue
		}
		v, err := c.source.Version(ctx, name, number)
		if err != nil {
			return err
		}
		go c.load(v, t)
	}
	c.mu.Lock()
	c.known = true
	c.mu.Unlock()
	faults, err := c.source.AllFaults(ctx, c.now())
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.faults = faults
	c.mu.Unlock()
	return c.source.EndFaults(ctx, c.now())
}

func (c *Catalog) load(v app.Version, t *team) {
	err := t.load(c.ctx, v)
	if errors.Is(err, errSuperseded) {
		c.report.Info("version did not go live here, another one is meanwhile", "team", t.name, "version", v.Number)
	} else if err != nil && c.ctx.Err() == nil {
		c.report.Warn("version is not live here", "team", t.name, "version", v.Number, "error", err)
	} else if err == nil && c.Serving(t.name) == v.Number {
		c.serves(c.ctx, t, v.Number)
	}
}

// serves tells that a version serves; what could not be kept is told at the
// next Sync.
func (c *Catalog) serves(ctx context.Context, t *team, number int64) {
	was := t.told.Load()
	if was == number || !t.told.CompareAndSwap(was, number) {
		return
	}
	if err := c.source.VersionServes(ctx, t.name, number, c.now()); err != nil {
		c.report.Debug("event was not kept", "kind", "version.live", "error", err)
		t.told.CompareAndSwap(number, 0)
	}
}

// Serving implements app.Runtime.
func (c *Catalog) Serving(team string) int64 {
	if a, ok := c.Active(team); ok {
		return a.Version
	}
	return 0
}

// Activated implements app.Runtime: it waits a little for the version to
// serve, so that who published finds it. What takes longer is an event.
func (c *Catalog) Activated(ctx context.Context, team string, v app.Version) {
	t, done := c.team(team), make(chan struct{})
	t.told.Store(0)
	t.wanted.set(v.Number)
	go func() {
		defer close(done)
		c.load(v, t)
	}()
	timer := time.NewTimer(activateWithin)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		c.event(team, app.Event{Kind: "version.loading", Severity: "info", Message: loadingMessage(v.Number, c.Serving(team))})
	case <-ctx.Done():
	}
}

func loadingMessage(number, serves int64) string {
	if serves == 0 {
		return fmt.Sprintf("version %d is loading", number)
	}
	return fmt.Sprintf("version %d is loading; until it serves version %d does", number, serves)
}

// FaultsChanged implements app.Runtime.
func (c *Catalog) FaultsChanged(ctx context.Context, _ string) {
	faults, err := c.source.AllFaults(ctx, c.now())
	if err != nil {
		return // the next Sync sees it
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults = faults
}

// event keeps what happened, when the database takes it.
func (c *Catalog) event(team string, e app.Event) {
	if err := c.source.AddEvent(c.ctx, team, e); err != nil {
		c.report.Debug("event was not kept", "kind", e.Kind, "error", err)
	}
}

// temporary errors go away by themselves: the version is tried again.
func temporary(err error) bool {
	return app.CodeOf(err) == app.Unavailable || pgerr.Away(err)
}

func firstError(list diag.List) error {
	for _, d := range list {
		if d.Severity == diag.Error {
			return errors.New(d.String())
		}
	}
	return errors.New("unknown reason")
}
