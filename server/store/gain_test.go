package store_test

import (
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/engine/gain"
	"riffle.dev/riffle/server/app"
)

func aGain(scene string) *app.Gain {
	return &app.Gain{GainRow: app.GainRow{At: time.Now().UTC().Truncate(time.Microsecond), By: "li", Scene: scene, State: "running", From: "made"}}
}

func TestGainsAreKeptAndBounded(t *testing.T) {
	f := open(t)
	if err := f.CreateTeam(t.Context(), f.by, app.Team{Name: "games", Title: "Games", CreatedAt: time.Now()}, f.user); err != nil {
		t.Fatal(err)
	}
	first := aGain("home")
	if err := f.AddGain(t.Context(), f.by.Did("gain.start", "scene home"), "ads", first); err != nil {
		t.Fatal(err)
	}
	audit, err := f.Audit(t.Context(), "ads", app.AuditFilter{Action: "gain.start", Limit: 5})
	if err != nil || len(audit) != 1 || !strings.Contains(string(audit[0].After), `"scene": "home"`) {
		t.Errorf("audit %+v, %v", audit, err)
	}
	if _, err := f.Gain(t.Context(), "games", first.ID, time.Now()); app.CodeOf(err) != app.NotFound {
		t.Errorf("another team reads it: %v", err)
	}
	for _, tt := range []struct {
		at   time.Duration
		want string
	}{{app.MaxGainLength, "running"}, {app.MaxGainLength + time.Hour, "lost"}} {
		got, err := f.Gain(t.Context(), "ads", first.ID, first.At.Add(tt.at))
		if err != nil || got.State != tt.want || got.Table != nil {
			t.Errorf("after %v: %+v, %v, want %s", tt.at, got, err, tt.want)
		}
	}
	first.State, first.Table, first.Differ = "done", &gain.Table{Scene: "a\x00b", Requests: 7}, 2
	for _, team := range []string{"games", "ads"} { // of another team: nothing happens
		if err := f.FinishGain(t.Context(), team, first); err != nil {
			t.Fatal(err)
		}
		got, err := f.Gain(t.Context(), "ads", first.ID, first.At)
		if want := map[string]string{"games": "running", "ads": "done"}[team]; err != nil || got.State != want {
			t.Errorf("finished by %s: %s, want %s", team, got.State, want)
		}
	}
	list, err := f.Gains(t.Context(), "ads", app.KeptFilter{Limit: 5, Scene: "home"}, time.Now().Add(time.Hour))
	if err != nil || len(list) != 1 || list[0].State != "done" || list[0].Differ != 2 || list[0].Seq != first.Seq {
		t.Errorf("list %+v, %v", list, err)
	}
	if got, err := f.Gain(t.Context(), "ads", first.ID, time.Now()); err != nil || got.Table == nil || got.Table.Requests != 7 || got.Table.Scene != "a\ufffdb" {
		t.Errorf("got %+v, %v", got, err)
	}
	for range app.MaxGains {
		if err := f.AddGain(t.Context(), f.by.Did("gain.start", ""), "ads", aGain("other")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Gain(t.Context(), "ads", first.ID, time.Now()); app.CodeOf(err) != app.NotFound {
		t.Errorf("the oldest is still there: %v", err)
	}
	long := aGain("home")
	long.Failed = strings.Repeat("x", app.MaxGainBytes)
	if err := f.FinishGain(t.Context(), "ads", long); app.CodeOf(err) != app.TooLarge {
		t.Errorf("a long one: %v", err)
	}
}

// What ran on an instance that reports no more is lost, at once and not only when it
// should have ended; what another instance runs goes on, and so does all while nobody
// reports.
func TestRunsOfAnInstanceThatIsGone(t *testing.T) {
	f := open(t)
	state := func(id string) string {
		t.Helper()
		g, err := f.Gain(t.Context(), "ads", id, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		list, err := f.Gains(t.Context(), "ads", app.KeptFilter{Limit: 5}, time.Now())
		if err != nil || len(list) != 2 {
			t.Fatal(list, err)
		}
		for _, row := range list {
			if row.ID == id && row.State != g.State {
				t.Errorf("%s in the list, %s by itself", row.State, g.State)
			}
		}
		return g.State
	}
	report := func(instance string) {
		t.Helper()
		if _, _, err := f.ShareLimits(t.Context(), instance, nil); err != nil {
			t.Fatal(err)
		}
	}
	mine, theirs := aGain("home"), aGain("home")
	for instance, g := range map[string]*app.Gain{"one": mine, "two": theirs} {
		if err := f.Store.Of(instance).AddGain(t.Context(), f.by.Did("gain.start", ""), "ads", g); err != nil {
			t.Fatal(err)
		}
	}
	if state(mine.ID) != "running" || state(theirs.ID) != "running" {
		t.Error("lost before anybody reported")
	}
	report("one")
	report("two")
	if state(mine.ID) != "running" || state(theirs.ID) != "running" {
		t.Error("lost while both report")
	}
	if _, err := f.pool.Exec(t.Context(), "update limit_reports set at = now() - interval '11 seconds' where instance = 'one'"); err != nil {
		t.Fatal(err)
	}
	if state(mine.ID) != "lost" || state(theirs.ID) != "running" {
		t.Errorf("of an instance that is gone: %s; of another: %s", state(mine.ID), state(theirs.ID))
	}
	report("one") // it was only away
	if got := state(mine.ID); got != "running" {
		t.Errorf("back again: %s", got)
	}
	if _, err := f.pool.Exec(t.Context(), "truncate limit_reports"); err != nil {
		t.Fatal(err)
	}
	if state(mine.ID) != "running" {
		t.Error("lost where nobody reports")
	}
}
