package trace

import (
	"fmt"
	"testing"
)

func ids(list []*Record) string {
	out := ""
	for _, r := range list {
		out += r.ID + " "
	}
	return out
}

func TestRingKeepsTheTellingOnes(t *testing.T) {
	r := NewRing(4, 3)
	for i := range 9 {
		r.Add(&Record{ID: fmt.Sprintf("plain%d", i), Status: "ok"})
	}
	if got := ids(r.List(10, nil)); got != "plain6 plain3 plain0 " {
		t.Errorf("one in three: %s", got)
	}
	r.Add(&Record{ID: "slow", Status: "ok", Slow: true})
	r.Add(&Record{ID: "failed", Status: "deadline"})
	r.Add(&Record{ID: "cut", Status: "ok", Nodes: []Span{{Outcome: Timeout}}})
	if got := ids(r.List(10, nil)); got != "cut failed slow plain6 " {
		t.Errorf("newest four: %s", got)
	}
	if got := ids(r.List(1, func(r *Record) bool { return r.Slow })); got != "slow " {
		t.Errorf("filtered: %s", got)
	}
	if _, ok := r.Get("plain3"); ok {
		t.Error("plain3 should have been pushed out")
	}
	if rec, ok := r.Get("failed"); !ok || rec.ID != "failed" {
		t.Error("failed is not found")
	}
}

func TestRingThatKeepsNoPlainOnes(t *testing.T) {
	r := NewRing(0, 0)
	r.Add(&Record{ID: "plain", Status: "ok"})
	r.Add(&Record{ID: "bad", Status: "internal"})
	if got := ids(r.List(5, nil)); got != "bad " {
		t.Errorf("kept %s", got)
	}
}
