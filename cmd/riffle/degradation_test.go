package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const flooded = `{"scene":"home","state":"degraded","mode":"act","since":"2026-03-01T12:00:00Z","why":"the budget is below what the full plans need","level":3,"full":0.21,"shed":0.015,"need":3.31,"capacity":1.94,
"queue":{"waiting":14,"oldest_ms":9.25,"entered":1804,"waited":52,"wait_p99_ms":20,"under_ms":33,"room_ms":34.2,"refused":{"hopeless":41,"displaced":12,"late":3,"full":0,"gone":2}},
"modules":[{"node":"near","variant":"full"},{"node":"fine","variant":"off","less":0.59,"gives_up":0.07,"saves_us":1250,"cause":"budget","why":"the least gain by core"}],
"override":{"action":"hold","reason":"sale","by":"ann","until":"2026-03-01T13:00:00Z","kept":true},
"tiers":[{"tier":"","share":0.8,"level":1,"plan":"fine 0.5","deeper":0.74,"deeper_plan":"fine off","gain":0.93},{"tier":"loyal","share":0.2,"plan":"full","gain":1}]}`

func TestDegradation(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/v1/teams/shop/degradation":
			_, _ = w.Write([]byte(`{"items":[` + flooded + `]}`))
		case "/api/v1/teams/shop/scenes/home/degradation":
			_, _ = w.Write([]byte(flooded))
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer server.Close()
	code, out, errs := ran("", "degradation", "home", "--team", "shop", "--server", server.URL)
	until := time.Date(2026, 3, 1, 13, 0, 0, 0, time.UTC).Local().Format(time.DateTime)
	want := `SCENE  STATE     MODE  LEVEL  FULL  REFUSED  NEED  OF    WAITING  LONGEST  WAIT P99
home   degraded  act   3      21 %  1.5 %    3.31  1.94  14       9.3ms    20ms

degraded since 12:00:00: the budget is below what the full plans need
by hand: hold until ` + until + `, by ann: sale

TIER    SHARE  LEVEL  REFUSED  GAIN   PLAN
others  80 %   1      0.0 %    93 %   fine 0.5, for 74 % fine off
loyal   20 %   0      0.0 %    100 %  full

NODE  HAS  FOR   GIVES UP  SAVES   CAUSE   WHY
fine  off  59 %  0.07      1.25ms  budget  the least gain by core

queue: 1804 let in, 52 of them after a wait (33.0 of 34.2 ms of CPU under way); refused: 41 at once, 12 displaced, 3 waited too long, 0 with the line full; 2 went away
`
	if d := cmp.Diff(want, out); code != 0 || d != "" {
		t.Errorf("exit %d %s\n%s", code, errs, d)
	}
	if code, out, errs := ran("", "degradation", "--team", "shop", "--server", server.URL); code != 0 || !strings.HasPrefix(want, out) || strings.Count(out, "\n") != 2 {
		t.Errorf("exit %d %s\n%s", code, errs, out)
	}
	if code, out, _ := ran("", "degradation", "home", "--json", "--team", "shop", "--server", server.URL); code != 0 || !strings.Contains(out, `"hopeless": 41`) {
		t.Errorf("exit %d\n%s", code, out)
	}
	if code, _, errs := ran("", "degradation", "other", "--team", "shop", "--server", server.URL); code == 0 || errs == "" {
		t.Errorf("exit %d %s", code, errs)
	}
	if code, _, errs := ran("", "degradation", "a", "b", "--team", "shop"); code != 2 || !strings.Contains(errs, "got 2 arguments") {
		t.Errorf("exit %d %s", code, errs)
	}
}
