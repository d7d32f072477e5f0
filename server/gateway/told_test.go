package gateway_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/gateway"
	"riffle.dev/riffle/server/stats"
)

const paced = metered + `
scene free    { pipeline: list, fallback: none }
scene whole   { pipeline: list, fallback: none, limit: 30/m }
scene rare    { pipeline: list, fallback: none, limit: 0.5/m }
scene uneven  { pipeline: list, fallback: none, limit: 2.5/s }
`

// Each answer tells what its limits have left, and so does what a limit refuses.
func TestWhatQuotasTell(t *testing.T) {
	refuses, now := false, time.Unix(1_700_000_000, 0)
	p := compile(t, paced)
	g := gateway.New(engine.New(engine.Options{Now: time.Now, TraceID: func() string { return "t" }}), p, stats.NewBoard(time.Now, nil), func() time.Time { return now }, gateway.Options{Relief: cheap{&refuses}})
	for _, c := range []struct {
		scene string
		k     int
		ok    bool
		want  string // policy, what is left, after how long; of the scene, of the tier
	}{
		{"free", 3, true, ""},
		{"plain", 3, true, `"plain";q=8;w=1 1 125ms`},
		{"plain", 3, true, `"plain";q=8;w=1 0 125ms`},
		{"plain", 3, false, `"plain";q=8;w=1 0 125ms`},
		{"whole", 3, true, `"whole";q=30;w=60 0 2s`},
		{"rare", 3, true, `"rare";q=1;w=120 0 2m0s`},
		{"uneven", 3, true, `"uneven";q=150;w=60 0 400ms`},
		{"tiers", 3, true, `"tiers";q=12;w=1 2 83.333333ms`},
		{"tiers", 1, true, `"tiers";q=12;w=1 1 166.666666ms, "tiers.one";q=4;w=1 0 250ms`},
		{"tiers", 1, false, `"tiers";q=12;w=1 1 166.666666ms, "tiers.one";q=4;w=1 0 250ms`},
		{"keys", 3, true, `"keys";q=8;w=1 1 31.25ms`}, // of a quarter of a place
		{"keys", 4, true, `"keys";q=8;w=1 1 31.25ms`},
	} {
		answer, err := g.Serve(context.Background(), nil, "demo", c.scene, api.ServeRequest{Request: map[string]any{"k": c.k}})
		got := ""
		for _, q := range answer.Quotas {
			switch {
			case q == api.Quota{}:
				continue
			case got != "":
				got += ", "
			}
			got += fmt.Sprint(q.Policy, " ", q.Left, " ", q.After)
		}
		if (err == nil) != c.ok || got != c.want {
			t.Errorf("%s of %d: %v, %s\nwant %v, %s", c.scene, c.k, err, got, c.ok, c.want)
		}
	}
}
