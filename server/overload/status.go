package overload

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"riffle.dev/riffle/engine/adapt"
	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// find a scene that is enlisted; of one that is not, the scene stands beside the error.
func (o *Overload) find(team, scene string) (*Scene, *ready, error) {
	o.mu.RLock()
	s := o.scenes[name{team, scene}]
	o.mu.RUnlock()
	if s == nil {
		return nil, nil, o.cfg.Programs.Absent(team, "scene", scene)
	}
	r, failed := s.enlisted()
	if r == nil && failed == "" {
		return s, nil, app.Fail(app.Unavailable, "plans_wait", "the plans of scene {scene} are being made", scene).After(time.Second)
	}
	if r == nil {
		return s, nil, app.Fail(app.Unavailable, "plans_none", "scene {scene} is served in full, no plans for less were found: {why}", scene, app.Said(failed))
	}
	return s, r, nil
}

// bare is what is told of a scene without plans: everybody has the full one.
func (o *Overload) bare(s *Scene, why string) api.Degradation {
	d := api.Degradation{At: o.cfg.Now(), Scene: s.name.scene, Pipeline: s.declared.Pipeline, Version: s.version, Class: s.declared.Class, Weight: s.declared.Weight,
		State: "normal", Mode: "off", Full: 1, Gain: 1, Failed: "no plans for less were found, everybody has the full one: " + why, Kept: o.kept.well(),
		Ramp: []float64{}, Tiers: []api.DegradationTier{}, Modules: []api.DegradationModule{}}
	d.Queue = o.queueView(s)
	return d
}

// look is the view of a scene, also of one without plans.
func (o *Overload) look(team, scene string) (api.Degradation, error) {
	s, r, err := o.find(team, scene)
	if err == nil {
		return o.view(s, r), nil
	}
	if s != nil {
		if _, failed := s.enlisted(); failed != "" {
			return o.bare(s, failed), nil
		}
	}
	return api.Degradation{}, err
}

// Degradations implements api.Degradations. Scenes whose plans are being made are
// left out.
func (o *Overload) Degradations(_ context.Context, team string) ([]api.Degradation, error) {
	return o.Views(team), nil
}

