package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/server/app"
)

var noon = time.Date(2030, 1, 2, 12, 0, 0, 0, time.UTC)

func aChange(seq int64, scene string) app.DegradationEvent {
	return app.DegradationEvent{Seq: seq, At: noon.Add(time.Duration(seq) * time.Second), Scene: scene, From: "normal", To: "degraded", Why: "the budget is short",
		By: "li", Rate: 29000, Budget: 1.5, Need: 4, Full: .25, LateLow: .01, LateHigh: .02, Plan: "swing off"}
}

// Changes of state come back as they were written, newest first and by pages; one
// whose number another instance took has the next one; old ones fall out.
func TestChangesOfStateAreKept(t *testing.T) {
	f := open(t)
	ctx := t.Context()
	add := func(team string, events ...app.DegradationEvent) {
		t.Helper()
		teams := make([]string, len(events))
		for i := range teams {
			teams[i] = team
		}
		if err := f.AddDegradationEvents(ctx, teams, events); err != nil {
			t.Fatal(err)
		}
	}
	list := func(before int64, limit int) []app.DegradationEvent {
		t.Helper()
		got, err := f.DegradationEvents(ctx, "ads", "home", before, limit)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			got[i].At = got[i].At.UTC()
		}
		return got
	}
	add("ads")
	add("ads", aChange(1, "home"), aChange(2, "home"), aChange(3, "other"))
	if err := f.CreateTeam(ctx, f.by, app.Team{Name: "games", Title: "Games", CreatedAt: time.Now()}, f.user); err != nil {
		t.Fatal(err)
	}
	add("games", aChange(4, "home"))
	if d := cmp.Diff([]app.DegradationEvent{aChange(2, "home"), aChange(1, "home")}, list(0, 9)); d != "" {
		t.Error(d)
	}
	if got := list(2, 9); len(got) != 1 || got[0].Seq != 1 {
		t.Errorf("below 2: %+v", got)
	}
	if got := list(0, 1); len(got) != 1 || got[0].Seq != 2 {
		t.Errorf("one of them: %+v", got)
	}
	add("ads", aChange(1, "home"), aChange(2, "home")) // once more, for its answer was lost
	if got := list(0, 9); len(got) != 2 {
		t.Errorf("what is there is not written again: %+v", got)
	}
	another := aChange(2, "home") // of another instance, in the same microsecond
	another.Rate++
	add("ads", another)
	add("ads", another)
	if got := list(0, 9); len(got) != 3 || got[0].Seq != 5 {
		t.Errorf("the next number that is free is 5: %+v", got)
	}
	late := aChange(9, "home")
	late.At = noon.Add(31 * 24 * time.Hour)
	add("ads", late)
	if got := list(0, 9); len(got) != 1 || got[0].Seq != 9 {
		t.Errorf("a month later: %+v", got)
	}
}

// What an operator says is read until its end, by every instance, and audited.
func TestOverridesAreKept(t *testing.T) {
	f := open(t)
	ctx := t.Context()
	o := app.Override{Action: "force", Reason: "a drill", By: "li", At: noon, Until: noon.Add(time.Minute), Level: 2, Off: []string{"swing"}}
	if err := f.SetOverride(ctx, f.by.Did("degradation.force", "home"), "ads", "home", &o, nil); err != nil {
		t.Fatal(err)
	}
	longer := o
	longer.Until, longer.Off = noon.Add(time.Hour), nil
	if err := f.SetOverride(ctx, f.by.Did("degradation.force", "home"), "ads", "home", &longer, &o); err != nil {
		t.Fatal(err)
	}
	got, err := f.Overrides(ctx, noon.Add(2*time.Minute))
	if err != nil || len(got) != 1 || got[0].Team != "ads" || got[0].Scene != "home" || !got[0].Kept || got[0].Level != 2 || len(got[0].Off) != 0 || !got[0].Until.Equal(longer.Until) {
		t.Errorf("%+v %v", got, err)
	}
	if got, _ := f.Overrides(ctx, noon.Add(time.Hour)); len(got) != 0 {
		t.Errorf("after its end: %+v", got)
	}
	if err := f.SetOverride(ctx, f.by.Did("degradation.release", "home"), "ads", "home", nil, &longer); err != nil {
		t.Fatal(err)
	}
	if got, _ := f.Overrides(ctx, noon); len(got) != 0 {
		t.Errorf("after it was let go: %+v", got)
	}
	audit, err := f.Audit(ctx, "ads", app.AuditFilter{Action: "degradation.force", Limit: 5})
	if err != nil || len(audit) != 2 || len(audit[0].Before) == 0 || len(audit[1].Before) > 2 {
		t.Errorf("audit %+v %v", audit, err)
	}
}

// Of changes that are written together all are there or none.
func TestChangesOfStateAreWrittenWhole(t *testing.T) {
	f := open(t)
	bad := []app.DegradationEvent{aChange(7, "home"), aChange(8, "home")}
	bad[1].Why = "a\x00b" // no text for Postgres
	if err := f.AddDegradationEvents(t.Context(), []string{"ads", "ads"}, bad); err == nil {
		t.Error("a text with a zero byte was taken")
	}
	if got, _ := f.DegradationEvents(t.Context(), "ads", "home", 0, 9); len(got) != 0 {
		t.Errorf("a half of what failed is there: %+v", got)
	}
}
