package api_test

import (
	"strings"
	"testing"

	"riffle.dev/riffle/server/app"
)

func TestPlan(t *testing.T) {
	i := newInstance(t)
	editor := shelfTeam(t, i, "ads")["editor"]
	if p := post[app.Plan](t, i, 200, editor, "ads/plan", struct{}{}); !p.Identical || len(p.Changes) != 0 || len(p.Files) != 0 {
		t.Errorf("nothing changed: %+v", p)
	}
	next := strings.NewReplacer("    genre:  keyword\n", "", "k: 10..40)  optional  gain 0.4", "k: 20..40)  optional  gain 0.5  timeout 30ms", "deadline: 20s", "deadline: 10s", "q: string,", "q: string, who: keyword,").Replace(shelf)
	tag := i.must(200, call{method: "GET", path: "/api/v1/teams/ads/files/main.riffle", cookie: editor}).header.Get("ETag")
	i.must(200, call{method: "PUT", path: "/api/v1/teams/ads/files/main.riffle", cookie: editor, header: map[string]string{"If-Match": tag}, body: map[string]string{"text": next}})
	p := post[app.Plan](t, i, 200, editor, "ads/plan", app.NewPlan{From: "1", To: "draft"})
	var got []string
	for _, c := range p.Changes {
		for _, d := range c.Details {
			got = append(got, c.Kind+" "+c.Name+": "+d.Text+" !"+string(d.Danger))
		}
	}
	want := []string{
		"resource games: field genre: keyword is gone, used by found !field_in_use",
		"pipeline found: worded: gain 0.4 → 0.5 !",
		"pipeline found: worded: k 10..40 → 20..40 !",
		"pipeline found: worded: timeout 30ms is new !",
		"pipeline found: parameter who: string is new; requests without it are refused !parameter_required",
		"pipeline found: answers lose the column genre !column_removed",
		"scene hello: deadline 20s → 10s !deadline_shorter",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if p.Dangers != 4 || len(p.Files) != 1 || p.Files[0].Added != 3 || p.Files[0].Removed != 4 {
		t.Errorf("plan %d dangers, %+v", p.Dangers, p.Files)
	}
	gone := post[app.Plan](t, i, 200, editor, "ads/plan", app.NewPlan{From: "draft", To: "draft"})
	if !gone.Identical {
		t.Error("the draft differs from itself")
	}
	for _, bad := range []app.NewPlan{{From: "x"}, {To: "-1"}, {From: "0"}} {
		i.must(422, call{method: "POST", path: "/api/v1/teams/ads/plan", cookie: editor, body: bad})
	}
	i.must(404, call{method: "POST", path: "/api/v1/teams/ads/plan", cookie: editor, body: app.NewPlan{From: "99"}})
}

// The very first version can be made live again: the history grows.
func TestRollbackToTheFirst(t *testing.T) {
	i := newInstance(t)
	editor := shelfTeam(t, i, "ads")["editor"]
	i.publish("ads", editor, strings.Replace(shelf, "20s", "15s", 1))
	i.publish("ads", editor, strings.Replace(shelf, "20s", "10s", 1))
	i.must(200, call{method: "POST", path: "/api/v1/teams/ads/versions/1/activate", cookie: editor, body: map[string]string{"note": "back"}})
	history := get[struct{ Items []app.Activation }](t, i, editor, "teams/ads/activations").Items
	if len(history) != 4 || history[0].Version != 1 || history[3].Version != 1 {
		t.Errorf("history %+v", history)
	}
	if s := get[app.Scene](t, i, editor, "teams/ads/scenes/hello"); s.DeadlineMS != 20_000 {
		t.Errorf("scene %+v", s)
	}
}
