package main

import (
	"os"
	"strings"
	"testing"
)

const scripted = `resource games { fields { id: key, title: text } }

function tidy(q: string) -> string { file: "functions/tidy.star" }

pipeline page(q: string) -> items {
  words = tidy(q)
  return search(games, query: words)
}
`

// Functions by file are read from the project's folder by every verb.
func TestFunctionsByFile(t *testing.T) {
	const good = "def tidy(q):\n    return q.lower()\n"
	docs := "games=" + folder(t, map[string]string{"g.jsonl": `{"id":"a","title":"red"}`}) + "/g.jsonl"
	for _, c := range []struct {
		title string
		files map[string]string
		args  []string
		code  int
		want  string
	}{
		{"as it should be", map[string]string{"functions/tidy.star": good}, []string{"check", "DIR"}, 0, ""},
		{"one file of the folder", map[string]string{"functions/tidy.star": good}, []string{"check", "DIR/a.riffle"}, 0, ""},
		{"it runs", map[string]string{"functions/tidy.star": good}, []string{"run", "DIR", "page", "--data", docs, "--request", `{"q":"RED"}`}, 0, "1 item from page"},
		{"no file", nil, []string{"check", "DIR"}, 1, "functions/tidy.star: no file in the project's folder"},
		{"no function", map[string]string{"functions/tidy.star": "def other(q):\n    return q\n"}, []string{"check", "DIR"}, 1, "it has no function tidy; write def tidy(...)"},
		{"wrong syntax", map[string]string{"functions/tidy.star": "def tidy(q):\n    return q +\n"}, []string{"check", "DIR"}, 1, "functions/tidy.star:"},
		{"another signature", map[string]string{"functions/tidy.star": "def tidy(text):\n    return text\n"}, []string{"test", "DIR"}, 1, "tidy has no parameter q, which it is declared with"},
		{"an answer of another type", map[string]string{"functions/tidy.star": "def tidy(q):\n    return len(q)\n"}, []string{"run", "DIR", "page", "--data", docs, "--request", `{"q":"RED"}`}, 1, "it gives int, want string"},
	} {
		files := map[string]string{"a.riffle": scripted}
		for name, text := range c.files {
			files[name] = text
		}
		dir := folder(t, files)
		args := append([]string{}, c.args...)
		for i := range args {
			args[i] = strings.Replace(args[i], "DIR", dir, 1)
		}
		if code, out, errs := ran("", args...); code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%s: exit %d, want %d and %q\n%s%s", c.title, code, c.code, c.want, out, errs)
		}
	}
	outside := folder(t, map[string]string{"p/a.riffle": strings.Replace(scripted, "functions/tidy", "link", 1), "out.star": good})
	if err := os.Symlink(outside+"/out.star", outside+"/p/link.star"); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := ran("", "check", outside+"/p"); code != 1 {
		t.Errorf("a link out of the folder is followed: %d %s%s", code, out, errs)
	}
}
