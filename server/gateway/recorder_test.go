package gateway_test

import (
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/server/gateway"
)

// The sample is of real requests, newest first, bounded, each with a trace.
func TestRecordedRequests(t *testing.T) {
	w := newWorld(t, gateway.Options{Record: 1, Sample: 1_000_000})
	if got, err := w.gateway.Requests(t.Context(), "demo", "home", 5); err != nil || len(got) != 0 {
		t.Fatalf("before anybody asked: %v, %v", got, err)
	}
	for i := range 120 {
		word := "chess"
		if i == 119 {
			word = "racing"
		}
		if _, err := w.ask("home", map[string]any{"word": word}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := w.gateway.Requests(t.Context(), "demo", "home", 1000)
	if err != nil || len(got) != 100 {
		t.Fatalf("%d kept, want the newest 100: %v", len(got), err)
	}
	if got[0].Request["word"] != "racing" || got[1].Request["word"] != "chess" || got[0].Items == 0 || got[0].Version != 7 || got[0].Outcome != "ok" {
		t.Errorf("the newest is %+v", got[0])
	}
	if _, err := w.gateway.Traces().Trace(t.Context(), "demo", got[0].TraceID); err != nil {
		t.Errorf("the newest has no trace: %v", err)
	}
	if _, err := w.ask("home", map[string]any{"word": strings.Repeat("x", 5000)}); err != nil {
		t.Fatal(err)
	}
	if again, _ := w.gateway.Requests(t.Context(), "demo", "home", 1); again[0].TraceID != got[0].TraceID {
		t.Error("a request that is too long was kept")
	}
}

// Many at once: one in a while is taken.
func TestRecordedRequestsAreASample(t *testing.T) {
	w := newWorld(t, gateway.Options{Record: time.Hour})
	for range 50 {
		if _, err := w.ask("home", map[string]any{"word": "chess"}); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := w.gateway.Requests(t.Context(), "demo", "home", 100); len(got) != 1 {
		t.Errorf("%d kept, want 1", len(got))
	}
}

// A trace says which nodes decided when the answer was there, and which did
// not run.
func TestTraceHasItsCriticalPath(t *testing.T) {
	w := newWorld(t, gateway.Options{})
	w.faults.Store(&drill{node: "typed", fault: engine.Fault{Delay: time.Second}})
	a, err := w.ask("home", map[string]any{"word": "chess"})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := w.gateway.Traces().Trace(t.Context(), "demo", a.TraceID)
	if err != nil {
		t.Fatal(err)
	}
	critical := map[string]bool{}
	for _, n := range tr.Nodes {
		critical[n.Name] = n.Critical
		if n.Name == "pool" && len(n.Inputs) == 0 {
			t.Error("pool has inputs")
		}
	}
	if !critical["typed"] || critical["hot"] {
		t.Errorf("critical: %v, want typed and what follows it, not hot", critical)
	}
}
