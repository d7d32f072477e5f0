package server_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/enginetest"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/examples"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/words"
	"riffle.dev/riffle/server/api"
)

// requestsOfScenes are fixed: whatever they are answered, the reference
// interpreter must answer the same.
var requestsOfScenes = []struct{ scene, request string }{
	{"browse", `{"query": "space trading game", "k": 10}`},
	{"browse", `{"query": "edit pdf", "only": "text", "offset": 2}`},
	{"browse", `{"query": ""}`},
	{"home", `{"user": {"id": "stranger"}, "k": 10}`},
	{"home", `{"user": {"id": "p0001", "active_days": 300, "seen": ["0ad"]}, "k": 10}`},
	{"related", `{"app": "0ad", "k": 8}`},
	{"related", `{"app": "no such program"}`},
	{"verses", `{"query": "明月", "k": 5}`},
	{"verses", `{"query": "春風", "era": "song"}`},
}

// likeReference compares what the door serves, from the documents that came by
// the log, with the reference interpreter on the same documents: items, order
// and scores.
func likeReference(t *testing.T, c client) {
	bench, compared := referenceBench(t), 0
	for _, r := range requestsOfScenes {
		var values map[string]any
		if err := json.Unmarshal([]byte(r.request), &values); err != nil {
			t.Fatal(err)
		}
		scene, ok := bench.Project.Scene(r.scene)
		if !ok {
			t.Fatalf("the demo has no scene %s", r.scene)
		}
		want := enginetest.Reference(bench, scene.Pipeline, time.Unix(0, 0), engine.Request{Values: values}, nil)
		if want.Err != nil {
			t.Fatalf("%s %s: %v", r.scene, r.request, want.Err)
		}
		var a api.ServeAnswer
		// On a busy machine a node may miss its deadline; not forever.
		await(t, "a whole answer of "+r.scene+" to "+r.request, func() bool {
			a = api.ServeAnswer{}
			status, err := c.do("POST", "/api/v1/teams/demo/scenes/"+r.scene+"/serve", []byte(`{"request": `+r.request+`}`), &a)
			if err != nil {
				t.Fatal(err)
			}
			return status == 200 && outcomesAre(a.Outcomes, want.Result.Outcomes)
		})
		got, should := make([]string, len(a.Items)), make([]string, len(want.Result.Items))
		for i, it := range a.Items {
			got[i] = fmt.Sprint(it["id"])
		}
		for i, row := range want.Result.Items {
			should[i] = row.Key
		}
		if fmt.Sprint(got) != fmt.Sprint(should) {
			t.Errorf("%s %s: %v, want %v", r.scene, r.request, got, should)
			continue
		}
		for i, row := range want.Result.Items {
			score, ok := a.Items[i]["_score"].(float64)
			if !ok || math.Abs(score-row.Score) > 1e-9*math.Max(1, math.Abs(row.Score)) {
				t.Errorf("%s %s: %s has the score %v, want %v", r.scene, r.request, row.Key, a.Items[i]["_score"], row.Score)
			}
			compared++
		}
	}
	if compared < 50 {
		t.Errorf("only %d items were compared", compared)
	}
}

func outcomesAre[O ~string](got map[string]api.NodeState, want map[string]O) bool {
	for node, o := range got {
		if o.Outcome != string(want[node]) {
			return false
		}
	}
	return len(got) > 0
}

// referenceBench is the demo's project with its catalogues, by no log and no
// database.
func referenceBench(t *testing.T) *enginetest.Bench {
	t.Helper()
	var sources []dag.Source
	if err := examples.Files(func(name string, text []byte) { sources = append(sources, dag.Source{Name: name, Text: text}) }); err != nil {
		t.Fatal(err)
	}
	project, found := dag.Compile(sources, op.NewCatalogue())
	if project == nil {
		t.Fatal(found)
	}
	memory, err := engine.NewMemory(project, func(name string) (*index.WordTable, error) { return words.Load(examples.Data(), name) })
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
	return &enginetest.Bench{Project: project, Memory: memory}
}
