package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// catalogue is a published project with all that can be imported.
const catalogue = `resource posts { fields { id: key, title: text, likes: int } }

type Reader { id: keyword, days: int = 0 }

service ctr(reader: Reader, item: { likes: int }) -> float { endpoints: ["http://127.0.0.1:9"] }

service recall(q: string) -> items(posts) { endpoints: ["http://127.0.0.1:9"] }

function tidy(q: string) -> string { url: "http://127.0.0.1:9/tidy" }

pipeline liked(k: int(1..50) = 20) -> items {
  return top(posts, by: likes, k: k)
}
`

// A project that imports two which both import a third: its posts are one.
const imports = `import posts as articles, Reader, ctr, recall, tidy, liked from "catalog/main@12"
import mine from "feeds/main@3"

pipeline page(reader: Reader, q: string) -> items {
  clean = tidy(q)  fallback q
  words = search(articles, query: clean)
  more  = recall(q)  optional
  all   = merge([liked(3), mine(), words, more])
  return score(all, model: ctr(reader))
}

test "all of it" of page {
  given articles [{ id: "a", title: "red", likes: 3 }, { id: "b", title: "blue", likes: 9 }]
  given tidy gives "red"
  given recall gives ["a"]
  given ctr gives item.likes * 2
  request { reader: { id: "u" }, q: "x" }
  expect ids == ["b", "a"] and items[0]._score == 18
}
`

var shelfFiles = map[string]string{
	"catalog/main@12/catalog.riffle": catalogue,
	"catalog/main@13/catalog.riffle": strings.ReplaceAll(catalogue, "liked", "loved"),
	"feeds/main@3/feeds.riffle":      "import posts from \"catalog/main@12\"\n\npipeline mine() -> items {\n  return top(posts, by: likes, k: 2)\n}\n",
	"round/main@1/a.riffle":          "import posts from \"round/main@2\"\nresource r { fields { id: key } }\n",
	"round/main@2/a.riffle":          "import posts from \"round/main@1\"\nresource r { fields { id: key } }\n",
}

func TestImportsFromAFolder(t *testing.T) {
	shelf := folder(t, shelfFiles)
	dir := folder(t, map[string]string{"a.riffle": imports})
	docs := filepath.Join(folder(t, map[string]string{"p.jsonl": `{"id":"a","title":"red","likes":3}`}), "p.jsonl")
	for _, c := range []struct {
		args []string
		code int
		want []string
	}{
		{[]string{"check", dir}, 1, []string{"catalog/main@12 is imported, and nobody said where it is", "--imports DIR finds it in DIR/catalog/main@12", "--imports http://127.0.0.1:7700 --team TEAM"}},
		{[]string{"check", dir, "--imports", shelf}, 0, nil},
		{[]string{"test", dir}, 1, []string{"nobody said where it is"}},
		{[]string{"test", dir, "--imports", shelf}, 0, []string{"1 passed"}},
		{[]string{"explain", dir, "page", "--imports", shelf}, 0, []string{"top(articles, by: likes", "mine"}},
		{[]string{"run", dir, "liked", "--imports", shelf, "--data", "articles=" + docs}, 0, []string{"1 item from liked"}},
		{[]string{"check", folder(t, map[string]string{"a.riffle": `import posts from "round/main@1"`}), "--imports", shelf}, 1,
			[]string{"E0601", "imports go in a circle: round/main@1 -> round/main@2 -> round/main@1"}},
		{[]string{"check", folder(t, map[string]string{"a.riffle": `import posts from "catalog/main@14"`}), "--imports", shelf}, 1,
			[]string{"E0301", "no folder", "there is catalog/main@12, catalog/main@13"}},
		{[]string{"check", folder(t, map[string]string{"a.riffle": `import posts from "nobody/main@1"`}), "--imports", shelf}, 1, []string{"no folder"}},
		{[]string{"check", folder(t, map[string]string{"a.riffle": `import posts from "../main@12"`}), "--imports", filepath.Join(shelf, "feeds")}, 1,
			[]string{"cannot be the name of a folder"}},
	} {
		code, out, errs := ran("", c.args...)
		if code != c.code {
			t.Errorf("%v: exit %d, want %d\n%s%s", c.args, code, c.code, out, errs)
		}
		for _, w := range c.want {
			if !strings.Contains(out+errs, w) {
				t.Errorf("%v does not say %q:\n%s%s", c.args, w, out, errs)
			}
		}
	}
	if _, out, _ := ran("", "explain", dir, "page", "--imports", shelf); strings.Contains(out, "top(catalog/main@12.posts") {
		t.Errorf("posts are two:\n%s", out)
	}
}

// importsFromAServer imports the team's own version 1, by a token that is only
// of that team, and is refused another's.
func importsFromAServer(t *testing.T, in *instance, token string) {
	dir := t.TempDir()
	text := "import by_words from \"play/main@1\"\n\npipeline p(q: string) -> items {\n  return take(by_words(q), 3)\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "a.riffle"), []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	code, out, errs := ran("", "check", dir, "--imports", in.address, "--team", "play", "--token", token)
	if code != 0 {
		t.Errorf("check: exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs = in.against(token, "", "plan", dir); code != 0 || !strings.Contains(out, "pipeline p") {
		t.Errorf("plan: exit %d\n%s%s", code, out, errs)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.riffle"), []byte(strings.ReplaceAll(text, "play/", "other/")), 0o640); err != nil {
		t.Fatal(err)
	}
	if code, out, errs = in.against(token, "", "plan", dir); code != 1 || !strings.Contains(out+errs, "play may not import from other") {
		t.Errorf("plan of another team's: exit %d\n%s%s", code, out, errs)
	}
}