// Views of a team's scenes, by name.
func (o *Overload) Views(team string) []api.Degradation {
	out := []api.Degradation{}
	for n := range o.list() {
		if n.team != team {
			continue
		}
		if d, err := o.look(team, n.scene); err == nil {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(a, b api.Degradation) int { return strings.Compare(a.Scene, b.Scene) })
	return out
}

// Degradation implements api.Degradations.
func (o *Overload) Degradation(_ context.Context, team, scene string) (api.Degradation, error) {
	return o.look(team, scene)
}

// View of a scene; false while its plans are not made.
func (o *Overload) View(team, scene string) (api.Degradation, bool) {
	d, err := o.look(team, scene)
	return d, err == nil
}

// Brief is what a scene gives up without its modules and plans; false while
// its plans are not made.
func (o *Overload) Brief(team, scene string) (api.SceneRelief, bool) {
	s, _, err := o.find(team, scene)
	if err != nil {
		return api.SceneRelief{}, false
	}
	st := o.control.Status(s.key)
	return briefOf(&st), true
}

func briefOf(st *degrade.Status) api.SceneRelief {
	b := api.SceneRelief{State: strings.ToLower(st.State.String()), Mode: st.Mode.String(), Need: st.Need, Capacity: st.Capacity}
	if st.Seen[0] > 0 {
		b.Late = float64(st.Seen[1]) / float64(st.Seen[0])
	}
	weights := 0.0
	for _, t := range st.Tiers {
		level := t.Level
		if t.Deeper > 1e-6 {
			level++
		}
		b.Level = max(b.Level, level)
		b.Shed += t.Share * t.Shed
		b.Gain += t.Share * t.Weight * (1 - t.Shed) * t.Gain
		weights += t.Share * t.Weight
	}
	if weights > 0 {
		b.Gain /= weights
	}
	return b
}

// view of a scene.
func (o *Overload) view(s *Scene, r *ready) api.Degradation {
	now := o.cfg.Now()
	st := o.control.Status(s.key)
	brief := briefOf(&st)
	d := api.Degradation{At: now, Scene: s.name.scene, Pipeline: s.declared.Pipeline, Version: s.version, Class: s.declared.Class, Weight: s.declared.Weight,
		State: brief.State, Mode: brief.Mode, Since: st.Since, Why: st.Why, Level: brief.Level, Shed: brief.Shed, Gain: brief.Gain, Late: brief.Late,
		Rate: st.Rate, Forecast: st.Planned, Capacity: st.Capacity, Busy: st.Busy, Budget: st.Budget, Need: st.Need, Price: finite(st.Price), Binding: st.Binding,
		Care: st.Care, Full: st.Full, Trying: st.Trying, LateLow: st.Late[0], LateHigh: st.Late[1], N: int64(st.Seen[0]), Enter: st.Enter, Exit: st.Exit,
		Refused: int64(st.Refused), Would: int64(st.Would), Asked: st.Asked, Given: st.Given, Reversals: st.Reversals, Alarm: st.Alarm, Ramp: st.Ramp, Rung: st.Rung,
		PlannedAt: st.Solved, PlannedMS: ms(st.Took), Failed: st.Failed, Kept: o.kept.well(), Tiers: []api.DegradationTier{}, Modules: []api.DegradationModule{}}
	if d.Failed == "" {
		d.Failed = r.modules.Fewer()
	}
	if wait := st.NextTry.Sub(now); !st.NextTry.IsZero() && wait > 0 {
		d.NextTryS = wait.Seconds()
	}
	for _, t := range st.Tiers {
		d.Tiers = append(d.Tiers, api.DegradationTier{Tier: t.Name, Weight: t.Weight, Share: t.Share, Level: t.Level, Plan: t.Plan, Deeper: t.Deeper, DeeperPlan: t.Below,
			Levels: t.Levels, Shed: t.Shed, Gain: t.Gain, RecallMS: ms(t.Recall)})
	}
	for i, m := range o.control.Modules(s.key) {
		if m.Turnable && i < len(r.modules.Spec.Modules) {
			d.Modules = append(d.Modules, moduleView(&m, r.modules.Kind(i), &st))
		}
	}
	d.Override = o.held(s, r)
	d.Queue = o.queueView(s)
	return d
}

func moduleView(m *degrade.ModuleStatus, kind adapt.Kind, st *degrade.Status) api.DegradationModule {
	v := api.DegradationModule{Node: m.Module, Kind: kind.String(), Pool: m.Pool, Variant: m.Variant, Less: m.Less, Gain: m.Gain, GivesUp: m.GivesUp,
		CostUS: micros(m.Cost), SavesUS: micros(m.Saves), P50MS: ms(m.P50), P99MS: ms(m.P99), Critical: m.Critical, Cause: m.Cause.String(), Why: m.Why,
		Tiers: []api.DegradationModuleFor{}}
	if v.Cause == "" && m.Less > 1e-6 {
		v.Cause = "budget"
	}
	if !m.Since.IsZero() {
		since := m.Since
		v.Since = &since
	}
	for t, x := range m.Tiers {
		v.Tiers = append(v.Tiers, api.DegradationModuleFor{Tier: st.Tiers[t].Name, Variant: x.Variant, Less: x.Less})
	}
	if m.Cause == degrade.Slow || m.Cause == degrade.Dead {
		triedAgain(&v, st)
	}
	return v
}

// DegradationPlans implements api.Degradations.
func (o *Overload) DegradationPlans(_ context.Context, team, scene string) ([]api.DegradationPlan, error) {
	s, r, err := o.find(team, scene)
	if err != nil {
		return nil, err
	}
	out := []api.DegradationPlan{}
	for _, l := range o.control.Levels(s.key) {
		p := api.DegradationPlan{Tier: r.modules.Spec.Tiers[l.Tier].Name, Level: l.Plan.Level, ID: l.Plan.ID, Plan: l.Describe, Gain: l.Plan.Share,
			CostUS: micros(l.Plan.Cost()), RecallMS: ms(l.Plan.Recall), Changes: l.Changes}
		if p.Changes == nil {
			p.Changes = []string{}
		}
		out = append(out, p)
	}
	return out, nil
}

// WhatIf implements api.Degradations.
func (o *Overload) WhatIf(_ context.Context, team, scene string, qps float64) (api.WhatIf, error) {
	s, _, err := o.find(team, scene)
	if err != nil {
		return api.WhatIf{}, err
	}
	e, err := o.control.Explain(s.key, qps)
	if err != nil {
		return api.WhatIf{}, app.Fail(app.Invalid, "what_if", "what if: {why}", app.Said(err.Error())).At("query.qps")
	}
	w := api.WhatIf{QPS: qps, Capacity: e.Capacity, Need: e.Need, Suffices: finite(e.Suffices), Kept: e.Kept, Shed: e.Shed, Price: finite(e.Price), Tiers: []api.WhatIfTier{}}
	for _, t := range e.Tiers {
		x := api.WhatIfTier{Tier: t.Tier, Level: t.Level, Deeper: t.Deeper, Plan: t.Plan, Below: t.Below, Shed: t.Shed, Gain: t.Gain, RecallMS: ms(t.Recall), Off: []api.WhatIfModule{}}
		for _, m := range t.Off {
			x.Off = append(x.Off, api.WhatIfModule{Node: m.Module, Variant: m.Variant, Gain: m.Gain, SavesUS: micros(m.Saves), Why: m.Why})
		}
		w.Tiers = append(w.Tiers, x)
	}
	return w, nil
}

func ms(d time.Duration) float64     { return float64(d.Microseconds()) / 1000 }
func micros(d time.Duration) float64 { return float64(d) / 1000 }

// finite is 0 for what JSON has no number for.
func finite(f float64) float64 {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return 0
	}
	return f
}

// triedAgain takes those who try a module again from those who have less of it: in a
// recovery a share of every tier, before that not of the one of the highest weight.
func triedAgain(v *api.DegradationModule, st *degrade.Status) {
	if st.Trying <= 0 {
		return
	}
	top := 0
	for t := range st.Tiers {
		if st.Tiers[t].Weight > st.Tiers[top].Weight {
			top = t
		}
	}
	v.Less = 0
	for t := range v.Tiers {
		x, share := &v.Tiers[t], st.Tiers[t].Share
		if st.State == degrade.RECOVERING || t != top || len(v.Tiers) == 1 {
			tries := min(st.Trying, x.Less)
			x.Less -= tries
			v.Trying += share * tries
		}
		v.Less += share * x.Less
	}
}
