package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/internal/hop"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/gateway"
)

func ids(t *testing.T, a api.ServeAnswer) (out []any) {
	t.Helper()
	var read api.ServeAnswer
	if err := json.Unmarshal(a.AppendJSON(nil), &read); err != nil {
		t.Fatal(err)
	}
	for _, it := range read.Items {
		out = append(out, it["id"])
	}
	return out
}

func TestAnswer(t *testing.T) {
	w := newWorld(t, gateway.Options{})
	a, err := w.gateway.Serve(context.Background(), nil, "demo", "home", api.ServeRequest{Request: map[string]any{"word": "chess", "k": 2.0}, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]any{"g1", "g3"}, ids(t, a)); d != "" {
		t.Error(d)
	}
	first := a.Items[0]
	if first["title"] != "a chess game" || first["_resource"] != "games" || first["installs"] != int64(10) {
		t.Errorf("first item %v", first)
	}
	if d := cmp.Diff([]string{"typed", "hot"}, first["_from"]); d != "" {
		t.Error(d)
	}
	if a.Version != 7 || a.Level != 0 || a.Coverage != 1 || a.TraceID == "" || a.TookMS <= 0 {
		t.Errorf("answer %+v", a)
	}
	if o := a.Outcomes["typed"]; o.Outcome != "ok" || o.Items != 2 {
		t.Errorf("typed %+v of %v", o, a.Outcomes)
	}
	if len(a.Explain) != 2 || a.Explain[0].ID != "g1" || len(a.Explain[0].Stages) == 0 {
		t.Errorf("explain %+v", a.Explain)
	}
	v := w.counted("home")
	if v.Second.N != 1 || v.Second.Errors+v.Second.Timeouts+v.Second.Degraded != 0 || len(v.Nodes) == 0 {
		t.Errorf("counted %+v", v.Second)
	}
}

func TestRefusals(t *testing.T) {
	w := newWorld(t, gateway.Options{})
	for _, c := range []struct {
		team, scene string
		values      map[string]any
		code        app.Code
		location    string
	}{
		{"other", "home", nil, app.NotFound, ""},
		{"demo", "nothing", nil, app.NotFound, ""},
		{"demo", "home", map[string]any{"k": 99.0}, app.Invalid, "body.request.k"},
		{"demo", "home", map[string]any{"word": 3.0}, app.Invalid, "body.request.word"},
		{"demo", "home", map[string]any{"colour": "red"}, app.Invalid, "body.request.colour"},
	} {
		_, err := w.gateway.Serve(context.Background(), nil, c.team, c.scene, api.ServeRequest{Request: c.values})
		var e *app.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Location != c.location {
			t.Errorf("%s/%s %v: %v, want %s at %q", c.team, c.scene, c.values, err, c.code, c.location)
		}
	}
	if v := w.counted("home"); v.Second.N != 0 {
		t.Errorf("requests that do not fit are counted: %+v", v.Second)
	}
}

