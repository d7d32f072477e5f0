package catalog

import (
	"time"

	"riffle.dev/riffle/server/app"
)

// Absent implements app.Runtime: why a team serves no such thing. Until the
// live versions are known and loaded nobody can tell that it does not exist; a
// client that heard so would give up instead of trying again.
func (c *Catalog) Absent(team, what, name string) error {
	if _, ok := c.Active(team); ok {
		return app.Missing(what, name)
	}
	c.mu.RLock()
	t, known := c.teams[team], c.known
	c.mu.RUnlock()
	switch {
	case t == nil && known:
		return app.Missing(what, name)
	case t != nil && t.cannotRun():
		return app.Fail(app.Unavailable, "live_broken", "the live version of {team} cannot run, its events say why; publish another", team).After(time.Minute)
	}
	return app.Fail(app.Unavailable, "live_loading", "the live version of {team} is loading", team).After(time.Second)
}

// cannotRun holds after a load that failed for good; while one is under way it
// does not.
func (t *team) cannotRun() bool {
	if !t.mu.TryLock() {
		return false
	}
	defer t.mu.Unlock()
	return t.failed != 0
}
