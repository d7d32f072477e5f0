package store_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/server/app"
)

// A drill that runs out has its event as one that is deleted has, once.
func TestDrillsEndWithAnEvent(t *testing.T) {
	f := open(t)
	now := time.Now()
	begin := func(name string, until time.Time) app.Fault {
		t.Helper()
		d, err := f.CreateFault(t.Context(), f.by, "ads", app.Fault{Target: "resource", Name: name, Kind: "hang", Share: 1, Until: until, CreatedBy: "li", CreatedAt: now})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	begin("games", now.Add(time.Minute))
	begin("poems", now.Add(time.Hour))
	deleted := begin("apps", now.Add(time.Minute))
	if err := f.DeleteFault(t.Context(), f.by, "ads", deleted.ID, now.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Duration{59 * time.Second, time.Minute, 2 * time.Minute} {
		if err := f.EndFaults(t.Context(), now.Add(at)); err != nil {
			t.Fatal(err)
		}
	}
	events, err := f.Events(t.Context(), "ads", 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(events)
	var got []string
	for _, e := range events {
		if e.Kind == "fault.ended" {
			got = append(got, e.Resource+": "+e.Message)
		}
	}
	want := []string{"apps: drill ended: hang of resource apps, by li", "games: drill ended: hang of resource games, its time is over"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
