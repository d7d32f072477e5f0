package check_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/check/checktest"
)

const catalog = `resource posts {
  fields { id: key, title: text, likes: int, taste: vector(4)? }
}

type Reader { id: keyword, days: int = 0 }

service ctr(reader: Reader, item: { likes: int }) -> float { url: "http://127.0.0.1:9101", timeout: 80ms }

function tidy(q: string) -> string { url: "http://127.0.0.1:9102" }

pipeline liked(reader: Reader, k: int(1..50) = 20) -> items {
  a = top(posts, by: likes, k: k)
  b = score(a, model: ctr(reader))  fallback a
  return b
}

pipeline outer(reader: Reader) -> items {
  inner = liked(reader)  optional
  return inner
}

scene shown { pipeline: liked }
`

// published is a store of one project.
type published struct {
	asked []string
	info  *check.Info
}

func (p *published) Published(team, project string, version int) (*check.Info, error) {
	p.asked = append(p.asked, team+"/"+project)
	switch {
	case team == "hidden":
		return nil, &check.Unpublished{Code: "E0601", Message: "imports go in a circle", Help: "leave one out"}
	case team == "away":
		return nil, errors.New("nobody answers")
	case team != "catalog" || project != "main" || version != 12:
		return nil, nil
	}
	return p.info, nil
}

func importing(t *testing.T, src string) (*check.Info, string, *published) {
	t.Helper()
	info, list := analysis.Project(map[string][]byte{"catalog.riffle": []byte(catalog)}, checktest.Catalogue())
	if list.HasErrors() {
		t.Fatal(listing(list))
	}
	store := &published{info: info}
	got, found := analysis.ProjectWith(map[string][]byte{"a.riffle": []byte(src)}, check.Options{Catalogue: checktest.Catalogue(), Published: store})
	return got, listing(found), store
}

func TestImports(t *testing.T) {
	const all = `import posts as articles, Reader, ctr, tidy, liked, outer from "catalog/main@12"

pipeline p(reader: Reader, q: string, seen: items(articles)) -> items {
  a = search(articles, query: tidy(q))
  b = score(a, model: ctr(reader))  fallback a
  c = liked(reader, k: 3)
  return merge([b, c, seen])
}

pipeline deep(reader: Reader) -> items {
  c = outer(reader)
  return c
}

scene home {
  pipeline: deep
  fallback: liked
}

test "of imported things" of deep {
  given articles [{ id: "a", title: "A", likes: 3 }]
  given ctr gives item.likes
  given c.inner.b fails timeout
  request { reader: { id: "u" } }
  expect outcome["c.inner"] == "ok" and items[0].likes == 3
}
`
	info, found, store := importing(t, all)
	if found != "" {
		t.Errorf("want nothing, got\n%s", found)
	}
	if len(store.asked) != 1 {
		t.Errorf("asked %d times", len(store.asked))
	}
	im := info.Imports["articles"]
	if im == nil || im.Of != "posts" || im.Kind != "resource" || im.Version != 12 || info.Resources["articles"].Import != im {
		t.Errorf("import %+v", im)
	}
	if store.info.Resources["posts"].Name != "posts" {
		t.Error("the other project was changed")
	}
}

func TestImportMistakes(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`import posts from "catalog/main@13"`, `E0301: no published project catalog/main@13 is known here`},
		{`import posts from "hidden/main@1"`, `E0601: imports go in a circle (leave one out)`},
		{`import posts from "away/main@1"`, `E0301: nobody answers`},
		{`import posts from "catalog/main"`, `E0405: the import of catalog/main names no version`},
		{`import posts from "catalog/main@latest"`, `E0405: "latest" is no version`},
		{`import posts from "main@12"`, `E0405: an import names a team and a project`},
		{`import poss from "catalog/main@12"`, `E0301: catalog/main@12 has no poss (did you mean posts)`},
		{`import shown from "catalog/main@12"`, `E0312: shown of catalog/main@12 is no resource`},
		{"import posts from \"catalog/main@12\"\nresource posts { fields { id: key } }", `E0302: posts is already the name of an import`},
		{"import Reader from \"catalog/main@12\"\npipeline p(r: Reader, a: items) -> items {\n  return take(a, r.dyas)\n}", `E0502: no field dyas in Reader (did you mean days)`},
		{"import liked from \"catalog/main@12\"\npipeline p(q: string) -> items {\n  return liked(q)\n}", `E0401: reader wants Reader, this is string`},
		{"import ctr from \"catalog/main@12\"\npipeline p(a: items, q: string) -> items {\n  return score(a, model: ctr(q))\n}", `E0501: no column likes here, and ctr wants it`},
		{"import liked from \"catalog/main@12\"\nscene s {\n  pipeline: liked\n  deadline: 50ms\n}", `W0604: declared timeouts make 80ms, deadline 50ms: b`},
	} {
		if _, found, _ := importing(t, c.src); !strings.Contains(found, c.want) {
			t.Errorf("%s: %s", c.src, cmp.Diff(c.want, found))
		}
	}
}
