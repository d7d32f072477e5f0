package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/programtest"
	"riffle.dev/riffle/engine/trace"
)

const text = `
resource games { fields { id: key, title: text(analyzer: english), n: int, at: time } }

type User { days: int = 7, tags: list(keyword) = [], from: { city: keyword = "here" } }

pipeline feed(user: User, k: int(1..10) = 2) -> { items: items, city: string } {
  hot   = top(games, by: n, k: 5)
  typed = search(games, query: "city", k: 5)  optional  gain 0.1
  pool  = merge([hot, typed], policy: rrf(60))
  return { items: take(pool, k), city: user.from.city }
}

pipeline spare(k: int = 1) -> items { return top(games, by: n, k: k) }

scene home {
  pipeline: feed
  deadline: 20s
  slow:     1s
  fallback: spare
  tier long when user.days > 100 { weight: 2 }
  tier week when user.days == 7  { weight: 1 }
}
`

type world struct {
	program *engine.Program
	memory  *engine.Memory
	engine  *engine.Engine
	records []*trace.Record
}

func newWorld(t *testing.T) *world {
	t.Helper()
	made := programtest.Make(t, text)
	w := &world{program: made.Program, memory: made.Memory}
	made.Put(t, "games",
		map[string]any{"id": "a", "title": "city builder", "n": 3, "at": "2026-01-02T03:04:05Z"},
		map[string]any{"id": "b", "title": "space", "n": 9, "at": "2025-01-02T03:04:05.5Z"})
	w.engine = engine.New(engine.Options{
		Now:     func() time.Time { return time.Unix(1, 0) },
		TraceID: func() string { return fmt.Sprintf("t%d", len(w.records)+1) },
		Observe: func(r *trace.Record) { w.records = append(w.records, r) },
	})
	return w
}

func (w *world) serve(req engine.Request, faults engine.Faults) (*engine.Answer, error) {
	return w.engine.Serve(context.Background(), w.program, "home", req, w.memory, faults)
}

func user() map[string]any { return map[string]any{"user": map[string]any{"from": map[string]any{}}} }

