package store_test

import (
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/engine/loadtest"
	"riffle.dev/riffle/server/app"
)

func aLoadTest(scene string) *app.LoadTest {
	return &app.LoadTest{LoadTestRow: app.LoadTestRow{At: time.Now().UTC().Truncate(time.Microsecond), By: "li", Scene: scene, State: "running", Place: "server", LengthS: 60}}
}

func TestLoadTestsAreKeptAndBounded(t *testing.T) {
	f := open(t)
	if err := f.CreateTeam(t.Context(), f.by, app.Team{Name: "games", Title: "Games", CreatedAt: time.Now()}, f.user); err != nil {
		t.Fatal(err)
	}
	first := aLoadTest("home")
	if err := f.AddLoadTest(t.Context(), f.by.Did("loadtest.start", "scene home"), "ads", first); err != nil {
		t.Fatal(err)
	}
	audit, err := f.Audit(t.Context(), "ads", app.AuditFilter{Action: "loadtest.start", Limit: 5})
	if err != nil || len(audit) != 1 || !strings.Contains(string(audit[0].After), `"scene": "home"`) {
		t.Errorf("audit %+v, %v", audit, err)
	}
	if _, err := f.LoadTest(t.Context(), "games", first.ID, time.Now()); app.CodeOf(err) != app.NotFound {
		t.Errorf("another team reads it: %v", err)
	}
	for _, tt := range []struct {
		at   time.Duration
		want string
	}{{2 * time.Minute, "running"}, {10 * time.Minute, "lost"}} {
		got, err := f.LoadTest(t.Context(), "ads", first.ID, first.At.Add(tt.at))
		if err != nil || got.State != tt.want || got.Report != nil {
			t.Errorf("after %v: %+v, %v, want %s", tt.at, got, err, tt.want)
		}
	}
	first.State, first.Report = "done", &loadtest.Report{TookS: 60, Errors: []string{"a\x00b"}, Verdict: loadtest.Verdict{Result: loadtest.Passed}}
	first.Sum()
	if err := f.FinishLoadTest(t.Context(), "games", first); err != nil { // another team's: nothing happens
		t.Fatal(err)
	}
	if got, _ := f.LoadTest(t.Context(), "ads", first.ID, first.At); got.State != "running" {
		t.Errorf("another team ended it: %s", got.State)
	}
	if err := f.FinishLoadTest(t.Context(), "ads", first); err != nil {
		t.Fatal(err)
	}
	list, err := f.LoadTests(t.Context(), "ads", app.KeptFilter{Limit: 5, Scene: "home"}, time.Now().Add(time.Hour))
	if err != nil || len(list) != 1 || list[0].State != "done" || list[0].Result != loadtest.Passed || list[0].Seq != first.Seq {
		t.Errorf("list %+v, %v", list, err)
	}
	got, err := f.LoadTest(t.Context(), "ads", first.ID, time.Now().Add(time.Hour))
	if err != nil || got.State != "done" || got.Report == nil || got.Report.TookS != 60 || got.Report.Errors[0] != "a\ufffdb" {
		t.Errorf("got %+v, %v", got, err)
	}
	for range app.MaxLoadTests {
		if err := f.AddLoadTest(t.Context(), f.by.Did("loadtest.start", ""), "ads", aLoadTest("other")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.LoadTest(t.Context(), "ads", first.ID, time.Now()); app.CodeOf(err) != app.NotFound {
		t.Errorf("the oldest is still there: %v", err)
	}
	long := aLoadTest("home")
	long.Report = &loadtest.Report{Errors: []string{strings.Repeat("x", app.MaxLoadTestBytes)}}
	if err := f.AddLoadTest(t.Context(), f.by.Did("loadtest.keep", ""), "ads", long); app.CodeOf(err) != app.TooLarge {
		t.Errorf("a long one: %v", err)
	}
}
