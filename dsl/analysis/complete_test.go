package analysis_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/check/checktest"
)

var options = check.Options{Catalogue: checktest.Catalogue()}

const shared = `
/// Games on sale.
resource games {
  fields {
    id:    key
    title: text(analyzer: english)
    n:     int = 0
    taste: vector(3)?
  }
}
type User { id: keyword, seen: list(keyword) = [] }
/// What many like.
pipeline spare(count: int = 3) -> items { return top(games, by: n, k: count) }
/// The chance of a click.
service ctr(user: User, item: { n: int }) -> float { endpoints: ["http://127.0.0.1:9101"] }
service rewrite(q: string, times: int = 1) -> string { url: "http://127.0.0.1:9102" }
pipeline mine(user: User) -> items { return filter(top(games, by: n), id not in user.seen) }
`

// place takes the mark out of a text.
func place(t *testing.T, text string) (string, analysis.Place) {
	t.Helper()
	before, after, ok := strings.Cut(text, "|")
	if !ok {
		t.Fatalf("no | in %q", text)
	}
	last := before[strings.LastIndexByte(before, '\n')+1:]
	return before + after, analysis.Place{File: "a.riffle", Line: strings.Count(before, "\n") + 1, Column: len([]rune(last)) + 1}
}

func TestComplete(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "complete.txt"))
	if err != nil {
		t.Fatal(err)
	}
	cases := strings.Split(string(text), "\n== ")
	if len(cases) < 30 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases[1:] {
		name, rest, _ := strings.Cut(c, "\n")
		var src, want []string
		for _, line := range strings.Split(rest, "\n") {
			if strings.HasPrefix(line, "+ ") || strings.HasPrefix(line, "- ") {
				want = append(want, line)
			} else if len(want) == 0 {
				src = append(src, line)
			}
		}
		t.Run(name, func(t *testing.T) {
			source, at := place(t, strings.Join(src, "\n"))
			got := analysis.Complete(map[string][]byte{"a.riffle": []byte(source), "shared.riffle": []byte(shared)}, options, at)
			have := map[string]bool{}
			var all []string
			for _, it := range got.Items {
				have[it.Kind+" "+it.Label] = true
				all = append(all, it.Kind+" "+it.Label)
			}
			for _, w := range want {
				if have[w[2:]] != (w[0] == '+') {
					t.Errorf("%s; offered: %s", w, strings.Join(all, ", "))
				}
			}
			if len(want) == 0 {
				t.Error("nothing is asked")
			}
		})
	}
}

// Names in scope stand first, then operators, then functions and words; what is
// expected at the place before what may be named; nothing twice.
func TestCompleteInOrderOfUse(t *testing.T) {
	for text, want := range map[string]string{
		"pipeline p(user: User) -> items {\n  zeta = top(games, by: n)\n  x = |\n}":                 "node zeta, param user, operator, pipeline, function, value, keyword",
		"pipeline p(user: User) -> items {\n  zeta = top(games, by: n)\n  return top(|\n}":          "resource, argument",
		"pipeline p(user: User) -> items {\n  zeta = top(games, by: n)\n  return filter(zeta, |\n}": "column id, column title, column n, column taste, column _score",
	} {
		source, at := place(t, text)
		got := analysis.Complete(map[string][]byte{"a.riffle": []byte(source), "shared.riffle": []byte(shared)}, options, at)
		var have []string
		seen := map[string]bool{}
		for _, it := range got.Items {
			if seen[it.Insert] {
				t.Errorf("%s: %s twice", text, it.Insert)
			}
			seen[it.Insert] = true
			if it.Label == it.Detail || strings.HasPrefix(it.Detail, it.Label+"(") {
				t.Errorf("%s says its name again: %s", it.Label, it.Detail)
			}
			kind := it.Kind
			if kind == "node" || kind == "param" || kind == "column" {
				kind += " " + it.Label
			}
			if len(have) == 0 || have[len(have)-1] != kind {
				have = append(have, kind)
			}
		}
		if all := strings.Join(have, ", "); !strings.HasPrefix(all, want) {
			t.Errorf("%s: %s, want %s", text, all, want)
		}
	}
}

// The word at the place is what an item replaces, in characters.
func TestCompleteReplacesTheWord(t *testing.T) {
	source, at := place(t, "pipeline p() -> items {\n  游戏 = sea|rch(games)\n}")
	got := analysis.Complete(map[string][]byte{"a.riffle": []byte(source)}, options, at)
	if got.FromColumn != 8 || got.ToColumn != 14 {
		t.Errorf("%d to %d, want 8 to 14", got.FromColumn, got.ToColumn)
	}
}

