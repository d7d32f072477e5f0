package api_test

import (
	"context"
	"testing"
	"time"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// flooded gives what a gateway would say of a scene in a flood.
type flooded struct{}

var floodAt = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func (flooded) Degradation(context.Context, string, string) (api.Degradation, error) {
	since := floodAt.Add(-12 * time.Second)
	both := func(variant string, everybody, newcomers float64) []api.DegradationModuleFor {
		return []api.DegradationModuleFor{{Tier: "", Variant: variant, Less: everybody}, {Tier: "newcomers", Variant: variant, Less: newcomers}}
	}
	return api.Degradation{At: floodAt, Scene: "home", Pipeline: "home_feed", Version: 3, Class: "core", Weight: 1,
		State: "degraded", Mode: "act", Since: since, Why: "the budget is below what the full plans need", Level: 3,
		Rate: 2890, Forecast: 3040, Capacity: 1.94, Busy: .93, Budget: 1.78, Need: 3.31, Price: .42, Binding: "cpu", Care: 1,
		Full: .21, Gain: .91, Late: .004, LateLow: .002, LateHigh: .008, N: 2890, Enter: .05, Exit: .01, Refused: 0,
		Ramp: []float64{.05, .1, .2, .4, .7, 1},
		Queue: api.DegradationQueue{Waiting: 14, OldestMS: 9, Entered: 180_400, Waited: 5210, WaitMS: 3.1, WaitP99MS: 20, UnderMS: 33, RoomMS: 34.2,
			Refused: api.DegradationQueueRefused{Hopeless: 41, Displaced: 12, Late: 3}},
		Tiers: []api.DegradationTier{
			{Tier: "", Weight: 1, Share: .8, Level: 1, Plan: "fine 0.5", Deeper: .74, DeeperPlan: "fine 0.5, similar off", Levels: 7, Gain: .93, RecallMS: 42},
			{Tier: "newcomers", Weight: .3, Share: .2, Level: 3, Plan: "fine off, similar off", Deeper: 0, DeeperPlan: "fine off, similar off, page off", Levels: 7, Gain: .78, RecallMS: 38}},
		Modules: []api.DegradationModule{
			{Node: "followed", Kind: "optional", Variant: "full", Gain: .18, CostUS: 120, P50MS: 3, P99MS: 14, Tiers: both("full", 0, 0)},
			{Node: "similar", Kind: "optional", Variant: "off", Less: .79, Gain: .05, GivesUp: .05, CostUS: 210, SavesUS: 264, P50MS: 9, P99MS: 31, Critical: true, Cause: "budget", Tiers: both("off", .74, 1)},
			{Node: "fine", Kind: "knob", Variant: "0.5", Less: 1, Gain: .31, GivesUp: .04, CostUS: 460, SavesUS: 230, P50MS: 4, P99MS: 12, Critical: true, Cause: "budget", Tiers: both("0.5", 1, 1)},
			{Node: "page", Kind: "optional", Variant: "full", Gain: .04, CostUS: 20, P50MS: .4, P99MS: 1.8, Tiers: both("full", 0, 0)}},
		PlannedAt: floodAt.Add(-2 * time.Second), PlannedMS: 1.2, Kept: true}, nil
}

func (f flooded) Degradations(ctx context.Context, team string) ([]api.Degradation, error) {
	d, err := f.Degradation(ctx, team, "home")
	return []api.Degradation{d}, err
}

func (flooded) DegradationPlans(context.Context, string, string) ([]api.DegradationPlan, error) {
	var out []api.DegradationPlan
	for _, tier := range []string{"", "newcomers"} {
		for level, p := range []struct {
			plan    string
			gain    float64
			cost    float64
			changes []string
		}{{"full", 1, 1090, []string{}}, {"fine 0.5", .95, 860, []string{"fine 0.5"}}, {"fine 0.5, similar off", .90, 600, []string{"fine 0.5", "similar off"}}, {"fine off, similar off", .78, 370, []string{"fine off", "similar off"}}} {
			out = append(out, api.DegradationPlan{Tier: tier, Level: level, ID: "home." + itoa(int64(level)), Plan: p.plan, Gain: p.gain, CostUS: p.cost, RecallMS: 42, Changes: p.changes})
		}
	}
	return out, nil
}

func (flooded) DegradationEvents(context.Context, string, string, int64, int) ([]app.DegradationEvent, error) {
	var out []app.DegradationEvent
	for i, e := range []struct {
		ago      time.Duration
		from, to string
		why, by  string
		full     float64
		plan     string
	}{
		{12 * time.Second, "normal", "degraded", "the budget is below what the full plans need", "", .8, "fine 0.5"},
		{95 * time.Second, "recovering", "normal", "clean", "", 1, "full"},
		{101 * time.Second, "degraded", "recovering", "the budget pays for the full plans", "", .99, "fine 0.5"},
		{118 * time.Second, "degraded", "degraded", "no longer forced", "", .3, "fine 0.5, similar off"},
		{150 * time.Second, "degraded", "degraded", "forced", "demo", .3, "fine 0.5, similar off"},
		{160 * time.Second, "shedding", "degraded", "everybody is answered", "", .1, "fine off, similar off"},
		{163 * time.Second, "degraded", "shedding", "not even the cheapest plans fit the budget", "", 0, "fine off, similar off"},
		{170 * time.Second, "normal", "degraded", "the budget is below what the full plans need", "", .8, "fine 0.5"},
	} {
		at := floodAt.Add(-e.ago)
		out = append(out, app.DegradationEvent{Seq: at.UnixMicro() + int64(i), At: at, Scene: "home", From: e.from, To: e.to, Why: e.why, By: e.by,
			Rate: 2100, Budget: 1.78, Need: 2.4, Full: e.full, LateLow: .001, LateHigh: .009, Plan: e.plan})
	}
	return out, nil
}

func (flooded) WhatIf(_ context.Context, _, _ string, qps float64) (api.WhatIf, error) {
	return api.WhatIf{QPS: qps, Capacity: 1.94, Need: qps * .00109, Suffices: 1637, Kept: .86, Price: .42, Tiers: []api.WhatIfTier{
		{Tier: "", Level: 1, Deeper: .9, Plan: "fine 0.5", Below: "fine 0.5, similar off", Gain: .9, RecallMS: 42,
			Off: []api.WhatIfModule{{Node: "similar", Variant: "off", Gain: .05, SavesUS: 264, Why: "the least gain for what it costs"}}},
		{Tier: "newcomers", Level: 3, Plan: "fine off, similar off", Below: "fine off, similar off, page off", Gain: .78, RecallMS: 38, Off: []api.WhatIfModule{}}}}, nil
}

func (flooded) Override(_ context.Context, by app.Change, _, _ string, in app.NewOverride) (app.Overridden, error) {
	return app.Overridden{Now: &app.Override{Action: in.Action, Reason: in.Reason, By: "demo", At: floodAt, Until: floodAt.Add(time.Duration(in.ForS) * time.Second), Full: in.Full, Level: in.Level, Off: in.Off, Kept: true}}, nil
}

func (flooded) Release(context.Context, app.Change, string, string) (app.Overridden, error) {
	return app.Overridden{}, nil
}

// The mock mode of the console shows a flood by these answers.
func TestDegradationFixtures(t *testing.T) {
	i := newInstance(t, func(c *api.Config) { c.Degradations = flooded{} })
	const team = "demo"
	owner := i.team(team)["owner"]
	i.publish(team, owner, feed)
	for name, path := range map[string]string{"degradation": "", "degradation-plans": "/plans", "degradation-events": "/events", "what-if": "/what-if?qps=2890"} {
		answer := i.must(200, call{method: "GET", path: "/api/v1/teams/demo/scenes/home/degradation" + path, cookie: owner})
		fixture(t, name, string(answer.body))
	}
}
