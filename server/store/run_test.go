package store_test

import (
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/server/app"
)

func aRun(pipeline string) *app.Run {
	return &app.Run{RunSummary: app.RunSummary{At: time.Now().UTC().Truncate(time.Microsecond), By: "li", Pipeline: pipeline, Source: "1", Outcome: "ok"},
		Items: []map[string]any{{"_key": "a"}}, Nodes: []app.RunNode{}, Columns: []app.Column{}, Notes: []string{}}
}

// Of a team the newest are kept, and another team's do not count.
func TestRunsAreBounded(t *testing.T) {
	f := open(t)
	if err := f.CreateTeam(t.Context(), f.by, app.Team{Name: "games", Title: "Games", CreatedAt: time.Now()}, f.user); err != nil {
		t.Fatal(err)
	}
	other := aRun("other")
	if err := f.AddRun(t.Context(), "games", other); err != nil {
		t.Fatal(err)
	}
	first := aRun("p")
	if err := f.AddRun(t.Context(), "ads", first); err != nil {
		t.Fatal(err)
	}
	for range app.MaxRuns {
		if err := f.AddRun(t.Context(), "ads", aRun("p")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Run(t.Context(), "ads", first.ID); app.CodeOf(err) != app.NotFound {
		t.Errorf("the oldest is still there: %v", err)
	}
	if r, err := f.Run(t.Context(), "games", other.ID); err != nil || r.Pipeline != "other" {
		t.Errorf("another team's: %+v, %v", r, err)
	}
	before := f.count.n.Load()
	list, err := f.Runs(t.Context(), "ads", app.RunFilter{Limit: 200})
	if err != nil || len(list) != 200 || list[0].Seq <= list[1].Seq {
		t.Fatalf("%d runs, %v", len(list), err)
	}
	if n := f.count.n.Load() - before; n != 1 {
		t.Errorf("%d statements for a list", n)
	}
	next, err := f.Runs(t.Context(), "ads", app.RunFilter{Limit: 200, Before: list[199].Seq, Pipeline: "p"})
	if err != nil || len(next) != 200 || next[0].Seq >= list[199].Seq {
		t.Errorf("the next page: %d, %v", len(next), err)
	}
	if none, err := f.Runs(t.Context(), "ads", app.RunFilter{Limit: 5, By: "nobody"}); err != nil || len(none) != 0 {
		t.Errorf("nobody's: %v %v", none, err)
	}
}

// A run beyond the limit loses items, not itself; what Postgres cannot keep is
// replaced.
func TestLongAndOddRuns(t *testing.T) {
	f := open(t)
	long := aRun("p")
	long.Items = nil
	for range 64 {
		long.Items = append(long.Items, map[string]any{"_key": "a", "text": strings.Repeat("x", 100<<10)})
		long.Why = append(long.Why, app.RunWhy{Key: "a"})
	}
	if err := f.AddRun(t.Context(), "ads", long); err != nil {
		t.Fatal(err)
	}
	kept, err := f.Run(t.Context(), "ads", long.ID)
	if err != nil || len(kept.Items) != 8 || kept.LeftOut != 56 || len(kept.Why) != 8 {
		t.Errorf("%d items, %d left out, %v", len(kept.Items), kept.LeftOut, err)
	}
	if list, err := f.Runs(t.Context(), "ads", app.RunFilter{Limit: 1}); err != nil || list[0].Asked != "" {
		t.Errorf("a run without parameters shows %+v, %v", list, err)
	}
	odd := aRun("p")
	odd.Request = map[string]any{"q": "a\x00b", "w": `back\\u0000slash`}
	odd.Values = map[string]any{"big": strings.Repeat("y", 2<<20)}
	if err := f.AddRun(t.Context(), "ads", odd); err != nil {
		t.Fatal(err)
	}
	list, err := f.Runs(t.Context(), "ads", app.RunFilter{Limit: 1})
	if err != nil || !strings.HasPrefix(list[0].Asked, `{"q":"a`) || list[0].Seq == 0 {
		t.Errorf("a row shows %+v, %v", list, err)
	}
	wide := aRun("p")
	wide.Request = map[string]any{"q": strings.Repeat("长", 1000)}
	if err := f.AddRun(t.Context(), "ads", wide); err != nil {
		t.Fatal(err)
	}
	if list, err = f.Runs(t.Context(), "ads", app.RunFilter{Limit: 1}); err != nil || len([]rune(list[0].Asked)) != 401 {
		t.Errorf("a long request is shown with %d characters, %v", len([]rune(list[0].Asked)), err)
	}
	kept, err = f.Run(t.Context(), "ads", odd.ID)
	if err != nil || kept.Request["q"] != "a\ufffdb" || kept.Request["w"] != `back\\u0000slash` || kept.Values != nil || len(kept.Notes) != 1 {
		t.Errorf("%v %v %v", kept.Request, kept.Notes, err)
	}
}
