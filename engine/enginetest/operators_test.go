package enginetest

import (
	"fmt"
	"regexp"
	"testing"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
)

// around is a pipeline in which each operator's example stands: it has the
// names that examples read.
const around = `resource games {
  fields { id: key, title: text(analyzer: english), genre: keyword, installs: int, released: time, taste: vector(3)? }
}

resource players { fields { id: key, taste: vector(3)?, terms: text? } }

type User { id: keyword, seen: list(keyword) }

service ctr(user: User, item: { installs: int }) -> float { url: "http://127.0.0.1:1/ctr" }

pipeline p(user: User, k: int = 20) -> items {
  profile_ = lookup(players, key: user.id)
%s
  return merge([%s])
}
`

// names that examples may read, each as it could be written before.
var helpers = []struct{ name, text string }{
	{"profile", "lookup(players, key: user.id)"},
	{"similar", "nearest(games.taste, to: profile_.taste)"},
	{"typed", `search(games, query: "x")`},
	{"hot", "top(games, by: installs)"},
	{"pool", "top(games, by: installs)"},
	{"fresh", "top(games, by: installs)"},
	{"fine", "top(games, by: installs)"},
	{"page", "top(games, by: installs)"},
}

func TestOperatorsAreDeclaredWhole(t *testing.T) {
	cat := op.NewCatalogue()
	seen := map[string]bool{}
	for _, f := range cat.Operators() {
		t.Run(f.Name, func(t *testing.T) {
			if seen[f.Name] || f.Summary == "" || f.Off == "" || f.Example == "" || f.Result == nil {
				t.Errorf("declared twice, or lacks a summary, an example, what off means, or a result")
			}
			seen[f.Name] = true
			for _, a := range f.Args {
				if a.Doc == "" {
					t.Errorf("argument %s has no doc", a.Name)
				}
			}
			if d, ok := cat.Decl(f.Name); !ok || d.Exec == nil {
				t.Errorf("nothing runs")
			}
			if err := example(f.Example); err != nil {
				t.Error(err)
			}
		})
	}
}

// example compiles a statement among the names it may read.
func example(statement string) error {
	name := regexp.MustCompile(`^\w+`).FindString(statement)
	text, last := "", name
	for _, h := range helpers {
		if h.name != name && regexp.MustCompile(`\b`+h.name+`\b`).MatchString(statement[len(name):]) {
			text += fmt.Sprintf("  %s = %s\n", h.name, h.text)
		}
	}
	text += "  " + statement
	if regexp.MustCompile(`= facets`).MatchString(statement) {
		text, last = text+"\n  found = take(pool, count("+name+"))", "found"
	}
	if regexp.MustCompile(`= lookup`).MatchString(statement) {
		text += "\n  found = nearest(games.taste, to: " + name + ".taste)"
		last = "found"
	}
	source := fmt.Sprintf(around, text, last)
	if p, found := dag.Compile([]dag.Source{{Name: "example.riffle", Text: []byte(source)}}, op.NewCatalogue()); p == nil {
		return fmt.Errorf("the example does not compile: %v\n%s", found, source)
	}
	return nil
}