// Each drill ends in an answer within the deadline that says what happened, or
// in a refusal with the right code; both are counted as what they are.
func TestDrills(t *testing.T) {
	for _, c := range []struct {
		name, scene string
		drill       drill
		code        app.Code          // of the refusal
		outcomes    map[string]string // of the answer
		ids         []any
		kept        string
		bad         func(n, timeouts, errors, degraded uint64) bool
	}{
		{"an optional branch fails", "home", drill{node: "typed", fault: engine.Fault{Err: "drill"}}, "",
			map[string]string{"typed": "error", "hot": "ok"}, []any{"g2", "g3", "g1"}, "degraded",
			func(n, late, bad, degraded uint64) bool { return late == 0 && bad == 0 && degraded == 1 }},
		{"an optional branch hangs", "home", drill{node: "typed", fault: engine.Fault{Hang: true}}, "",
			map[string]string{"typed": "timeout", "hot": "ok"}, []any{"g2", "g3", "g1"}, "degraded",
			func(n, late, bad, degraded uint64) bool { return bad == 0 && degraded == 1 }},
		{"a required branch fails: the fallback answers", "home", drill{node: "hot", fault: engine.Fault{Err: "drill"}}, "",
			nil, []any{"g2", "g3", "g1"}, "degraded",
			func(n, late, bad, degraded uint64) bool { return bad == 0 && degraded == 1 }},
		{"no fallback, error", "bare", drill{node: "found", fault: engine.Fault{Err: "drill"}}, app.Unavailable, nil, nil, "failed",
			func(n, late, bad, degraded uint64) bool { return late == 0 && bad == 1 }},
		{"no fallback, hang", "bare", drill{resource: "games", fault: engine.Fault{Hang: true}}, app.Deadline, nil, nil, "failed",
			func(n, late, bad, degraded uint64) bool { return late == 1 && bad == 1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, gateway.Options{})
			w.faults.Store(&c.drill)
			begin := time.Now()
			a, err := w.ask(c.scene, map[string]any{})
			if took := time.Since(begin); took > time.Minute {
				t.Errorf("the answer took %v", took)
			}
			if got := app.Code(""); err != nil {
				if got = app.CodeOf(err); got != c.code {
					t.Fatalf("refused with %s (%v), want %q", got, err, c.code)
				}
			} else if c.code != "" {
				t.Fatalf("answered %v, want %s", ids(t, a), c.code)
			}
			if d := cmp.Diff(c.ids, ids(t, a)); d != "" {
				t.Error(d)
			}
			for node, want := range c.outcomes {
				if a.Outcomes[node].Outcome != want {
					t.Errorf("%s is %q, want %s: %v", node, a.Outcomes[node].Outcome, want, a.Outcomes)
				}
			}
			s := w.counted(c.scene).Second
			if s.N != 1 || !c.bad(s.N, s.Timeouts, s.Errors, s.Degraded) {
				t.Errorf("counted %+v", s)
			}
			list, err := w.gateway.Traces().Traces(context.Background(), "demo", api.TraceFilter{Limit: 10})
			if err != nil || len(list) != 1 || list[0].Kept != c.kept {
				t.Errorf("kept %+v, %v, want %q", list, err, c.kept)
			}
		})
	}
}

