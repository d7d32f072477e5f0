package catalog

import (
	"context"
	"time"

	"riffle.dev/riffle/server/app"
)

// maxTries is how many runs and queries people try out at once on this
// instance; others wait tryWithin at most. What serves goes first.
const (
	maxTries  = 4
	tryWithin = 2 * time.Second
)

// try takes room for one; the caller gives it back.
func (c *Catalog) try(ctx context.Context) (done func(), err error) {
	timer := time.NewTimer(tryWithin)
	defer timer.Stop()
	select {
	case c.tries <- struct{}{}:
		return func() { <-c.tries }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, app.Fail(app.RateLimited, "many_runs", "many runs and queries are under way; try again a little later").After(time.Second)
	}
}
