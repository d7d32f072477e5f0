package app

import "context"

// Where the requests of a kept run come from.
const (
	FromMade     = "made"     // made up, by tier
	FromRecorded = "recorded" // the sample of real ones of this instance
	FromGiven    = "given"    // of the call
)

// KeptFilter narrows a listing of what ran on a server and was kept: load tests
// and measurements of gains. Zero fields do not filter.
type KeptFilter struct {
	Scene  string
	Before int64
	Limit  int
}

// givenAs says whether n requests may come with from: some, and most at the
// most, where they are given, and none otherwise.
func givenAs(from string, n, most int) bool {
	return (from == FromGiven) == (n > 0) && n <= most
}

// ending is how one that may run on this instance is ended.
type ending struct {
	running         bool
	stop            func() bool // false when it does not run here
	over, elsewhere error
}

// end one that runs here; the audit has it first.
func (a *App) end(ctx context.Context, by Change, team string, e ending) error {
	if !e.running {
		return e.over
	}
	if err := a.store.Note(ctx, by, team); err != nil {
		return err
	}
	if !e.stop() {
		return e.elsewhere
	}
	return nil
}
