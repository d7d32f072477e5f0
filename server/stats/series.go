package stats

import (
	"context"
	"slices"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// Series of one scene: windows of one step in order, gaps left out.
type Series struct {
	Step    Step
	Windows []degrade.Window
	Partial bool // the store could not be read: only what memory holds
}

// Series of the last span. The newest 15 minutes come from memory, longer
// spans from the store with what is not written yet.
func (b *Board) Series(ctx context.Context, key Key, last time.Duration) Series {
	from := b.now().Add(-last)
	s, known := b.Find(key)
	if last <= ringSeconds*time.Second || b.writer == nil {
		out := Series{Step: Second}
		if known {
			out.Windows = s.Since(from)
		}
		return out
	}
	step := StepFor(last)
	begin := from.Unix()
	rows, err := b.read(ctx, key, step, begin)
	if err != nil {
		out := Series{Step: Second, Partial: true}
		if known {
			out.Windows = s.Since(from)
		}
		return out
	}
	if known && step == Second { // what an idle scene has not written yet of this minute
		for _, w := range s.Since(from) {
			rows = append(rows, rowOf(key, Second, w.Start, w))
		}
		slices.SortStableFunc(rows, func(a, b Row) int { return int(a.At - b.At) })
	}
	rows = slices.CompactFunc(rows, func(a, b Row) bool { return a.At == b.At })
	out := Series{Step: step, Windows: make([]degrade.Window, len(rows))}
	for i, r := range rows {
		out.Windows[i] = r.Window()
	}
	return out
}

// read the windows of a step, written and not yet, with those that minutes of no
// requests stand for.
func (b *Board) read(ctx context.Context, key Key, step Step, from int64) ([]Row, error) {
	rows, err := b.writer.store.Read(ctx, key, step, from)
	if err != nil {
		return nil, err
	}
	rows = append(rows, b.writer.unwritten(key, step, from)...)
	if step == Minute {
		return filled(rows, nil, step, from), nil
	}
	first := from - from%int64(Minute)
	minutes, err := b.writer.store.Read(ctx, key, Minute, first)
	if err != nil {
		return nil, err
	}
	return filled(rows, append(minutes, b.writer.unwritten(key, Minute, first)...), step, from), nil
}

// Load brings the newest seconds back from the store, after a start.
func (b *Board) Load(ctx context.Context) error {
	if b.writer == nil {
		return nil
	}
	rows, err := b.read(ctx, Key{}, Second, b.now().Unix()-ringSeconds)
	if err != nil {
		return err
	}
	for _, r := range rows {
		s := b.Scene(r.Key)
		s.mu.Lock()
		s.ring.Put(r.Window())
		s.mu.Unlock()
	}
	return nil
}
