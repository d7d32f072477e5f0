package overload

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/limit"
	"riffle.dev/riffle/internal/hop"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// lane of a scene: the first tier is that of users of none.
func (o *Overload) lane(s *dag.Scene) *limit.Lane {
	tiers := []float64{weightOf(s.Weight)}
	for i := range s.Tiers {
		tiers = append(tiers, weightOf(s.Tiers[i].Weight))
	}
	return o.queue.Lane(s.Weight, tiers)
}

func weightOf(w float64) float64 {
	if w > 0 {
		return w
	}
	return 1
}

// enter the machine, after a wait where it is full. Requests of scenes that are
// only watched do not wait, nor do those wait for them. Who is not let in gets an
// *app.Error, or the error of its context.
func (a *Asked) enter(ctx context.Context, tier int) error {
	d, s := &a.decision, a.scene
	class, cohort := limit.Class(a.ready.modules.Spec.Class), d.Cohort
	deadline, hasty := a.ready.modules.Spec.Deadline, false
	if h := hop.Of(ctx); h != nil {
		class = lifted(class, h.Lift)
		if h.Cohorted {
			cohort = h.Cohort
		}
		if h.Left > 0 && h.Left < deadline {
			deadline, hasty = h.Left, true
		}
		h.Cohort, h.Cohorted = cohort, true
		h.Tells, h.Urges = true, urgency(s.declared, class, tier)
	}
	if !d.Acts || d.Plan == nil {
		return nil
	}
	_, err := s.lane.Enter(ctx, &limit.Ask{Class: class, Tier: tier + 1, Cohort: cohort, Cost: d.Plan.Cost(),
		Until: s.o.cfg.Now().Add(deadline), Hasty: hasty, Never: d.NoShed})
	if err == nil {
		a.inside = true
		return nil
	}
	var r *limit.Refusal
	if !errors.As(err, &r) {
		return err
	}
	return notIn(ctx, s.name.scene, r.Why)
}

// leave the machine.
func (a *Asked) leave() {
	if a.inside {
		a.inside = false
		a.scene.o.queue.Leave(a.decision.Plan.Cost())
	}
}

// lifted is the class of a request that asks for less, or, where it may, for
// more than its scene's.
func lifted(class limit.Class, lift int) limit.Class {
	steps := [...]int{-2, -1, -1, 0, 1, 1, 2, 2}
	by := steps[min(max(lift+hop.Usual, 0), hop.Lowest)]
	return limit.Class(min(max(int(class)+by, int(limit.Core)), int(limit.Spare)))
}

// urgency that what is called is told: by class, and one more or less where the
// tier counts more or less than the scene.
func urgency(s *dag.Scene, class limit.Class, tier int) uint8 {
	u := 1 + 2*uint8(class)
	if tier >= 0 && tier < len(s.Tiers) {
		switch w, usual := weightOf(s.Tiers[tier].Weight), weightOf(s.Weight); {
		case w > usual:
			u--
		case w < usual:
			u++
		}
	}
	return u
}

// notIn is why a request did not come through the queue, as the doors say it.
func notIn(ctx context.Context, scene string, why limit.Why) error {
	switch why {
	case limit.Gone:
		if err := ctx.Err(); err != nil {
			return err
		}
		return context.Canceled
	case limit.Full:
		return app.Fail(app.Unavailable, "queue_full", "too many requests of scene {scene} wait already; try again a little later", scene).After(time.Second)
	case limit.Displaced:
		return app.Fail(app.Unavailable, "queue_displaced", "others went before this request of scene {scene}; try again a little later", scene).After(time.Second)
	}
	return app.Fail(app.Unavailable, "queue_late", "scene {scene} can't answer before the deadline; try again a little later", scene).After(time.Second)
}

// queueView of a scene.
func (o *Overload) queueView(s *Scene) api.DegradationQueue {
	l, q := s.lane.Status(), o.queue.Status()
	v := api.DegradationQueue{Waiting: l.Waiting, OldestMS: ms(l.Oldest), Entered: int64(l.Entered), Waited: int64(l.Waits.N), WaitP99MS: ms(l.Waits.Quantile(.99)),
		UnderMS: ms(q.Under), RoomMS: ms(q.Room),
		Refused: api.DegradationQueueRefused{Hopeless: int64(l.Refused[limit.Hopeless]), Full: int64(l.Refused[limit.Full]), Displaced: int64(l.Refused[limit.Displaced]),
			Late: int64(l.Refused[limit.Late]), Gone: int64(l.Refused[limit.Gone])}}
	if l.Waits.N > 0 {
		v.WaitMS = ms(l.Waits.Sum / time.Duration(l.Waits.N))
	}
	return v
}

// Lane is how a scene's requests come to the machine; the counts are since the
// version came.
type Lane struct {
	Scene string
	limit.LaneStatus
}

// Lanes of a team's scenes, by name.
func (o *Overload) Lanes(team string) []Lane {
	var out []Lane
	for n, s := range o.list() {
		if n.team == team {
			out = append(out, Lane{n.scene, s.lane.Status()})
		}
	}
	slices.SortFunc(out, func(a, b Lane) int { return strings.Compare(a.Scene, b.Scene) })
	return out
}

// Queue is how the machine's queue stands.
func (o *Overload) Queue() limit.Status { return o.queue.Status() }
