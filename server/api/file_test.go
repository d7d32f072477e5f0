package api_test

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"

	"riffle.dev/riffle/server/app"
)

const files = "/api/v1/teams/ads/files"

func save(path, cookie, text, match string) call {
	c := call{method: "PUT", path: files + "/" + url.PathEscape(path), cookie: cookie, body: map[string]string{"text": text}}
	if match != "" {
		c.header = map[string]string{"If-Match": match}
	}
	return c
}

func TestSavingWantsTheTag(t *testing.T) {
	i := newInstance(t)
	cookie := i.team("ads")["editor"]
	const path = "scenes/home.riffle"
	if p := i.must(428, save(path, cookie, "// one\n", "")).problem(t); p.Code != "if_match_required" {
		t.Errorf("code %q", p.Code)
	}
	first := i.must(200, save(path, cookie, "// one\n", "*"))
	tag := first.header.Get("ETag")
	read := i.must(200, call{method: "GET", path: files + "/" + url.PathEscape(path), cookie: cookie})
	if read.header.Get("ETag") != tag || tag != app.TagOf("// one\n") {
		t.Errorf("tags %q, %q: want that of the text", tag, read.header.Get("ETag"))
	}
	var f app.File
	i.must(200, save(path, cookie, "", tag)).into(t, &f) // an empty text is a text
	if f.Rev != 2 || f.Bytes != 0 || f.Path != path {
		t.Errorf("saved %+v", f)
	}
	for _, match := range []string{tag, "*", `"0"`, "W/" + f.Tag} {
		p := i.must(409, save(path, cookie, "// mine\n", match)).problem(t)
		if p.Code != "stale" || p.Current == nil || p.Current.Text != "" || p.Current.Tag != f.Tag {
			t.Errorf("If-Match %s: %+v", match, p)
		}
	}
	i.must(404, save("other.riffle", cookie, "x", tag))
	i.must(428, call{method: "DELETE", path: files + "/" + url.PathEscape(path), cookie: cookie})
	i.must(409, call{method: "DELETE", path: files + "/" + url.PathEscape(path), cookie: cookie, header: map[string]string{"If-Match": tag}})
	i.must(204, call{method: "DELETE", path: files + "/" + url.PathEscape(path), cookie: cookie, header: map[string]string{"If-Match": f.Tag}})
	i.must(404, call{method: "GET", path: files + "/" + url.PathEscape(path), cookie: cookie})
}

// Eight save from one tag, several times over: each time exactly one wins, the
// others are told the text that won, and the audit has one row for it.
func TestOneOfTheSaversWins(t *testing.T) {
	i := newInstance(t)
	cookie := i.team("ads")["editor"]
	tag := i.must(200, save("a.riffle", cookie, "// 0\n", "*")).header.Get("ETag")
	for round := range 5 {
		var mu sync.Mutex
		var won, lost []answer
		var texts []string
		var wg sync.WaitGroup
		for n := range 8 {
			text := "// round " + strings.Repeat("i", round+1) + " saver " + strings.Repeat("i", n+1) + "\n"
			wg.Go(func() {
				a := i.do(save("a.riffle", cookie, text, tag))
				mu.Lock()
				defer mu.Unlock()
				if a.status == 200 {
					won, texts = append(won, a), append(texts, text)
				} else {
					lost = append(lost, a)
				}
			})
		}
		wg.Wait()
		if len(won) != 1 {
			t.Fatalf("round %d: %d savers won", round, len(won))
		}
		for _, a := range lost {
			if p := a.problem(t); a.status != 409 || p.Code != "stale" || p.Current == nil || p.Current.Text != texts[0] {
				t.Errorf("a loser got %d %s", a.status, a.body)
			}
		}
		tag = won[0].header.Get("ETag")
	}
	var page struct{ Items []app.Audit }
	i.must(200, call{method: "GET", path: "/api/v1/teams/ads/audit?action=file.save", cookie: cookie}).into(t, &page)
	if len(page.Items) != 6 {
		t.Errorf("%d audit rows for 6 saves", len(page.Items))
	}
}

// The audit says of a save how many lines it added and took away.
func TestAuditCountsLines(t *testing.T) {
	i := newInstance(t)
	cookie := i.team("ads")["editor"]
	tag := i.must(200, save("a.riffle", cookie, "// one\n// two\n// three\n", "*")).header.Get("ETag")
	i.must(200, save("a.riffle", cookie, "// one\n// 2\n// three\n// four\n", tag))
	var page struct{ Items []app.Audit }
	i.must(200, call{method: "GET", path: "/api/v1/teams/ads/audit?action=file.save", cookie: cookie}).into(t, &page)
	var before, after struct{ Bytes, Added, Removed int }
	if err := errors.Join(json.Unmarshal(page.Items[0].Before, &before), json.Unmarshal(page.Items[0].After, &after)); err != nil {
		t.Fatal(err)
	}
	if before.Bytes != 23 || after.Bytes != 29 || after.Added != 2 || after.Removed != 1 {
		t.Errorf("before %s, after %s", page.Items[0].Before, page.Items[0].After)
	}
}

func TestHostilePathsAndTexts(t *testing.T) {
	i := newInstance(t)
	cookie := i.team("ads")["editor"]
	for _, path := range []string{"../up.riffle", "/etc/passwd.riffle", "a/../b.riffle", "a.txt", "a\x00.riffle", "a\nb.riffle", `a\b.riffle`, strings.Repeat("a", 200) + ".riffle", "./a.riffle", "a//b.riffle"} {
		if a := i.do(save(path, cookie, "x", "*")); a.status != 422 && a.status != 404 {
			t.Errorf("path %q: %d %s", path, a.status, a.body)
		}
	}
	for name, c := range map[string]call{
		"a zero byte":   save("a.riffle", cookie, "a\x00b", "*"),
		"no JSON":       {method: "PUT", path: files + "/a.riffle", cookie: cookie, body: "{", header: map[string]string{"If-Match": "*"}},
		"another type":  {method: "PUT", path: files + "/a.riffle", cookie: cookie, body: `{"text":7}`, header: map[string]string{"If-Match": "*"}},
		"another field": {method: "PUT", path: files + "/a.riffle", cookie: cookie, body: `{"text":"","x":1}`, header: map[string]string{"If-Match": "*"}},
		"deep nesting":  {method: "PUT", path: files + "/a.riffle", cookie: cookie, body: strings.Repeat("[", 100_000), header: map[string]string{"If-Match": "*"}},
	} {
		a := i.do(c)
		if a.status/100 != 4 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
		a.problem(t)
	}
	big := i.do(save("a.riffle", cookie, strings.Repeat("x", app.MaxFileBytes+1), "*"))
	if big.status != 413 && big.status != 422 {
		t.Errorf("a text that is too long: %d %s", big.status, big.body)
	}
	huge := i.do(save("a.riffle", cookie, strings.Repeat("x", 5<<20), "*"))
	if huge.status != 413 {
		t.Errorf("a body that is too long: %d %s", huge.status, huge.body)
	}
}
