package stats

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Store keeps rows for as long as their step says.
type Store interface {
	// Append rows. A row that is there already stays as it is: an answer that
	// got lost may be asked for again.
	Append(ctx context.Context, rows []Row) error
	// Read the rows of a scene and step that began at or after from (Unix
	// seconds), in order; of all scenes when key is zero.
	Read(ctx context.Context, key Key, step Step, from int64) ([]Row, error)
	// Trim what is older than its step is kept.
	Trim(ctx context.Context, now time.Time) error
}

// WriterOptions bound what waits in memory.
type WriterOptions struct {
	Pending int           // rows kept while the store is away; 50,000
	Batch   int           // rows a write; 2,000
	Every   time.Duration // between writes; 5 s
	Trim    time.Duration // between trims; 10 min
	Timeout time.Duration // of one write; 5 s
}

func (o WriterOptions) withDefaults() WriterOptions {
	set := func(have *int, def int) {
		if *have <= 0 {
			*have = def
		}
	}
	span := func(have *time.Duration, def time.Duration) {
		if *have <= 0 {
			*have = def
		}
	}
	set(&o.Pending, 50_000)
	set(&o.Batch, 2_000)
	span(&o.Every, 5*time.Second)
	span(&o.Trim, 10*time.Minute)
	span(&o.Timeout, 5*time.Second)
	return o
}

// Writer hands rows to a store in batches. Add never waits for the store.
type Writer struct {
	store Store
	log   *slog.Logger
	opt   WriterOptions

	mu      sync.Mutex
	pending []Row
	dropped uint64
	failing bool
}

// NewWriter writes to store once Run runs.
func NewWriter(store Store, log *slog.Logger, opt WriterOptions) *Writer {
	return &Writer{store: store, log: log, opt: opt.withDefaults()}
}

// Add rows. When too many wait the oldest are dropped.
func (w *Writer) Add(rows []Row) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pending = append(w.pending, rows...)
	if over := len(w.pending) - w.opt.Pending; over > 0 {
		w.pending = append(w.pending[:0:0], w.pending[over:]...)
		w.dropped += uint64(over)
	}
}

// Dropped is how many rows were lost because the store was away too long, and
// Waiting how many are not written yet.
func (w *Writer) Dropped() uint64 { w.mu.Lock(); defer w.mu.Unlock(); return w.dropped }

// Waiting rows.
func (w *Writer) Waiting() int { w.mu.Lock(); defer w.mu.Unlock(); return len(w.pending) }

// unwritten rows of a scene and step from a moment on.
func (w *Writer) unwritten(key Key, step Step, from int64) []Row {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []Row
	for _, r := range w.pending {
		if r.Key == key && r.Step == step && r.At >= from {
			out = append(out, r)
		}
	}
	return out
}

// Flush writes what waits, until nothing does or a write fails.
func (w *Writer) Flush(ctx context.Context) error {
	for {
		w.mu.Lock()
		n := min(len(w.pending), w.opt.Batch)
		batch := w.pending[:n:n]
		before := w.dropped
		w.mu.Unlock()
		if n == 0 {
			return nil
		}
		ctx, cancel := context.WithTimeout(ctx, w.opt.Timeout)
		err := w.store.Append(ctx, batch)
		cancel()
		if err != nil {
			w.report(err)
			return err
		}
		w.report(nil)
		w.mu.Lock()
		// What was dropped meanwhile was the oldest, thus part of this batch.
		written := max(n-int(w.dropped-before), 0)
		w.pending = w.pending[min(written, len(w.pending)):]
		w.mu.Unlock()
	}
}

// report the first failure and the recovery, not every turn between.
func (w *Writer) report(err error) {
	w.mu.Lock()
	was := w.failing
	w.failing = err != nil
	waiting, dropped := len(w.pending), w.dropped
	w.mu.Unlock()
	switch {
	case err != nil && !was:
		w.log.Warn("series are kept in memory: the database is away", "waiting", waiting, "error", err)
	case err == nil && was:
		w.log.Info("series are written again", "waiting", waiting, "dropped", dropped)
	}
}

// Run writes and trims until ctx ends, then writes once more within a second.
func (w *Writer) Run(ctx context.Context, now func() time.Time) {
	every := time.NewTicker(w.opt.Every)
	defer every.Stop()
	var trimmed time.Time
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			_ = w.Flush(last) // reported inside; the process ends anyway
			return
		case <-every.C:
		}
		if err := w.Flush(ctx); err != nil {
			continue
		}
		if t := now(); t.Sub(trimmed) >= w.opt.Trim {
			if err := w.store.Trim(ctx, t); err != nil {
				w.log.Warn("series are not trimmed", "error", err)
				continue
			}
			trimmed = t
		}
	}
}
