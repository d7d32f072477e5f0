package stats_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"riffle.dev/riffle/server/stats"
)

// memory is a Store that may be away.
type memory struct {
	mu   sync.Mutex
	rows []stats.Row
	away bool
}

var errAway = errors.New("the database is away")

func (m *memory) set(away bool) { m.mu.Lock(); m.away = away; m.mu.Unlock() }

func (m *memory) Append(_ context.Context, rows []stats.Row) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.away {
		return errAway
	}
	m.rows = append(m.rows, rows...)
	return nil
}

func (m *memory) Read(_ context.Context, key stats.Key, step stats.Step, from int64) (out []stats.Row, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.away {
		return nil, errAway
	}
	for _, r := range m.rows {
		if r.Step == step && r.At >= from && (key == stats.Key{} || r.Key == key) {
			out = append(out, r)
		}
	}
	return out, nil
}

func (m *memory) Trim(context.Context, time.Time) error { return nil }

var silent = slog.New(slog.NewTextHandler(io.Discard, nil))

func TestRowsWaitWhileTheStoreIsAway(t *testing.T) {
	ctx := context.Background()
	m := &memory{away: true}
	w := stats.NewWriter(m, silent, stats.WriterOptions{Pending: 10, Batch: 4})
	row := func(at int) stats.Row { return stats.Row{Key: home, Step: stats.Second, At: int64(at), N: 1} }
	for i := range 8 {
		w.Add([]stats.Row{row(i)})
	}
	if err := w.Flush(ctx); !errors.Is(err, errAway) {
		t.Fatalf("Flush = %v", err)
	}
	if w.Waiting() != 8 || w.Dropped() != 0 {
		t.Errorf("%d wait, %d dropped, want 8 and 0", w.Waiting(), w.Dropped())
	}
	w.Add([]stats.Row{row(8), row(9), row(10), row(11), row(12)})
	if w.Waiting() != 10 || w.Dropped() != 3 {
		t.Errorf("%d wait, %d dropped, want 10 and 3", w.Waiting(), w.Dropped())
	}
	m.set(false)
	if err := w.Flush(ctx); err != nil {
		t.Fatal(err)
	}
	if w.Waiting() != 0 || len(m.rows) != 10 || m.rows[0].At != 3 || m.rows[9].At != 12 {
		t.Errorf("%d wait, stored %v", w.Waiting(), m.rows)
	}
}

func TestSeries(t *testing.T) {
	ctx := context.Background()
	c := newClock()
	m := &memory{}
	w := stats.NewWriter(m, silent, stats.WriterOptions{})
	b := stats.NewBoard(c.now, w)
	s := b.Scene(home)
	observe(s, 3, time.Millisecond, 0)
	c.tick(b, 1)
	c.t = c.t.Add(5 * time.Second) // the process slept: a gap
	s.Observe(time.Millisecond, 0)
	c.tick(b, 1)
	c.tick(b, 120)

	got := b.Series(ctx, home, 10*time.Minute)
	if got.Step != stats.Second || got.Partial || len(got.Windows) != 122 {
		t.Fatalf("%d windows of %d s, partial %t, want 122 of 1 s", len(got.Windows), got.Step, got.Partial)
	}
	first := got.Windows[0]
	if first.N != 3 || first.P50 == 0 || got.Windows[1].Start.Sub(first.Start) != 6*time.Second {
		t.Errorf("first windows %+v", got.Windows[:2])
	}
	if got.Windows[121].N != 0 {
		t.Errorf("a second without a request has n = %d", got.Windows[121].N)
	}

	// Longer spans: partly stored, partly waiting, each window once.
	if err := w.Flush(ctx); err != nil {
		t.Fatal(err)
	}
	c.tick(b, 10)
	long := b.Series(ctx, home, time.Hour)
	if long.Step != stats.Second || len(long.Windows) != 132 {
		t.Errorf("%d windows of %d s for an hour, want 132 of 1 s", len(long.Windows), long.Step)
	}
	day := b.Series(ctx, home, 24*time.Hour)
	if day.Step != stats.Ten || len(day.Windows) < 12 || len(day.Windows) > 14 || day.Windows[0].N != 4 {
		t.Errorf("%d windows of %d s for a day: %+v", len(day.Windows), day.Step, day.Windows)
	}
	if month := b.Series(ctx, home, 30*24*time.Hour); month.Step != stats.Minute || len(month.Windows) != 2 {
		t.Errorf("%d windows of %d s for a month, want 2 of 60 s", len(month.Windows), month.Step)
	}

	m.set(true)
	if away := b.Series(ctx, home, time.Hour); !away.Partial || len(away.Windows) != 132 {
		t.Errorf("store away: partial %t, %d windows", away.Partial, len(away.Windows))
	}

	// After a restart the newest seconds are there again.
	m.set(false)
	b.Leave()
	if err := w.Flush(ctx); err != nil {
		t.Fatal(err)
	}
	again := stats.NewBoard(c.now, stats.NewWriter(m, silent, stats.WriterOptions{}))
	if err := again.Load(ctx); err != nil {
		t.Fatal(err)
	}
	if got := again.Series(ctx, home, 10*time.Minute); len(got.Windows) != 132 || got.Windows[0].N != 3 {
		t.Errorf("%d windows after a restart, want 132", len(got.Windows))
	}
	if got := again.Series(ctx, stats.Key{Team: "other", Scene: "home"}, time.Minute); len(got.Windows) != 0 {
		t.Errorf("a foreign scene has %d windows", len(got.Windows))
	}
}
