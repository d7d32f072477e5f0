package overload

import (
	"context"
	"slices"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/server/app"
)

var actions = map[string]degrade.Action{"force": degrade.Force, "hold": degrade.HoldBack, "freeze": degrade.Freeze, "watch": degrade.OnlyWatch, "act": degrade.DoAct}

// Override implements api.Degradations.
func (o *Overload) Override(ctx context.Context, by app.Change, team, scene string, in app.NewOverride) (app.Overridden, error) {
	line := o.kept.line(name{team, scene})
	line.Lock()
	defer line.Unlock()
	s, r, err := o.await(ctx, team, scene)
	if err != nil {
		return app.Overridden{}, err
	}
	now := o.cfg.Now().UTC().Truncate(time.Microsecond)
	before := o.kept.of(s.name, now)
	if before != nil && !now.After(before.At) {
		now = before.At.Add(time.Microsecond) // instances tell one from the other by it
	}
	over := app.Override{Action: in.Action, Reason: in.Reason, By: by.Who.Actor(), At: now, Until: now.Add(time.Duration(in.ForS) * time.Second),
		Full: in.Full, Level: in.Level, Off: in.Off}
	if over.Action == "force" && !over.Full && over.Level == 0 && len(over.Off) == 0 {
		return app.Overridden{}, app.Fail(app.Invalid, "force_nothing", "force wants full, a level above 0, or what is to be off").At("body")
	}
	err = o.control.Override(s.key, asked(&over, now))
	if err != nil && o.replaced(s) { // by a version of another pipeline, right now
		if s, r, err = o.await(ctx, team, scene); err == nil {
			err = o.control.Override(s.key, asked(&over, now))
		}
	}
	if err != nil {
		return app.Overridden{}, app.Fail(app.Invalid, "override_refused", "{why}", app.Said(err.Error())).At("body")
	}
	o.remember(ctx, by.Did("degradation."+over.Action, scene), s.name, &over, before)
	o.overtaken(s)
	return app.Overridden{Now: o.held(s, r), Before: before}, nil
}

// Release implements api.Degradations.
func (o *Overload) Release(ctx context.Context, by app.Change, team, scene string) (app.Overridden, error) {
	line := o.kept.line(name{team, scene})
	line.Lock()
	defer line.Unlock()
	s, _, err := o.await(ctx, team, scene)
	if err != nil {
		return app.Overridden{}, err
	}
	before := o.kept.of(s.name, o.cfg.Now())
	if before == nil {
		return app.Overridden{}, app.Fail(app.NotFound, "nothing_held", "scene {scene} is not held by hand", scene)
	}
	if err := o.control.Release(s.key, by.Who.Actor()); err != nil {
		return app.Overridden{}, err
	}
	o.remember(ctx, by.Did("degradation.release", scene), s.name, nil, before)
	return app.Overridden{Before: before}, nil
}

// await a scene for as long as its plans are being made, as when a version has just
// come; not for long.
func (o *Overload) await(ctx context.Context, team, scene string) (*Scene, *ready, error) {
	const most, pause = 2 * time.Second, 20 * time.Millisecond
	for range most / pause {
		s, r, err := o.find(team, scene)
		if err == nil || s == nil {
			return s, r, err
		}
		if _, failed := s.enlisted(); failed != "" {
			return s, r, err
		}
		select {
		case <-ctx.Done():
			return s, r, err
		case <-time.After(pause):
		}
	}
	return o.find(team, scene)
}

// overtaken tells a version that came while something was said, what was said: it may
// be of another pipeline, and have looked before it was there.
func (o *Overload) overtaken(s *Scene) {
	if !o.replaced(s) {
		return
	}
	o.mu.RLock()
	now := o.scenes[s.name]
	o.mu.RUnlock()
	if now == nil {
		return
	}
	if r, _ := now.enlisted(); r != nil {
		o.resume(now) // one that is not enlisted yet does it then
	}
}

// replaced tells whether another version's scene is in the place of this one.
func (o *Overload) replaced(s *Scene) bool {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.scenes[s.name] != s
}

// remember what was said: in the database at once if it takes it, else when it
// does.
func (o *Overload) remember(ctx context.Context, by app.Change, n name, now, before *app.Override) {
	o.kept.set(n, now)
	if o.cfg.Store == nil {
		return
	}
	w := o.kept.later(n, waiting{by: by, now: now, before: before, flying: true})
	if err := o.cfg.Store.SetOverride(ctx, by, n.team, n.scene, now, w.before); err != nil {
		o.kept.landed(n, w)
		o.cfg.Log.Warn("what was said of a scene is not written down yet", "team", n.team, "scene", n.scene, "error", err)
		return
	}
	o.kept.done(n, w)
}

// asked of the controller: for as long as is left.
func asked(over *app.Override, now time.Time) degrade.Override {
	return degrade.Override{Action: actions[over.Action], By: over.By, Reason: over.Reason, For: over.Until.Sub(now), Full: over.Full, Level: over.Level, Off: over.Off}
}

// apply what holds to a scene that is enlisted. Nodes that are no more, or that
// can't be off any more, are left out.
func (o *Overload) apply(n name, over *app.Override) {
	s, r, err := o.find(n.team, n.scene)
	if err != nil {
		return // enlist does it
	}
	ask := asked(over, o.cfg.Now())
	ask.Off = slices.DeleteFunc(slices.Clone(ask.Off), func(node string) bool { return !r.modules.CanBeOff(node) })
	if err := o.control.Override(s.key, ask); err != nil {
		o.cfg.Log.Warn("what was said of a scene does not hold any more", "team", n.team, "scene", n.scene, "error", err)
	}
}

// let a scene go.
func (o *Overload) let(n name, by string) {
	if s, _, err := o.find(n.team, n.scene); err == nil {
		_ = o.control.Release(s.key, by) // it may be gone meanwhile
	}
}

// resume what holds of a scene that has just been enlisted and is not held.
func (o *Overload) resume(s *Scene) {
	over := o.kept.of(s.name, o.cfg.Now())
	if over == nil || o.control.Status(s.key).Hold != nil {
		return
	}
	o.apply(s.name, over)
}

// held is what an operator says of a scene, with what follows of it; nil: nothing.
func (o *Overload) held(s *Scene, r *ready) *app.Override {
	over := o.kept.of(s.name, o.cfg.Now())
	if over != nil {
		over.Stuck = stuck(&r.modules.Spec, over.Off)
	}
	return over
}

// stuck are the tiers with a keep that have no more than that while modules are off: no
// lighter plan is left to them.
func stuck(spec *degrade.Spec, off []string) []app.StuckTier {
	var out []app.StuckTier
	for i := range spec.Tiers {
		t := &spec.Tiers[i]
		if t.Keep <= 0 {
			continue
		}
		full, gone := 0.0, 0.0
		for m := range spec.Modules {
			v := &spec.Modules[m].Variants[0]
			gain, own := v.Tiers[t.Name]
			if !own {
				gain = v.Gain
			}
			full += gain
			if slices.Contains(off, spec.Modules[m].Name) {
				gone += gain
			}
		}
		if left := 1 - gone/max(full, 1e-12); gone > 0 && left <= t.Keep {
			out = append(out, app.StuckTier{Tier: t.Name, Keep: t.Keep, Left: max(0, left)})
		}
	}
	return out
}
