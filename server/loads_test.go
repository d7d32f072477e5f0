package server_test

import (
	"net/http"
	"testing"

	"riffle.dev/riffle/internal/postgres/pgtest"
	"riffle.dev/riffle/server/app"
)

// A load test from its begin over an abort to a comparison, by the doors of an
// instance that serves.
func TestLoadTestByTheDoors(t *testing.T) {
	c := launch(t, "127.0.0.1:0", t.TempDir(), pgtest.Database(t))
	editor := prepare(t, c)
	const base = "/api/v1/teams/ads/loadtests"
	body := func(seconds float64, from string) map[string]any {
		return map[string]any{"scene": "hello", "from": from, "spec": map[string]any{"objectives": map[string]any{"lost": .5},
			"profile": map[string]any{"kind": "ramp", "rate": 20, "peak": 60, "duration_s": seconds}}}
	}
	do := func(who client, want int, method, path string, in, out any) {
		t.Helper()
		if status, err := who.do(method, path, in, out); err != nil || status != want {
			t.Fatalf("%s %s: status %d, want %d, %v", method, path, status, want, err)
		}
	}
	do(editor, http.StatusForbidden, "POST", base, body(1, "made"), nil)
	var l login
	owner := client{address: c.address}
	do(owner, 200, "POST", "/api/v1/login", map[string]string{"login": "admin", "password": c.password}, &l)
	owner.cookie = l.cookie

	do(owner, http.StatusUnprocessableEntity, "POST", base, body(1, "recorded"), nil) // nobody asked yet
	do(owner, http.StatusUnprocessableEntity, "POST", base, body(1e9, "made"), nil)
	do(owner, http.StatusNotFound, "POST", base, map[string]any{"scene": "nowhere", "spec": body(1, "made")["spec"]}, nil)
	for _, zero := range []map[string]any{ // who says 0 means it: it is no default
		{"profile": map[string]any{"kind": "constant", "rate": 1, "factor": 0}},
		{"profile": map[string]any{"kind": "constant", "rate": 1, "duration_s": 0}},
		{"profile": map[string]any{"kind": "constant", "rate": 0}},
		{"profile": map[string]any{"kind": "step", "rate": 1, "steps": 0}},
		{"profile": map[string]any{"kind": "constant", "rate": 1}, "connections": 0},
		{"profile": map[string]any{"kind": "constant", "rate": 1}, "timeout_ms": 0},
		{"profile": map[string]any{"kind": "constant", "rate": 1}, "objectives": map[string]any{"deadline_ms": 0}},
	} {
		do(owner, http.StatusUnprocessableEntity, "POST", base, map[string]any{"scene": "hello", "from": "made", "spec": zero}, nil)
	}
	do(owner, http.StatusUnprocessableEntity, "POST", base, map[string]any{"scene": "hello", "from": "given", "requests": []any{map[string]any{"nothing": 1}}, "spec": body(1, "")["spec"]}, nil)

	var one, two app.LoadTest
	promised := body(600, "made") // by what the scene promises
	delete(promised["spec"].(map[string]any), "objectives")
	do(owner, 201, "POST", base, promised, &one)
	if g := one.Spec.Objectives; g.DeadlineMS == 0 || g.P99MS == 0 || g.Lost == nil || *g.Lost != .001 {
		t.Errorf("objectives %+v", g)
	}
	do(owner, http.StatusConflict, "POST", base, body(1, "made"), nil)
	do(editor, http.StatusForbidden, "POST", base+"/"+one.ID+"/abort", nil, nil)
	do(owner, http.StatusNoContent, "POST", base+"/"+one.ID+"/abort", nil, nil)
	over := func(id string, into *app.LoadTest) func() bool {
		return func() bool {
			*into = app.LoadTest{}
			status, err := editor.do("GET", base+"/"+id, nil, into)
			return err == nil && status == 200 && into.State != "running"
		}
	}
	await(t, "the first is over", over(one.ID, &one))
	if one.State != "aborted" || one.Report == nil || one.By != "admin" || one.Version != 1 {
		t.Errorf("the first: %+v", one)
	}
	do(owner, http.StatusConflict, "POST", base+"/"+one.ID+"/abort", nil, nil)
	await(t, "the place is free", func() bool {
		status, err := owner.do("POST", base, body(1, "made"), &two)
		return err == nil && status == 201
	})
	await(t, "the second is over", over(two.ID, &two))
	if r := two.Report; two.State != "done" || r == nil || r.Sums.Due == 0 || r.Sums.OK+r.Sums.Counts.Lost() != r.Sums.Due || r.Sums.Refused != 0 {
		t.Errorf("the second: %+v", two)
	}
	var kept app.LoadTest
	do(editor, 201, "POST", base+"/kept", map[string]any{"scene": "hello", "from": "given", "at": two.At, "report": two.Report}, &kept)
	if kept.Place != "client" || kept.Result != two.Result {
		t.Errorf("kept: %+v", kept)
	}
	var both app.LoadComparison
	do(editor, 200, "GET", base+"/compare?a="+two.ID+"&b="+kept.ID, nil, &both)
	for _, row := range both.Rows {
		if row.Differs || row.A != row.B {
			t.Errorf("a report differs from itself in %+v", row)
		}
	}
	var list struct{ Items []app.LoadTestRow }
	do(editor, 200, "GET", base+"?scene=hello", nil, &list)
	if len(list.Items) != 3 || list.Items[0].ID != kept.ID {
		t.Errorf("list %+v", list.Items)
	}
	var made struct{ Items []app.MadeRequest }
	do(editor, 200, "GET", "/api/v1/teams/ads/scenes/hello/requests/made?n=7&seed=3", nil, &made)
	if len(made.Items) != 7 || made.Items[0].Tier != "others" {
		t.Errorf("made %+v", made.Items)
	}
	do(editor, http.StatusUnprocessableEntity, "GET", "/api/v1/teams/ads/scenes/hello/requests/made?tiers=x", nil, nil)
}
