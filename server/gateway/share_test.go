package gateway_test

import (
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/gateway"
)

// The shares of a scene's time add up to all of it.
func TestShares(t *testing.T) {
	w := newWorld(t, gateway.Options{})
	if s, err := w.gateway.Shares(t.Context(), "demo", "home"); err != nil || s.Requests != 0 || s.Nodes == nil || s.Since != nil {
		t.Errorf("of nobody: %+v, %v", s, err)
	}
	for range 3 {
		if _, err := w.ask("home", map[string]any{"word": "chess"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(25 * time.Millisecond) // one each 20 ms is looked at
	}
	s, err := w.gateway.Shares(t.Context(), "demo", "home")
	if err != nil {
		t.Fatal(err)
	}
	if s.Requests != 3 || s.TookMS <= 0 || len(s.Nodes) == 0 {
		t.Fatalf("%+v", s)
	}
	sum := s.Rest
	for _, n := range s.Nodes {
		sum += n.Share + n.Wait
		if n.Requests < 1 || n.Requests > 3 {
			t.Errorf("%s is on the path of %d of 3", n.Node, n.Requests)
		}
	}
	if sum < 0.99 || sum > 1.01 {
		t.Errorf("the shares are %.3f of all: %+v", sum, s)
	}
}

// What is kept is exported, and what a caller's recorded trace is of; a record
// that was handed out is not used again.
func TestExport(t *testing.T) {
	var got []*trace.Record
	w := newWorld(t, gateway.Options{Sample: -1, Record: time.Hour, Export: func(team string, version int64, r *trace.Record) {
		if team != "demo" || version != 7 {
			t.Errorf("%s, version %d", team, version)
		}
		got = append(got, r)
	}})
	ask := func(in api.ServeRequest) {
		t.Helper()
		in.Request = map[string]any{"word": "chess"}
		if _, err := w.gateway.Serve(t.Context(), nil, "demo", "home", in); err != nil {
			t.Fatal(err)
		}
	}
	parent := func(flags string) trace.Parent {
		p, ok := trace.ParseParent("00-"+strings.Repeat("a", 32)+"-"+strings.Repeat("b", 16)+"-"+flags, "")
		if !ok {
			t.Fatal(flags)
		}
		return p
	}
	ask(api.ServeRequest{}) // the list of recent requests takes it
	ask(api.ServeRequest{})
	ask(api.ServeRequest{Parent: parent("00")})
	ask(api.ServeRequest{Parent: parent("01")})
	ask(api.ServeRequest{Explain: true})
	ask(api.ServeRequest{})
	var ids []string
	for _, r := range got {
		ids = append(ids, r.ID)
		if r.Scene != "home" || len(r.Nodes) == 0 {
			t.Errorf("record %+v", r)
		}
	}
	if strings.Join(ids, " ") != "t1 t4 t5" {
		t.Errorf("exported %v, want t1 t4 t5", ids)
	}
	if tr, err := w.gateway.Traces().Trace(t.Context(), "demo", "t5"); err != nil || tr.Kept != "asked" {
		t.Errorf("%+v, %v", tr.TraceSummary, err)
	}
}
