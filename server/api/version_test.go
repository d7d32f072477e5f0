package api_test

import (
	"testing"

	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/server/app"
)

func TestPublishingWantsWhatCompiles(t *testing.T) {
	i := newInstance(t)
	cookie := i.team("ads")["editor"]
	const versions = "/api/v1/teams/ads/versions"
	i.must(422, call{method: "POST", path: versions, cookie: cookie, body: "{}"}) // nothing there
	tag := i.must(200, save("a.riffle", cookie, "resource games {\n  fields { id: kee }\n}\npipeline p(", "*")).header.Get("ETag")
	var problem struct {
		Code        string
		Diagnostics diag.List
	}
	i.must(422, call{method: "POST", path: versions, cookie: cookie, body: "{}"}).into(t, &problem)
	if problem.Code != "does_not_compile" || len(problem.Diagnostics) < 2 || problem.Diagnostics[0].File != "a.riffle" || problem.Diagnostics[0].Line == 0 {
		t.Errorf("%+v", problem)
	}
	var checked app.Checked
	i.must(200, call{method: "POST", path: "/api/v1/teams/ads/check", cookie: cookie, body: "{}"}).into(t, &checked)
	if checked.Errors < 2 {
		t.Errorf("check of the draft finds %d errors", checked.Errors)
	}
	i.must(200, call{method: "POST", path: "/api/v1/teams/ads/check", cookie: cookie, body: map[string]any{"files": []app.Text{{Path: "x.riffle", Text: games}}}}).into(t, &checked)
	if checked.Errors != 0 {
		t.Errorf("check of a given text: %+v", checked)
	}
	i.must(200, save("a.riffle", cookie, games, tag))
	var draft app.Draft
	i.must(200, call{method: "GET", path: files, cookie: cookie}).into(t, &draft)
	if p := i.must(409, call{method: "POST", path: versions, cookie: cookie, body: map[string]string{"tag": `"other"`}}).problem(t); p.Code != "stale" {
		t.Errorf("publishing another draft: %+v", p)
	}
	var v app.Published
	i.must(201, call{method: "POST", path: versions, cookie: cookie, body: map[string]any{"tag": draft.Tag, "note": "first", "activate": false}}).into(t, &v)
	if v.Number != 1 || v.Live || v.Author != "ads-editor" || v.Note != "first" {
		t.Errorf("version %+v", v)
	}
	i.must(409, call{method: "POST", path: versions, cookie: cookie, body: "{}"}) // nothing changed
	i.must(404, call{method: "POST", path: versions + "/9/activate", cookie: cookie, body: "{}"})
	i.must(200, call{method: "POST", path: versions + "/1/activate", cookie: cookie, body: "{}"})
	var one app.Version
	i.must(200, call{method: "GET", path: versions + "/1", cookie: cookie}).into(t, &one)
	if !one.Live || len(one.Files) != 1 || one.Files[0].Text != games {
		t.Errorf("version 1: %+v", one)
	}
	i.must(200, call{method: "GET", path: files, cookie: cookie}).into(t, &draft)
	if !draft.Published || draft.Files[0].Text != "" {
		t.Errorf("draft %+v", draft)
	}
}

func TestAuditPages(t *testing.T) {
	i := newInstance(t)
	cookie := i.team("ads")["editor"]
	tag := "*"
	for n := range 7 {
		tag = i.must(200, save("a.riffle", cookie, string(rune('a'+n)), tag)).header.Get("ETag")
	}
	var seen []int64
	cursor := ""
	for {
		var page struct {
			Items []app.Audit
			Next  string
		}
		i.must(200, call{method: "GET", path: "/api/v1/teams/ads/audit?action=file&limit=3&cursor=" + cursor, cookie: cookie}).into(t, &page)
		for _, e := range page.Items {
			seen = append(seen, e.ID)
			if e.Action != "file.save" || e.Object != "a.riffle" || e.Actor != "ads-editor" || e.RequestID == "" || e.After == nil {
				t.Errorf("entry %+v", e)
			}
		}
		if cursor = page.Next; cursor == "" {
			break
		}
	}
	if len(seen) != 7 {
		t.Errorf("%d entries by pages of three, want 7", len(seen))
	}
	for n := 1; n < len(seen); n++ {
		if seen[n] >= seen[n-1] {
			t.Errorf("ids %v do not fall", seen)
		}
	}
	i.must(422, call{method: "GET", path: "/api/v1/teams/ads/audit?cursor=x", cookie: cookie})
	i.must(422, call{method: "GET", path: "/api/v1/teams/ads/audit?limit=9999", cookie: cookie})
}

func TestFaults(t *testing.T) {
	i, cookies := withGames(t)
	const path = "/api/v1/teams/ads/faults"
	until := "2099-01-01T00:00:00Z"
	for _, bad := range []string{
		`{"target":"node","name":"a","kind":"delay","until":"` + until + `"}`,
		`{"target":"node","name":"a","kind":"hang","until":"2001-01-01T00:00:00Z"}`,
		`{"target":"moon","name":"a","kind":"hang","until":"` + soon() + `"}`,
		`{"target":"node","name":"found","kind":"delay","until":"` + soon() + `"}`,
		`{"target":"node","name":"fuond","kind":"hang","until":"` + soon() + `"}`,
		`{"target":"resource","name":"found","kind":"hang","until":"` + soon() + `"}`,
		`{"target":"node","name":"found","scene":"none","kind":"hang","until":"` + soon() + `"}`,
		`{"target":"node","name":"a","kind":"error","share":2,"until":"` + soon() + `"}`,
	} {
		i.must(422, call{method: "POST", path: path, cookie: cookies["owner"], body: bad}).problem(t)
	}
	var f app.Fault
	i.must(201, call{method: "POST", path: path, cookie: cookies["owner"], body: `{"target":"resource","name":"games","kind":"error","until":"` + soon() + `"}`}).into(t, &f)
	if f.ID == 0 || f.Share != 1 || f.CreatedBy != "ads-owner" {
		t.Errorf("fault %+v", f)
	}
	list := func() (page struct{ Items []app.Fault }) {
		i.must(200, call{method: "GET", path: path, cookie: cookies["viewer"]}).into(t, &page)
		return page
	}
	i.must(201, call{method: "POST", path: path, cookie: cookies["owner"], body: `{"target":"node","name":"found","scene":"hello","kind":"delay","delay_ms":5,"until":"` + soon() + `"}`})
	if n := len(list().Items); n != 2 {
		t.Errorf("%d faults", n)
	}
	i.must(204, call{method: "DELETE", path: path + "/" + itoa(f.ID), cookie: cookies["owner"]})
	i.must(404, call{method: "DELETE", path: path + "/" + itoa(f.ID), cookie: cookies["owner"]})
	if n := len(list().Items); n != 1 {
		t.Errorf("%d faults after the end", n)
	}
	var events struct{ Items []app.Event }
	i.must(200, call{method: "GET", path: "/api/v1/teams/ads/events", cookie: cookies["viewer"]}).into(t, &events)
	if len(events.Items) != 4 || events.Items[0].Kind != "fault.ended" || events.Items[2].Kind != "fault.begun" || events.Items[2].Resource != "games" {
		t.Errorf("events %+v", events.Items)
	}
}
