package enginetest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
)

// around is a pipeline in which each operator's example stands: it has the
// names that examples read.
const around = `resource games {
  fields {
    id: key, title: text(analyzer: english), genre: keyword, installs: int, released: time, taste: vector(3)?
    studio: keyword?
  }
}

resource players { fields { id: key, taste: vector(3)?, terms: text? } }

resource studios { fields { id: key, name: text } }

type User { id: keyword, seen: list(keyword) }

type Card { id: keyword, title: string }

service ctr(user: User, item: { installs: int }) -> float { url: "http://127.0.0.1:1/ctr" }

pipeline p(user: User, k: int = 20) -> %s {
  me = lookup(players, key: user.id)
%s
  return %s
}
`

// names that examples may read, each as it could be written before.
var helpers = []struct{ name, text string }{
	{"profile", "lookup(players, key: user.id)"},
	{"similar", "nearest(games.taste, to: me.taste)"},
	{"typed", `search(games, query: "space")`},
	{"hot", "top(games, by: installs)"},
	{"pool", "top(games, by: installs)"},
	{"fresh", "top(games, by: installs)"},
	{"fine", "top(games, by: installs)"},
	{"page", "top(games, by: installs)"},
}

// documents that examples run on.
var exampleDocs = map[string][]map[string]any{
	"games": {
		{"id": "g1", "title": "space trader", "genre": "sim", "installs": 100, "released": "2026-01-01T00:00:00Z", "taste": []any{1, 0, 0}, "studio": "s1"},
		{"id": "g2", "title": "space battle", "genre": "rpg", "installs": 300, "released": "2025-12-25T00:00:00Z", "taste": []any{0, 1, 0}},
		{"id": "g3", "title": "city builder", "genre": "sim", "installs": 200, "released": "2025-06-01T00:00:00Z", "studio": "nobody"},
	},
	"players": {{"id": "u", "taste": []any{1, 1, 0}, "terms": "space"}},
	"studios": {{"id": "s1", "name": "One"}},
}

func TestOperatorsAreDeclaredWhole(t *testing.T) {
	cat := op.NewCatalogue()
	seen := map[string]bool{}
	for _, f := range cat.Operators() {
		t.Run(f.Name, func(t *testing.T) {
			if seen[f.Name] || f.Summary == "" || f.Doc == "" || f.Off == "" || f.Example == "" || f.Result == nil {
				t.Errorf("declared twice, or lacks a summary, a doc, an example, what off means, or a result")
			}
			seen[f.Name] = true
			for _, a := range f.Args {
				if a.Doc == "" {
					t.Errorf("argument %s has no doc", a.Name)
				}
			}
			d, ok := cat.Decl(f.Name)
			if !ok || d.Exec == nil || d.Plain == nil {
				t.Fatal("nothing runs")
			}
			if !strings.Contains(strings.Join(dag.Stages(), " "), d.Lane()) {
				t.Errorf("drawn in a lane %q that there is not", d.Lane())
			}
			if !strings.Contains(f.Example, f.Name+"(") {
				t.Errorf("the example %q does not use it", f.Example)
			}
			if err := example(f); err != nil {
				t.Error(err)
			}
		})
	}
}

// exampleText is a project around an operator's example, with the names it may read.
func exampleText(f *sig.Func) string {
	statement := f.Example
	word := func(name string) bool { return regexp.MustCompile(`\b` + name + `\b`).MatchString(statement) }
	name := ""
	if m := regexp.MustCompile(`^(\w+) +=`).FindStringSubmatch(statement); m != nil {
		name = m[1]
	}
	var lines []string
	for _, h := range helpers {
		if h.name != name && word(h.name) {
			lines = append(lines, fmt.Sprintf("  %s = %s", h.name, h.text))
		}
	}
	lines = append(lines, "  "+statement)
	switch {
	case name == "": // behind the answer
		return fmt.Sprintf(around, "items", strings.Join(lines, "\n"), "page")
	case valued(f):
		lines = append(lines, "  rest = top(games, by: installs)")
		return fmt.Sprintf(around, "{ items: items, none: bool }", strings.Join(lines, "\n"), "{ items: rest, none: "+name+" == nil }")
	}
	return fmt.Sprintf(around, "items", strings.Join(lines, "\n"), name)
}

// valued tells whether an operator's example gives a value, not a set.
func valued(f *sig.Func) bool {
	t, _ := f.Result(&sig.Use{Types: map[string]sig.Type{"key": {Kind: sig.String}, "set": {Kind: sig.Items}}, Names: map[string][]string{}})
	return t.Kind != sig.Items && !strings.Contains(f.Example, "keys:") && !f.Behind && t.Kind != sig.Invalid
}

// example compiles an operator's example among the names it may read, and
// answers with it, by the engine and by the reference.
func example(f *sig.Func) error {
	text := exampleText(f)
	b, err := NewBench([]dag.Source{{Name: "example.riffle", Text: []byte(text)}}, exampleDocs)
	if err != nil {
		return fmt.Errorf("the example does not run: %w\n%s", err, text)
	}
	b.Remote = Stubs{"ctr": {Field: "installs", Times: 1}}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	req := engine.Request{Values: map[string]any{"user": map[string]any{"id": "u", "seen": []any{"g3"}}}, Explain: true, Deadline: time.Minute}
	a, err := ask(b, "p", now, req, nil)
	if err != nil {
		return fmt.Errorf("the example fails: %w\n%s", err, text)
	}
	if len(a.Items) == 0 && f.Source {
		return fmt.Errorf("the example finds nothing\n%s", text)
	}
	return Same(b, a, Reference(b, "p", now, req, nil))
}
