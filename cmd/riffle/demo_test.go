package main

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/enginetest"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/examples"
)

// TestDemo serves the demo's scenes on its real catalogues.
func TestDemo(t *testing.T) {
	b := demoBench(t)
	t.Run("answers like the reference", func(t *testing.T) { likeReference(t, b) })
	t.Run("answers under drills", func(t *testing.T) { underDrills(t, b) })
}

// likeReference compares the answers to fixed requests with the reference
// interpreter's: items, order, scores, sources, columns, outcomes.
func likeReference(t *testing.T, b *enginetest.Bench) {
	e := engine.New(engine.Options{Now: func() time.Time { return moment }, TraceID: func() string { return "t" }})
	for _, c := range []struct {
		scene, request string
		off            []string
		drills         enginetest.Drills
	}{
		{"browse", `{"query": "space trading game", "k": 10}`, nil, nil},
		{"browse", `{"query": "edit pdf", "only": "text", "offset": 2}`, nil, nil},
		{"browse", `{"query": ""}`, nil, nil},
		{"home", `{"user": {"id": "stranger"}, "k": 10}`, nil, nil},
		{"home", `{"user": {"id": "p0001", "active_days": 300, "seen": ["0ad"]}, "k": 10}`, nil, nil},
		{"home", `{"user": {"id": "p0001", "active_days": 300, "seen": ["0ad"]}, "k": 10}`, []string{"near", "coarse"}, nil},
		{"home", `{"user": {"id": "p0001"}, "k": 10}`, nil, enginetest.Drills{"near": {Err: "drill"}}},
		{"home", `{"user": {"id": "p0001"}, "k": 10}`, nil, enginetest.Drills{"people": {Err: "drill"}}},
		{"related", `{"app": "0ad", "k": 8}`, nil, nil},
		{"related", `{"app": "no such program"}`, nil, nil},
		{"verses", `{"query": "明月", "k": 5}`, nil, nil},
		{"verses", `{"query": "春風", "era": "song"}`, nil, nil},
	} {
		var values map[string]any
		if err := json.Unmarshal([]byte(c.request), &values); err != nil {
			t.Fatal(err)
		}
		req := engine.Request{Values: values, Off: c.off}
		s, ok := b.Project.Scene(c.scene)
		if !ok {
			t.Fatalf("the demo has no scene %s", c.scene)
		}
		var faults engine.Faults
		if c.drills != nil {
			faults = c.drills
		}
		patient := req
		patient.Deadline = time.Minute
		a, err := e.Run(context.Background(), b.Program, s.Pipeline, patient, b.Memory, faults)
		if err != nil {
			t.Errorf("%s %s: %v", c.scene, c.request, err)
			continue
		}
		if err := enginetest.Same(b, a, enginetest.Reference(b, s.Pipeline, moment, req, faults)); err != nil {
			t.Errorf("%s %s: %v", c.scene, c.request, err)
		}
	}
}

var moment = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// demoBench is the demo's project with its catalogues and people.
func demoBench(t testing.TB) *enginetest.Bench {
	t.Helper()
	var sources []dag.Source
	if err := examples.Files(func(name string, text []byte) {
		// A busy machine must not be what the drills find.
		text = bytes.ReplaceAll(text, []byte("deadline: 120ms"), []byte("deadline: 3s"))
		text = bytes.ReplaceAll(text, []byte("reserve:  15ms"), []byte("reserve:  1200ms"))
		sources = append(sources, dag.Source{Name: name, Text: text})
	}); err != nil {
		t.Fatal(err)
	}
	project, found := dag.Compile(sources, op.NewCatalogue())
	if project == nil {
		t.Fatal(found)
	}
	program, err := engine.Compile(project)
	if err != nil {
		t.Fatal(err)
	}
	memory, err := engine.NewMemory(project, wordTables(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	for resource, docs := range map[string]iter.Seq2[[]byte, error]{
		"apps": examples.Apps(), "poems": examples.Poems(), "people": examples.PeopleDocs(),
	} {
		var batch []map[string]any
		for line, err := range docs {
			if err != nil {
				t.Fatal(err)
			}
			var d map[string]any
			if err := json.Unmarshal(line, &d); err != nil {
				t.Fatal(err)
			}
			batch = append(batch, d)
		}
		if errs, err := memory.Put(resource, batch); err != nil || errs != nil {
			t.Fatal(resource, err, errs)
		}
	}
	return &enginetest.Bench{Project: project, Program: program, Memory: memory}
}

// underDrills breaks one branch of the home feed at a time: the answer comes,
// and its outcomes say what was wrong.
func underDrills(t *testing.T, b *enginetest.Bench) {
	e := engine.New(engine.Options{Now: func() time.Time { return moment }, TraceID: func() string { return "t" }})
	s, _ := b.Project.Scene("home")
	values := map[string]any{"user": map[string]any{"id": "p0001", "active_days": 9}, "k": 10}
	for name, fault := range map[string]engine.Fault{
		"hang": {Hang: true}, "error": {Err: "drill"}, "slow": {Delay: time.Hour},
	} {
		for _, node := range []string{"near", "worded", "shelved", "needed"} {
			start := time.Now()
			a, err := e.Serve(context.Background(), b.Program, "home", engine.Request{Values: values}, b.Memory, enginetest.Drills{node: fault})
			took := time.Since(start)
			if err != nil {
				t.Errorf("%s %s: %v", node, name, err)
				continue
			}
			// The bound is the deadline; the slack is for a machine that does much else.
			if limit := time.Duration(s.Deadline) + time.Minute; took > limit {
				t.Errorf("%s %s: answered after %v, at most %v", node, name, took, limit)
			}
			want := trace.Timeout
			if name == "error" {
				want = trace.Error
			}
			served := "home_feed"
			if node == "needed" { // the only required one: the scene's fallback answers
				served = "needed_most"
			}
			if a.Served != served || len(a.Items) != 10 {
				t.Errorf("%s %s: %d items of %s, want 10 of %s", node, name, len(a.Items), a.Served, served)
			}
			for _, o := range a.Outcomes {
				if o.Node == node && o.Outcome != want {
					t.Errorf("%s %s: outcome %s, want %s", node, name, o.Outcome, want)
				}
			}
			t.Logf("%s %s: %s answered after %v", node, name, a.Served, took.Round(time.Millisecond))
		}
	}
}
