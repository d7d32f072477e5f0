package server

import (
	"context"
	"time"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/live"
	"riffle.dev/riffle/server/store"
)

// events brings the table of events into the journal that the boards read,
// and the database's own states into both.
type events struct {
	store   *store.Store
	journal *live.Journal
	teams   func() []string
	now     func() time.Time
	unsaved chan saved
}

type saved struct {
	team  string
	event app.Event
}

// overlap is how far back each look reaches: a transaction may commit after a
// later one.
const overlap = 5 * time.Second

func newEvents(s *store.Store, j *live.Journal, teams func() []string, now func() time.Time) *events {
	return &events{store: s, journal: j, teams: teams, now: now, unsaved: make(chan saved, 1000)}
}

// run follows the table until ctx ends.
func (e *events) run(ctx context.Context) {
	from := e.now().Add(-24 * time.Hour).UnixMicro()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if found, err := e.store.EventsSince(ctx, from, 1000); err == nil {
			for team, list := range found {
				e.journal.Add(team, list...)
				for _, ev := range list {
					from = max(from, ev.Seq-overlap.Microseconds())
				}
			}
			e.save(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// save writes what was noted while the database was away.
func (e *events) save(ctx context.Context) {
	for {
		select {
		case s := <-e.unsaved:
			if err := e.store.AddEvent(ctx, s.team, s.event); err != nil {
				e.later(s)
				return
			}
		default:
			return
		}
	}
}

func (e *events) later(s saved) {
	select {
	case e.unsaved <- s:
	default: // a thousand are waiting: the journal still has it
	}
}

// database notes a change of the database's state for every team.
func (e *events) database(state api.DatabaseState) {
	ev := app.Event{Kind: "database." + state.State, Severity: "info", Message: "the database answers again"}
	switch state.State {
	case "down":
		ev.Severity, ev.Message = "error", "the database does not answer; scenes are served from memory, writes have to wait"
	case "recovering":
		ev.Severity, ev.Message = "warning", "the database is coming back"
	}
	for _, team := range e.teams() {
		e.note(team, state.Since, ev)
	}
}

// note what happened on this instance: on the boards at once, in the table soon.
func (e *events) note(team string, at time.Time, ev app.Event) {
	e.later(saved{team, e.journal.Note(team, at, ev)})
}
