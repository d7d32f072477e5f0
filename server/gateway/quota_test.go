package gateway_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/gateway"
	"riffle.dev/riffle/server/stats"
)

const metered = `
resource games { fields { id: key, title: text, installs: int } }
pipeline list(k: int(1..50) = 3) -> items { return top(games, by: installs, k: k) }

scene plain   { pipeline: list, fallback: none, limit: 8/s }
scene tiers   {
  pipeline: list
  fallback: none
  limit:    12/s
  tier one  when k == 1  { limit: 4/s }
  tier many when k >= 10 { limit: 4/s by k, weight: 2 }
}
scene cost    { pipeline: list, fallback: none, limit: 8/s, count: cost }
scene keys    { pipeline: list, fallback: none, limit: 8/s by k, count: cost }
`

// cheap gives every request a plan of a quarter of the full one's cost, or
// refuses it.
type cheap struct{ refuses *bool }

func (c cheap) Scene(*engine.Program, int64, string, string) gateway.RelievedScene { return c }
func (c cheap) Begin() gateway.Relieved                                            { return c }
func (c cheap) Closed() error                                                      { return nil }
func (c cheap) Part() float64                                                      { return .25 }
func (c cheap) End(*trace.Record, time.Duration, degrade.Mark)                     {}
func (c cheap) Admit(context.Context, int, map[string]column.Value, string) (*engine.Plan, bool, error) {
	if *c.refuses {
		return nil, false, app.Fail(app.Unavailable, "scene_shed", "scene {scene} is asked for more than its cheapest plan can answer; try again a little later", "x").After(time.Second)
	}
	return nil, false, nil
}

func TestQuotas(t *testing.T) {
	refuses := false
	now := time.Unix(1_700_000_000, 0)
	// asks of a scene with such a k, and how many of them get an answer.
	type asks struct {
		scene  string
		k, n   int
		want   int
		reason app.Reason
	}
	for name, c := range map[string][]asks{
		"of all":                  {{"plain", 3, 5, 2, "scene_rate"}},
		"of a tier":               {{"tiers", 1, 3, 1, "tier_rate"}, {"tiers", 3, 3, 2, "scene_rate"}},
		"a tier's refusals":       {{"tiers", 1, 9, 1, "tier_rate"}, {"tiers", 3, 5, 2, "scene_rate"}},
		"of a tier's keys":        {{"tiers", 10, 3, 1, "tier_key_rate"}, {"tiers", 11, 2, 1, "tier_key_rate"}, {"tiers", 3, 2, 1, "scene_rate"}},
		"by cost":                 {{"cost", 3, 9, 5, "scene_rate"}},
		"of keys, by cost":        {{"keys", 3, 9, 5, "key_rate"}, {"keys", 4, 9, 5, "key_rate"}},
		"what is refused is free": {{"cost", 0, 50, 0, "scene_shed"}, {"cost", 3, 9, 5, "scene_rate"}},
	} {
		p := compile(t, metered)
		g := gateway.New(engine.New(engine.Options{Now: time.Now, TraceID: func() string { return "t" }}), p, stats.NewBoard(time.Now, nil), func() time.Time { return now }, gateway.Options{Relief: cheap{&refuses}})
		for _, a := range c {
			refuses = a.k == 0
			k, got := max(a.k, 1), 0
			for range a.n {
				_, err := g.Serve(context.Background(), nil, "demo", a.scene, api.ServeRequest{Request: map[string]any{"k": k}})
				var e *app.Error
				switch {
				case err == nil:
					got++
				case !errors.As(err, &e) || e.Reason != a.reason || e.RetryAfter <= 0:
					t.Errorf("%s: %v of %v after %v, want %s", name, err, a, e.RetryAfter, a.reason)
				}
			}
			if got != a.want {
				t.Errorf("%s: %d of %v were answered", name, got, a)
			}
		}
	}
}