func TestAnswerAsJSON(t *testing.T) {
	w := newWorld(t)
	a, err := w.serve(engine.Request{Values: user(), Explain: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(a.Items[0])
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":"a","title":"city builder","n":3,"at":"2026-01-02T03:04:05Z","_score":0.03252247488101534,"_from":["hot","typed"],"_resource":"games",` +
		`"_why":{"from":["hot","typed"],"stages":[` +
		`{"node":"hot","op":"top","pos":"p.riffle:7:11","rank":2,"of":2,"score":3,"source":true,"columns":[{"name":"n","value":3}]},` +
		`{"node":"typed","op":"search","pos":"p.riffle:8:11","rank":1,"of":1,"score":0.2772588722239781,"source":true},` +
		`{"node":"pool","op":"merge","pos":"p.riffle:9:11","rank":1,"of":2,"score":0.03252247488101534,"scored":true},` +
		`{"node":"return.take","op":"take","pos":"p.riffle:10:19","rank":1,"of":2,"score":0.03252247488101534}]}}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if a.Fields["city"] != "here" || a.Tier != "week" || a.Served != "feed" || a.Plan != "full" || a.Coverage != 1 || a.TraceID != "t1" {
		t.Errorf("answer %+v", a)
	}
	if !strings.HasPrefix(a.Version, "v") || len(a.Version) != 13 {
		t.Errorf("version %q", a.Version)
	}
}

func TestRecordOfARequest(t *testing.T) {
	w := newWorld(t)
	if _, err := w.serve(engine.Request{Values: user(), Off: []string{"typed"}}, nil); err != nil {
		t.Fatal(err)
	}
	r := w.records[0]
	if r.ID != "t1" || r.Scene != "home" || r.Pipeline != "feed" || r.Status != "ok" || r.Plan != "off typed" || r.Level != 1 || r.Items != 2 || r.Slow || r.Fallback {
		t.Errorf("record %+v", r)
	}
	if len(r.Reasons(nil)) == 0 {
		t.Error("a degraded answer is worth keeping")
	}
	hot := r.Nodes[0]
	if hot.Node != "hot" || hot.Op != "top" || hot.Out != 2 || hot.Pos != "p.riffle:7:11" || hot.End < hot.Start {
		t.Errorf("span %+v", hot)
	}
}

func TestFallbackOfAScene(t *testing.T) {
	w := newWorld(t)
	a, err := w.serve(engine.Request{Values: user()}, drills{"hot": {Err: "drill"}})
	if err != nil {
		t.Fatal(err)
	}
	if a.Served != "spare" || len(a.Items) != 1 || a.Items[0].Key != "b" {
		t.Errorf("served %s, %d items", a.Served, len(a.Items))
	}
	if r := w.records[0]; !r.Fallback || r.Status != "ok" || r.Pipeline != "spare" {
		t.Errorf("record %+v", r)
	}
	_, err = w.serve(engine.Request{Values: user()}, drills{"games": {Err: "drill"}})
	var failed *engine.Error
	if !errors.As(err, &failed) || failed.Code != engine.CodeUnavailable || len(failed.Outcomes) == 0 || failed.TraceID != "t2" {
		t.Errorf("error %+v", failed)
	}
	if r := w.records[1]; r.Status != engine.CodeUnavailable || r.Error == "" {
		t.Errorf("record %+v", r)
	}
}

type drills map[string]engine.Fault

func (d drills) At(resource, node string) (engine.Fault, bool) {
	if f, ok := d[node]; ok {
		return f, true
	}
	f, ok := d[resource]
	return f, ok
}

func TestWrongRequests(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct{ values, field, message string }{
		{`{}`, "user", "missing"},
		{`{"user": 3}`, "user", "got number 3"},
		{`{"user": {}}`, "user.from", "got nothing"},
		{`{"user": {"from": {"city": 3}}}`, "user.from.city", "want string"},
		{`{"user": {"from": {}, "days": null}}`, "user.days", "got null"},
		{`{"user": {"from": {}, "tags": [1]}}`, "user.tags[0]", "want string"},
		{`{"user": {"from": {}}, "k": 0}`, "k", "want 1..10, got 0"},
		{`{"user": {"from": {}}, "q": 0}`, "q", "no such parameter"},
		{`{"user": {"from": {}}, "` + strings.Repeat("q", 500) + `": 0}`, strings.Repeat("q", 40) + "…", "no such parameter"},
	} {
		var values map[string]any
		if err := json.Unmarshal([]byte(c.values), &values); err != nil {
			t.Fatal(err)
		}
		_, err := w.serve(engine.Request{Values: values}, nil)
		var failed *engine.Error
		if !errors.As(err, &failed) || failed.Code != engine.CodeInvalid || failed.Field != c.field || !strings.Contains(failed.Message, c.message) {
			t.Errorf("%s: %+v, want %s: %s", c.values, err, c.field, c.message)
		}
	}
	if len(w.records) != 0 {
		t.Error("a request that was refused left a record")
	}
	if _, err := w.engine.Serve(context.Background(), w.program, "hom", engine.Request{}, w.memory, nil); err == nil || err.(*engine.Error).Code != engine.CodeNotFound {
		t.Errorf("unknown scene: %v", err)
	}
	if _, err := w.engine.Run(context.Background(), w.program, "hom", engine.Request{}, w.memory, nil); err == nil || err.(*engine.Error).Code != engine.CodeNotFound {
		t.Errorf("unknown pipeline: %v", err)
	}
}

func TestTheRequestsMapsStayAsTheyWere(t *testing.T) {
	w := newWorld(t)
	values := user()
	if _, err := w.serve(engine.Request{Values: values}, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(user(), values); diff != "" {
		t.Errorf("defaults were written into the request (-want +got):\n%s", diff)
	}
}

func TestCallerGone(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := w.engine.Serve(ctx, w.program, "home", engine.Request{Values: user()}, w.memory, drills{"hot": {Hang: true}})
	var failed *engine.Error
	if !errors.As(err, &failed) || failed.Code != engine.CodeUnavailable || !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
