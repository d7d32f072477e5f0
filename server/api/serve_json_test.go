package api

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"riffle.dev/riffle/engine/trace"
)

type written string

func (p written) Len() int                     { return 1 }
func (p written) AppendJSON(dst []byte) []byte { return append(dst, p...) }

// An answer is written as encoding/json writes the struct: all fields of it and
// of a node's state, in their order.
func TestAnswersAsJSON(t *testing.T) {
	items := []map[string]any{{"b": "<&>", "a": nil, "_score": 0.1, "_from": []string{}}, {}}
	full := NodeState{Outcome: "ok", TookMS: 1.25, Items: 3, Cause: "it \"was\"", Failure: "timeout", Stale: true, Arm: "x", Shared: "y"}
	answers := map[string]ServeAnswer{
		"empty": {Items: []map[string]any{}},
		"full": {Items: items, Values: map[string]any{"n": 1, "list": []any{"<"}}, Version: 1 << 60, Plan: "off <a>", Level: 2, Coverage: 0.5,
			Outcomes: map[string]NodeState{"b": full, "a": {Outcome: "empty"}}, Experiments: map[string]string{"e": "x", "d": "y"},
			TraceID: "t", TookMS: 1e-7, Explain: []ItemWhy{{ID: "g1", Why: trace.Why{}}}, WhyNot: []trace.Lost{{}}},
	}
	for name, a := range answers {
		type plain ServeAnswer
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if a.Outcomes == nil {
			a.Outcomes = map[string]NodeState{}
		}
		if err := e.Encode(plain(a)); err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := formats()["json"].Marshal(&got, a); err != nil || got.String() != want.String() {
			t.Errorf("%s: %v\n%swant\n%s", name, err, got.String(), want.String())
		}
		list, err := json.Marshal(a.Items)
		if err != nil {
			t.Fatal(err)
		}
		paged := a
		paged.Items, paged.Written = nil, written(list)
		whole, err := json.Marshal(plain(a))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(paged); err != nil || string(got) != string(whole) {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, whole)
		}
		var back ServeAnswer
		if err := json.Unmarshal(whole, &back); err != nil || back.Version != a.Version || len(back.Items) != len(a.Items) {
			t.Errorf("%s is not read back: %v", name, err)
		}
	}
	// Whoever adds a field writes it too.
	if a, o := reflect.TypeFor[ServeAnswer]().NumField(), reflect.TypeFor[NodeState]().NumField(); a != 14 || o != 8 {
		t.Errorf("an answer has %d fields, a node's state %d: AppendJSON writes 12 and 8: the items once, and quotas are headers", a, o)
	}
}
