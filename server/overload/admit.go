package overload

import (
	"context"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/app"
)

// Asked is one request. It is one goroutine's.
type Asked struct {
	scene    *Scene
	ready    *ready
	decision degrade.Decision
	open     bool // decided, and not yet ended
	inside   bool // it came through the queue, and has not yet left
	at       place
}

// Begin a request.
func (s *Scene) Begin() *Asked {
	a := &Asked{scene: s}
	a.ready, _ = s.enlisted()
	return a
}

// Admit implements engine.Admission. A request of a program that is not the
// scene's is served in full.
func (a *Asked) Admit(ctx context.Context, tier int, values map[string]column.Value, id string) (*engine.Plan, bool, error) {
	if a.ready == nil {
		return nil, false, nil
	}
	user := a.ready.modules.User.Of(values)
	if user == "" {
		user = id
	}
	a.decision = a.ready.gate.Decide(user, tier+1)
	if a.decision.Shed {
		a.scene.o.overhead.refused.Add(1)
		if a.backs(tier) {
			return nil, true, nil
		}
		return nil, false, refused(a.scene.name.scene, a.decision.Reason)
	}
	if err := a.enter(ctx, tier); err != nil {
		a.decision.Drop()
		if ctx.Err() == nil { // else nobody was refused: the client went away
			a.scene.o.overhead.refused.Add(1)
		}
		if ctx.Err() == nil && a.backs(tier) {
			return nil, true, nil
		}
		return nil, false, err
	}
	a.open = true
	a.at = a.scene.o.crowd.enter()
	plan, _ := a.decision.Plan.Made.(*engine.Plan)
	return plan, false, nil
}

// Closed is why whoever asks the scene now would be refused, an *app.Error, or nil: so
// he is before what he asks is read. One who is told so has been counted.
func (s *Scene) Closed() error {
	r, _ := s.enlisted()
	if r == nil || s.falls {
		return nil
	}
	why, closed := r.gate.Closed()
	if !closed {
		return nil
	}
	return refused(s.name.scene, why)
}

// Part of the full plan's cost that this request's plan has, 0 to 1.
func (a *Asked) Part() float64 {
	if p, full := a.decision.Plan, a.decision.Full; p != nil && full != nil && full.Cost() > 0 {
		return min(float64(p.Cost())/float64(full.Cost()), 1)
	}
	return 1
}

// backs tells whether the scene's fallback answers what is refused.
func (a *Asked) backs(tier int) bool { return backs(a.scene.declared, tier) }

func backs(s *dag.Scene, tier int) bool {
	if s.Fallback == "" {
		return false
	}
	if tier >= 0 && tier < len(s.Tiers) && s.Tiers[tier].Shed != "" {
		return s.Tiers[tier].Shed == "fallback"
	}
	return s.Shed == "fallback"
}

// anyBacks tells whether that may be, whoever asks.
func anyBacks(s *dag.Scene) bool {
	for t := range s.Tiers {
		if backs(s, t) {
			return true
		}
	}
	return backs(s, -1)
}

func refused(scene string, why degrade.Reason) error {
	if why == degrade.OnBacklog {
		return app.Fail(app.Unavailable, "scene_backlog", "scene {scene} has more under way than it can answer in time; try again a little later", scene).After(time.Second)
	}
	return app.Fail(app.Unavailable, "scene_shed", "scene {scene} is asked for more than its cheapest plan can answer; try again a little later", scene).After(time.Second)
}

// End tells how the request ended; the record is nil where there is none. It must
// be called once, whatever became of the request.
func (a *Asked) End(r *trace.Record, took time.Duration, mark degrade.Mark) {
	if !a.open {
		return
	}
	a.open = false
	a.leave()
	others := a.scene.o.crowd.leave(a.at)
	h := &a.scene.o.overhead
	switch {
	case mark&degrade.Gone != 0: // neither a request nor half of one
	case mark&(degrade.TimedOut|degrade.Failed) != 0:
		h.cut.Add(1)
	case r == nil: // it was served as others are, but its times say nothing
		h.requests.Add(1)
	}
	if r != nil && !r.Fallback {
		u := h.usage()
		u.Calm = h.end(others)
		if nodes := a.ready.modules.Observe(&a.decision, r, u); u.Calm {
			h.add(nodes)
		}
	}
	a.decision.Done(took, mark)
}
