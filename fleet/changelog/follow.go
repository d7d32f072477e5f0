package changelog

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Applier is what follows a stream. The follower calls it from one goroutine.
type Applier interface {
	// Offsets are those of the entries wanted next, by slot.
	Offsets() Offsets
	// Apply takes entries in order within each slot; those it has already
	// seen must do no harm. After an error the same entries come again later.
	Apply(entries []Entry) error
}

// Follower tails a stream into an Applier.
type Follower struct {
	log     Log
	stream  Stream
	applier Applier
	report  *slog.Logger

	mu       sync.Mutex
	progress Progress
	caught   chan struct{} // closed at the first time nothing was left
}

// Progress of a follower.
type Progress struct {
	Applied Offsets
	End     Offsets   // of the stream, as far as known
	Lag     int64     // entries known of and not applied
	Caught  bool      // it has been at the end once
	Err     error     // of the last try; nil when that went well
	At      time.Time // of the last try
	Good    time.Time // of the last try that went well; zero: none did
	Whole   time.Time // before the last try that found nothing left to apply: all that was written by then is; zero: none did
}

// How a follower looks for news by itself: often while there was some lately.
const (
	pollBusy  = 100 * time.Millisecond
	pollQuiet = 500 * time.Millisecond
	quietFrom = 10 * time.Second
	retryMax  = time.Second
	readMax   = 500 // entries of each slot at once
)

// NewFollower makes one; Run starts it.
func NewFollower(log Log, s Stream, a Applier, report *slog.Logger) *Follower {
	return &Follower{log: log, stream: s, applier: a, report: report, caught: make(chan struct{}),
		progress: Progress{Applied: a.Offsets().Clone()}}
}

// Progress so far.
func (f *Follower) Progress() Progress {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.progress
}

// Caught is closed once the follower has been at the end of the stream.
func (f *Follower) Caught() <-chan struct{} { return f.caught }

// Run follows until ctx ends. Errors of the log and of the applier are retried
// for ever, so that nothing is skipped.
func (f *Follower) Run(ctx context.Context) {
	retry := pollBusy
	busy := time.Now()
	for ctx.Err() == nil {
		changed := f.log.Changed(f.stream) // before reading: what comes meanwhile is not missed
		n, err := f.step(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			f.sleep(ctx, nil, retry)
			retry = min(2*retry, retryMax)
			continue
		}
		retry = pollBusy
		if n > 0 {
			busy = time.Now()
			continue
		}
		wait := pollBusy
		if time.Since(busy) > quietFrom {
			wait = pollQuiet
		}
		f.sleep(ctx, changed, wait)
	}
}

func (f *Follower) sleep(ctx context.Context, changed <-chan struct{}, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-changed:
	case <-timer.C:
	}
}

// step reads and applies one batch and returns its size.
func (f *Follower) step(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	from, began := f.applier.Offsets(), time.Now()
	entries, err := f.log.Read(ctx, f.stream, from, readMax)
	if err == nil && len(entries) > 0 {
		err = f.applier.Apply(entries)
	}
	var end Offsets
	if err == nil && len(entries) >= readMax { // some slot may hold more
		end, err = f.log.EndOffsets(ctx, f.stream)
	} else if err == nil {
		end = f.applier.Offsets()
	}
	f.note(began, end, len(entries), err)
	return len(entries), err
}

// note how far a step came; end is nil where it is not known.
func (f *Follower) note(began time.Time, end Offsets, n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	was := f.progress.Err
	f.progress.Applied, f.progress.Err, f.progress.At = f.applier.Offsets().Clone(), err, time.Now()
	if err == nil {
		f.progress.Good = f.progress.At
	}
	if end != nil {
		f.progress.End = end.Clone()
	}
	f.progress.Lag = f.progress.Applied.Behind(f.progress.End)
	if err == nil && n == 0 {
		f.progress.Whole = began
	}
	if err == nil && n == 0 && !f.progress.Caught {
		f.progress.Caught = true
		close(f.caught)
	}
	switch {
	case err != nil && was == nil:
		f.report.Warn("change log: cannot follow, trying again", "team", f.stream.Team, "resource", f.stream.Resource, "error", err)
	case err == nil && was != nil:
		f.report.Info("change log: following again", "team", f.stream.Team, "resource", f.stream.Resource)
	}
}
