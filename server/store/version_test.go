package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/server/app"
)

// That a version is live is told when it serves, once for each time it was made
// live, however many instances say so.
func TestVersionsAreToldWhenTheyServe(t *testing.T) {
	f := open(t)
	var got []string
	look := func(when string) {
		t.Helper()
		events, err := f.Events(t.Context(), "ads", 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, e := range events {
			if e.Kind == "version.live" {
				n++
			}
		}
		got = append(got, when+": "+string(rune('0'+n)))
	}
	serves := func(number int64) {
		t.Helper()
		for range 2 {
			if err := f.VersionServes(t.Context(), "ads", number, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
	}
	v, err := f.CreateVersion(t.Context(), f.by, "ads", app.Version{Hash: "h", Files: []app.Text{{Path: "a.riffle", Text: "x"}}, CreatedAt: time.Now()}, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	look("made live")
	serves(v.Number)
	look("serves")
	serves(v.Number)
	look("serves after a restart")
	if err := f.Activate(t.Context(), f.by, "ads", v.Number, ""); err != nil {
		t.Fatal(err)
	}
	serves(v.Number)
	look("made live again")
	if d := cmp.Diff([]string{"made live: 0", "serves: 1", "serves after a restart: 1", "made live again: 2"}, got); d != "" {
		t.Error(d)
	}
}

// What a team may import is asked for again where a version is made: the list
// may have changed since the project was checked.
func TestWhatIsNoLongerAllowedIsNotPublished(t *testing.T) {
	f := open(t)
	if err := f.CreateTeam(t.Context(), f.by, app.Team{Name: "catalog", Title: "Catalog", CreatedAt: time.Now()}, f.user); err != nil {
		t.Fatal(err)
	}
	publish := func(text string) error {
		v := app.Version{Hash: text, Files: []app.Text{{Path: "a.riffle", Text: text}}, CreatedAt: time.Now(),
			Imports: []app.Import{{Team: "ads", Project: "main", Version: 1, Names: []string{"x"}}, {Team: "catalog", Project: "main", Version: 1, Names: []string{"y"}}}}
		_, err := f.CreateVersion(t.Context(), f.by, "ads", v, true, nil)
		return err
	}
	allow := func(teams ...string) {
		t.Helper()
		if err := f.SetImporters(t.Context(), f.by, "catalog", teams); err != nil {
			t.Fatal(err)
		}
	}
	allow("ads")
	if err := publish("allowed"); err != nil {
		t.Fatal(err)
	}
	allow("others")
	if err := publish("withdrawn"); app.CodeOf(err) != app.Forbidden {
		t.Errorf("withdrawn: %v", err)
	}
	if v, err := f.Versions(t.Context(), "ads", 0, 10); err != nil || len(v) != 1 {
		t.Errorf("versions %v, %v", v, err)
	}
	allow("ads", "others")
	if err := publish("allowed again"); err != nil {
		t.Error(err)
	}
}
