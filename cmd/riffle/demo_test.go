package main

import (
	"context"
	"encoding/json"
	"iter"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/enginetest"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/examples"
)

// TestDemoAnswersLikeTheReference serves fixed requests to the demo's scenes on
// its real catalogues and compares each answer with the reference
// interpreter's: items, order, scores, sources, columns, outcomes.
func TestDemoAnswersLikeTheReference(t *testing.T) {
	b := demoBench(t)
	e := engine.New(engine.Options{Now: func() time.Time { return moment }, TraceID: func() string { return "t" }})
	for _, c := range []struct {
		scene, request string
		off            []string
		drills         enginetest.Drills
	}{
		{"find", `{"query": "space trading game", "k": 10}`, nil, nil},
		{"find", `{"query": "edit pdf", "only": "text", "offset": 2}`, nil, nil},
		{"find", `{"query": ""}`, nil, nil},
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
func demoBench(t *testing.T) *enginetest.Bench {
	t.Helper()
	var sources []dag.Source
	if err := examples.Files(func(name string, text []byte) {
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
