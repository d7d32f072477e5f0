package api_test

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"

	"riffle.dev/riffle/server/app"
)

func TestRenameAndRestore(t *testing.T) {
	i := newInstance(t)
	cookies := shelfTeam(t, i, "ads")
	editor := cookies["editor"]
	tag := i.must(200, call{method: "GET", path: "/api/v1/teams/ads/files/main.riffle", cookie: editor}).header.Get("ETag")
	rename := func(from, to, match string) call {
		return call{method: "POST", path: "/api/v1/teams/ads/files/" + url.PathEscape(from) + "/rename", cookie: editor, body: map[string]string{"to": to}, header: map[string]string{"If-Match": match}}
	}
	i.must(428, rename("main.riffle", "all/games.riffle", ""))
	i.must(409, rename("main.riffle", "all/games.riffle", `"other"`))
	i.must(422, rename("main.riffle", "../up.riffle", tag))
	var f app.File
	i.must(200, rename("main.riffle", "all/games.riffle", tag)).into(t, &f)
	if f.Path != "all/games.riffle" || f.Rev != 2 || f.Text == "" {
		t.Errorf("renamed %+v", f)
	}
	i.must(404, rename("main.riffle", "b.riffle", tag))
	i.must(200, call{method: "PUT", path: "/api/v1/teams/ads/files/b.riffle", cookie: editor, header: map[string]string{"If-Match": "*"}, body: map[string]string{"text": "pipeline x( {"}})
	if p := i.must(409, rename("all/games.riffle", "b.riffle", tag)).problem(t); p.Code != "conflict" {
		t.Errorf("onto a file: %+v", p)
	}
	d := get[app.Draft](t, i, editor, "teams/ads/files")
	if len(d.Files) != 2 || d.Files[1].Errors == 0 || d.Files[0].Errors != 0 || d.Published {
		t.Errorf("a broken file lists: %+v", d)
	}
	restore := func(match string) call {
		return call{method: "POST", path: "/api/v1/teams/ads/versions/1/restore", cookie: editor, header: map[string]string{"If-Match": match}}
	}
	i.must(428, restore(""))
	if p := i.must(409, restore(`"x"`)).problem(t); p.Code != "stale" {
		t.Errorf("another draft: %+v", p)
	}
	var back app.Draft
	i.must(200, restore(d.Tag)).into(t, &back)
	if len(back.Files) != 1 || back.Files[0].Path != "main.riffle" || !back.Published {
		t.Errorf("restored %+v", back)
	}
	i.must(404, call{method: "POST", path: "/api/v1/teams/ads/versions/7/restore", cookie: editor, header: map[string]string{"If-Match": back.Tag}})
	audit := get[struct{ Items []app.Audit }](t, i, editor, "teams/ads/audit?action=draft.restore")
	if len(audit.Items) != 1 || audit.Items[0].Object != "1" {
		t.Errorf("audit %+v", audit.Items)
	}
}

// A whole project replaces the draft at once, and only the draft that was seen.
func TestReplaceDraft(t *testing.T) {
	i := newInstance(t)
	editor := shelfTeam(t, i, "ads")["editor"]
	seen := get[app.Draft](t, i, editor, "teams/ads/files").Tag
	replace := func(match string, files ...app.Text) call {
		return call{method: "PUT", path: "/api/v1/teams/ads/files", cookie: editor, header: map[string]string{"If-Match": match}, body: map[string]any{"files": files}}
	}
	types := app.Text{Path: "types.riffle", Text: "type A { b: int }\n"}
	i.must(428, replace("", types))
	i.must(422, replace(seen))
	i.must(422, replace(seen, app.Text{Path: "../up.riffle", Text: "x"}))
	i.must(422, replace(seen, types, types))
	i.must(422, replace(seen, app.Text{Path: "a.riffle", Text: "a\x00b"}))
	var d app.Draft
	i.must(200, replace(seen, types, app.Text{Path: "all/games.riffle", Text: shelf})).into(t, &d)
	if len(d.Files) != 2 || d.Files[0].Path != "all/games.riffle" || d.Tag == seen || d.Published {
		t.Errorf("replaced %+v", d)
	}
	if p := i.must(409, replace(seen, types)).problem(t); p.Code != "stale" {
		t.Errorf("a draft that somebody changed meanwhile: %+v", p)
	}
	audit := get[struct{ Items []app.Audit }](t, i, editor, "teams/ads/audit?action=draft.replace")
	if len(audit.Items) != 1 {
		t.Errorf("audit %+v", audit.Items)
	}
	publish := func(live int64) call {
		return call{method: "POST", path: "/api/v1/teams/ads/versions", cookie: editor, body: app.Publish{Tag: d.Tag, Live: &live}}
	}
	if p := i.must(409, publish(0)).problem(t); p.Code != "stale" {
		t.Errorf("another version is live: %+v", p)
	}
	i.must(201, publish(1))
}

// sample is a small project to begin with.
type sample struct{ loaded chan string }

func (s *sample) Texts() ([]app.Text, error) {
	return []app.Text{{Path: "games.riffle", Text: shelf}}, nil
}

func (s *sample) Load(_ context.Context, _ app.Documents, team string) { s.loaded <- team }

func TestSampleAndTemplates(t *testing.T) {
	s := &sample{loaded: make(chan string, 1)}
	i := instanceWith(t, s)
	cookies := i.team("ads")
	i.must(403, call{method: "POST", path: "/api/v1/teams/ads/sample", cookie: cookies["viewer"]})
	out := post[app.LoadedSample](t, i, 201, cookies["editor"], "ads/sample", struct{}{})
	if out.Version != 1 || !slices.Equal(out.Files, []string{"games.riffle"}) || <-s.loaded != "ads" {
		t.Errorf("sample %+v", out)
	}
	if got := get[struct{ Items []app.Scene }](t, i, cookies["viewer"], "teams/ads/scenes"); len(got.Items) != 1 {
		t.Errorf("scenes %+v", got)
	}
	if p := i.must(409, call{method: "POST", path: "/api/v1/teams/ads/sample", cookie: cookies["editor"]}).problem(t); p.Code != "conflict" {
		t.Errorf("into a draft with files: %+v", p)
	}
	none := newInstance(t)
	i.must(404, call{method: "POST", path: "/api/v1/teams/nobody/sample", cookie: cookies["editor"]})
	none.must(503, call{method: "POST", path: "/api/v1/teams/ads/sample", cookie: none.team("ads")["editor"]})

	// The templates together are a project that compiles.
	var texts []app.Text
	for _, tpl := range get[struct{ Items []app.Template }](t, i, cookies["viewer"], "teams/ads/templates").Items {
		texts = append(texts, app.Text{Path: tpl.Path, Text: tpl.Text})
		if tpl.Title == "" || !strings.ContainsFunc(tpl.TitleZH, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("template %s: titles %q and %q, want one in English and one in Chinese", tpl.Name, tpl.Title, tpl.TitleZH)
		}
		f := post[app.Formatted](t, i, 200, cookies["viewer"], "ads/format", map[string]string{"path": tpl.Path, "text": tpl.Text})
		if f.Changed {
			t.Errorf("template %s is not in the canonical layout:\n%s", tpl.Name, f.Text)
		}
	}
	if c := post[app.Checked](t, i, 200, cookies["viewer"], "ads/check", map[string]any{"files": texts}); c.Errors != 0 {
		t.Errorf("templates: %v", c.Diagnostics)
	}
}