func TestClientGoesAway(t *testing.T) {
	w := newWorld(t, gateway.Options{})
	w.faults.Store(&drill{resource: "games", fault: engine.Fault{Hang: true}})
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err := w.gateway.Serve(ctx, nil, "demo", "home", api.ServeRequest{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if v := w.counted("home"); v.Second.N != 0 {
		t.Errorf("counted %+v", v.Second)
	}
}

func TestLimit(t *testing.T) {
	w := newWorld(t, gateway.Options{})
	served, refused := 0, 0
	for range 20 {
		_, err := w.ask("metered", map[string]any{})
		var e *app.Error
		switch {
		case err == nil:
			served++
		case errors.As(err, &e) && e.Code == app.RateLimited && e.RetryAfter > 0:
			refused++
		default:
			t.Fatal(err)
		}
	}
	// The first at once, and what trickles in meanwhile.
	if served < 1 || refused < 10 {
		t.Errorf("%d served, %d refused", served, refused)
	}
}

func TestTraces(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t, gateway.Options{Traces: 4, Sample: 10, Record: time.Hour})
	for range 20 {
		if _, err := w.ask("home", map[string]any{"word": "chess"}); err != nil {
			t.Fatal(err)
		}
	}
	list := func(f api.TraceFilter) []api.TraceSummary {
		t.Helper()
		if f.Limit == 0 {
			f.Limit = 50
		}
		l, err := w.gateway.Traces().Traces(ctx, "demo", f)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	if got := list(api.TraceFilter{}); len(got) != 2 || got[0].Kept != "sample" || got[0].Scene != "home" || got[0].Version != 7 {
		t.Fatalf("of 20 plain requests are kept %+v, want 2", got)
	}
	w.faults.Store(&drill{node: "typed", fault: engine.Fault{Err: "drill"}})
	for range 6 {
		if _, err := w.ask("home", map[string]any{"word": "chess"}); err != nil {
			t.Fatal(err)
		}
	}
	got := list(api.TraceFilter{})
	if len(got) != 6 || got[0].ID <= got[1].ID && len(got[0].ID) == len(got[1].ID) || got[3].Kept != "degraded" || got[4].Kept != "sample" {
		t.Fatalf("kept %+v, want the newest four that are degraded before the two of the sample, newest first", got)
	}
	if n := len(list(api.TraceFilter{Kept: "sample"})); n != 2 {
		t.Errorf("%d of the sample, want 2", n)
	}
	if n := len(list(api.TraceFilter{Failed: true})); n != 4 {
		t.Errorf("%d with a failed node, want 4", n)
	}
	for name, f := range map[string]api.TraceFilter{
		"another scene": {Scene: "bare"}, "slower than ever": {MinMS: 60_000}, "of the future": {Since: time.Now().Add(time.Hour)},
	} {
		if got := list(f); len(got) != 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	tr, err := w.gateway.Traces().Trace(ctx, "demo", got[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if tr.Request["word"] != "chess" || tr.DeadlineMS != 6000 || len(tr.Nodes) == 0 {
		t.Errorf("trace %+v", tr)
	}
	for _, n := range tr.Nodes {
		if n.File != "p.riffle" || n.Line == 0 {
			t.Errorf("node %s stands at %q line %d", n.Name, n.File, n.Line)
		}
		if n.Name == "pool" && !cmp.Equal(n.Inputs, []string{"typed", "hot"}) {
			t.Errorf("pool reads %v", n.Inputs)
		}
	}
	for _, c := range [][2]string{{"demo", "t0"}, {"other", got[0].ID}} {
		if _, err := w.gateway.Traces().Trace(ctx, c[0], c[1]); app.CodeOf(err) != app.NotFound {
			t.Errorf("trace %v: %v", c, err)
		}
	}
}

func TestGraph(t *testing.T) {
	w := newWorld(t, gateway.Options{})
	g, ok := w.gateway.Graph("demo", "home")
	if !ok {
		t.Fatal("no graph")
	}
	got := map[string]string{}
	for _, n := range g.Nodes {
		got[n.Name] = n.Stage
		if asks, may := n.Name == "typed" || n.Name == "hot", n.Name == "typed"; (n.Resource == "games") != asks || n.Optional != may || n.Lazy || n.Fallback != "" {
			t.Errorf("%s: resource %q, optional %t, lazy %t, fallback %q", n.Name, n.Resource, n.Optional, n.Lazy, n.Fallback)
		}
		if n.File != "p.riffle" || n.Line == 0 {
			t.Errorf("%s stands at %q line %d", n.Name, n.File, n.Line)
		}
	}
	if d := cmp.Diff(map[string]string{"typed": "recall", "hot": "recall", "pool": "merge", "return.take": "out"}, got); d != "" {
		t.Error(d)
	}
	if _, ok := w.gateway.Graph("demo", "nothing"); ok {
		t.Error("a scene that is not there has a graph")
	}
	if _, ok := w.gateway.Graph("other", "home"); ok {
		t.Error("a foreign team has a graph")
	}
}

func BenchmarkServe(b *testing.B) {
	w := newWorld(b, gateway.Options{})
	values := map[string]any{"word": "chess"}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := w.ask("home", values); err != nil {
			b.Fatal(err)
		}
	}
}

// A caller who waits less than the scene's deadline gets the fallback, or no
// answer, in its time.
func TestACallersDeadline(t *testing.T) {
	w := newWorld(t, gateway.Options{})
	w.faults.Store(&drill{node: "found", fault: engine.Fault{Delay: time.Second}})
	at := time.Now()
	_, err := w.gateway.Serve(context.Background(), nil, "demo", "bare", api.ServeRequest{Request: map[string]any{}, Hop: hop.Hop{Left: 20 * time.Millisecond}})
	if app.CodeOf(err) != app.Deadline || time.Since(at) > 900*time.Millisecond {
		t.Errorf("%v after %v", err, time.Since(at))
	}
	if v := w.counted("bare"); v.Second.N+v.Recent.N != 0 {
		t.Errorf("%d requests are counted: that a caller was in a hurry says nothing about the scene", v.Recent.N)
	}
}