// Whatever text and place: an answer, soon, and none that is too long.
func TestHostilePlaces(t *testing.T) {
	var doubling strings.Builder
	doubling.WriteString("pipeline p() -> items {\n  x0 = merge([z, z])\n")
	for i := range 60 {
		fmt.Fprintf(&doubling, "  x%d = merge([x%d, x%d])\n", i+1, i, i)
	}
	doubling.WriteString("  y = filter(x60, ")
	texts := map[string]string{
		"empty":    "",
		"brackets": "pipeline p() -> items { a = " + strings.Repeat("top(", 1500),
		"closers":  strings.Repeat("})]", 1500),
		"names":    "pipeline p() -> items {\n" + strings.Repeat("  a = top(games, by: n)\n", 1500),
		"doubling": doubling.String(),
		"no text":  "\xff\xfe\x00\x80" + strings.Repeat("pipeline", 100),
		"dots":     "pipeline p() -> items { a = " + strings.Repeat("a.", 1500),
		"shared":   shared,
	}
	for name, text := range texts {
		sources := map[string][]byte{"a.riffle": []byte(text)}
		lines := strings.Count(text, "\n") + 1
		for _, at := range []analysis.Place{{File: "a.riffle", Line: lines, Column: len(text) + 9}, {File: "a.riffle", Line: 1, Column: 1}, {File: "a.riffle", Line: 1 << 30, Column: 1 << 30}, {File: "a.riffle"}, {File: "b"},
			{File: "a.riffle", Line: lines, Column: 28}, {File: "a.riffle", Line: lines/2 + 1, Column: 3}} {
			begin := time.Now()
			got := analysis.Complete(sources, options, at)
			analysis.HoverAt(sources, options, at)
			analysis.DefinitionAt(sources, options, at)
			if took := time.Since(begin); took > time.Minute {
				t.Errorf("%s %v took %v", name, at, took)
			}
			if len(got.Items) > 400 || got.Items == nil {
				t.Errorf("%s %v: %d items", name, at, len(got.Items))
			}
		}
	}
	// Every place of a text that is whole, and of one that is cut there.
	for i := range shared {
		if i%11 != 0 {
			continue
		}
		_, at := place(t, shared[:i]+"|")
		for _, text := range []string{shared, shared[:i]} {
			analysis.Complete(map[string][]byte{"a.riffle": []byte(text)}, options, at)
		}
	}
}

func TestHoverAndDefinition(t *testing.T) {
	for _, c := range []struct{ text, kind, title, doc, at string }{
		{"pipeline p() -> items {\n  a = to|p(games, by: n)\n  return a\n}", "operator", "top(resource, by:, …)", "the greatest by", ""},
		{"pipeline p() -> items {\n  a = top(gam|es, by: n)\n  return a\n}", "resource", "resource games", "Games on sale.", "shared.riffle:3:10"},
		{"pipeline p() -> items {\n  a = top(games, by: |n)\n  return a\n}", "column", "n: int", "", "shared.riffle:7:5"},
		{"pipeline p() -> items {\n  a = top(games, b|y: n)\n  return a\n}", "argument", "by", "", ""},
		{"pipeline p() -> items {\n  a = top(games, by: n)\n  return |a\n}", "node", "a: items, 4 columns", "title: string", "a.riffle:2:3"},
		{"pipeline p(k: int) -> items {\n  a = top(games, by: n, k: |k)\n  return a\n}", "param", "k: int", "", "a.riffle:1:12"},
		{"pipeline p(user: User) -> items {\n  return filter(top(games, by: n), id in user.se|en)\n}", "field", "seen: list(string)", "", ""},
		{"pipeline p() -> items {\n  return score(top(games, by: n), log|1p(n))\n}", "function", "log1p(float) -> float", "logarithm", ""},
		{"scene s {\n  pipeline: spa|re\n}", "pipeline", "pipeline spare(count: int) -> items", "What many like.", "shared.riffle:13:10"},
		{"pipeline p(q: string) -> items {\n  a = rew|rite(q)\n  return top(games, by: n)\n}", "function", "service rewrite(q: string, times: int) -> string", "", "shared.riffle:16:9"},
		{"pipeline p(user: User) -> items {\n  return score(top(games, by: n), model: ct|r(user))\n}", "function", "service ctr(user: User, item: { n: int }) -> float", "chance", "shared.riffle:15:9"},
		{"pipeline p() -> items {\n  a = top(games, by: n)  opt|ional\n  return a\n}", "modifier", "optional", "switched off", ""},
	} {
		source, at := place(t, c.text)
		sources := map[string][]byte{"a.riffle": []byte(source), "shared.riffle": []byte(shared)}
		h := analysis.HoverAt(sources, options, at)
		if !h.Found || h.Kind != c.kind || !strings.HasPrefix(h.Title, c.title) || !strings.Contains(h.Doc, c.doc) {
			t.Errorf("%s\n hover %+v, want %s %s", c.text, h, c.kind, c.title)
		}
		d := analysis.DefinitionAt(sources, options, at)
		got := ""
		if d.Found {
			got = fmt.Sprintf("%s:%d:%d", d.At.File, d.At.Line, d.At.Column)
		}
		if got != c.at {
			t.Errorf("%s\n defined at %q, want %q", c.text, got, c.at)
		}
	}
	source, at := place(t, "// a wo|rd\n")
	if h := analysis.HoverAt(map[string][]byte{"a.riffle": []byte(source)}, options, at); h.Found {
		t.Errorf("a comment means something: %+v", h)
	}
}

func BenchmarkComplete(b *testing.B) {
	var text strings.Builder
	text.WriteString("pipeline p() -> items {\n  a0 = top(games, by: n)\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "  a%d = filter(a%d, n > %d)\n", i+1, i, i)
	}
	text.WriteString("  z = filter(a1000, ")
	sources := map[string][]byte{"a.riffle": []byte(text.String()), "shared.riffle": []byte(shared)}
	for b.Loop() {
		if got := analysis.Complete(sources, options, analysis.Place{File: "a.riffle", Line: 1003, Column: 20}); len(got.Items) == 0 {
			b.Fatal("nothing is offered")
		}
	}
}
