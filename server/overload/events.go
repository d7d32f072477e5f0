package overload

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/server/app"
)

// tell the boards what has changed since the last tick.
func (o *Overload) tell() {
	if o.cfg.Note == nil {
		return
	}
	for _, e := range o.control.Events(o.told) {
		o.told = e.Seq + 1
		if e.From == e.To && e.By == "" && e.Why == "" {
			continue
		}
		team, scene := split(e.Key)
		o.cfg.Note(team, e.At, board(scene, &e))
	}
}

// board is an event as the boards show it.
func board(scene string, e *degrade.Event) app.Event {
	out := app.Event{Kind: "degradation." + strings.ToLower(e.To.String()), Scene: scene, Severity: "info"}
	switch e.To {
	case degrade.SHEDDING:
		out.Severity = "error"
	case degrade.DEGRADED, degrade.FROZEN:
		out.Severity = "warning"
	}
	if e.From == e.To {
		out.Kind = "degradation.note"
	}
	out.Message = fmt.Sprintf("scene %s: %s, %s", scene, strings.ToLower(e.To.String()), e.Why)
	if e.Plan != "" && e.Plan != "full" {
		out.Message += "; deepest plan: " + e.Plan
	}
	if e.By != "" {
		out.Message += ", by " + e.By
	}
	return out
}

// split a key into team and scene.
func split(k degrade.Key) (team, scene string) {
	team, scene, _ = strings.Cut(k.Scene, "/")
	return team, scene
}

func eventOf(e *degrade.Event) app.DegradationEvent {
	_, scene := split(e.Key)
	return app.DegradationEvent{Seq: int64(e.Seq), At: e.At, Scene: scene, From: strings.ToLower(e.From.String()), To: strings.ToLower(e.To.String()), Why: e.Why, By: e.By,
		Rate: e.Rate, Budget: finite(e.Budget), Need: finite(e.Need), Full: e.Full, LateLow: e.Late[0], LateHigh: e.Late[1], Plan: e.Plan}
}

// DegradationEvents implements api.Degradations: those of this instance from
// memory, older ones and those of others from the database, when it is there.
func (o *Overload) DegradationEvents(ctx context.Context, team, scene string, before int64, limit int) ([]app.DegradationEvent, error) {
	s, _, err := o.find(team, scene)
	if err != nil {
		return nil, err
	}
	out := []app.DegradationEvent{}
	if o.cfg.Store != nil {
		if kept, err := o.cfg.Store.DegradationEvents(ctx, team, scene, before, limit); err == nil {
			out = kept
		}
	}
	for _, e := range o.control.Events(0) {
		one := eventOf(&e)
		if e.Key.Scene != s.key.Scene || before > 0 && one.Seq >= before || slices.ContainsFunc(out, func(x app.DegradationEvent) bool {
			return x.At.Equal(one.At) && x.To == one.To && x.Why == one.Why || x.Seq == one.Seq
		}) {
			continue
		}
		out = append(out, one)
	}
	slices.SortFunc(out, func(a, b app.DegradationEvent) int { return int(min(max(b.Seq-a.Seq, -1), 1)) })
	return out[:min(len(out), limit)], nil
}
