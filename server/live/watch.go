package live

import (
	"context"
	"fmt"
	"time"

	"riffle.dev/riffle/internal/plural"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/stats"
)

// Watch notes when a scene's state changes, as the board judges it: a state that
// comes and goes is held there. It belongs to one goroutine.
type Watch struct {
	board *stats.Board
	note  func(team string, at time.Time, e app.Event)
	told  map[stats.Key]stats.State
}

// NewWatch calls note with each change.
func NewWatch(b *stats.Board, note func(team string, at time.Time, e app.Event)) *Watch {
	return &Watch{board: b, note: note, told: map[stats.Key]stats.State{}}
}

// Run looks after each second until ctx ends.
func (w *Watch) Run(ctx context.Context) {
	for {
		ticked := w.board.Ticked()
		select {
		case <-ctx.Done():
			return
		case <-ticked:
			w.Look()
		}
	}
}

// Look at every scene once a second was closed.
func (w *Watch) Look() {
	for _, s := range w.board.Scenes("") {
		v := s.View()
		now := v.State
		if now == stats.Idle {
			now = stats.Normal // silence is no event
		}
		was, known := w.told[s.Key]
		if !known {
			was = stats.Normal
		}
		if was == now {
			continue
		}
		w.told[s.Key] = now
		w.note(s.Key.Team, v.At, changed(v, now))
	}
}

func changed(v *stats.View, now stats.State) app.Event {
	r := v.Recent
	e := app.Event{Kind: "scene." + string(now), Scene: v.Key.Scene}
	switch now {
	case stats.Slow:
		bad, what := r.Timeouts, "too late"
		if r.Errors > bad {
			bad, what = r.Errors, "failed"
		}
		e.Severity = "error"
		e.Message = fmt.Sprintf("scene %s: %d of %s %s, p99 %v", v.Key.Scene, bad, plural.Of(r.N, "request"), what, r.P99.Round(time.Millisecond))
	case stats.Impaired:
		e.Severity = "warning"
		e.Message = fmt.Sprintf("scene %s: %d of %s answered without a part or by the fallback", v.Key.Scene, r.Degraded, plural.Of(r.N, "request"))
	default:
		e.Severity = "info"
		e.Message = fmt.Sprintf("scene %s is normal again", v.Key.Scene)
	}
	return e
}
