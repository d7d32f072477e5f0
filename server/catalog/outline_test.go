package catalog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/server/app"
)

// The outline lists what is declared, in a text that compiles and in one that
// is half written.
func TestOutline(t *testing.T) {
	c := NewCompiler(CompilerConfig{Operators: op.NewCatalogue()})
	for _, tc := range []struct{ name, text, want string }{
		{"whole", "resource games {\n  fields { id: key, n: int }\n}\n\npipeline hot(k: int = 3) -> items {\n  // 热门\n  best = top(games, by: n)\n  return take(best, k)\n}\n\nscene home {\n  pipeline: hot\n  deadline: 50ms\n}\n",
			"resource games 1:10, pipeline hot 5:10, node hot.best 7:3, scene home 11:7"},
		{"half written", "pipeline hot(k: int = 3) -> items {\n  best = top(games, by: \n  more = take(best, 3)\n\nscene home {\n", "pipeline hot 1:10"},
		{"nothing", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, d := range c.Outline([]app.Text{{Path: "a.riffle", Text: tc.text}}) {
				name := d.Name
				if d.In != "" {
					name = d.In + "." + name
				}
				got = append(got, fmt.Sprintf("%s %s %d:%d", d.Kind, name, d.Line, d.Column))
			}
			text := strings.Join(got, ", ")
			if tc.name == "half written" {
				text = text[:min(len(text), len(tc.want))] // what else is recovered is the parser's affair
			}
			if diff := cmp.Diff(tc.want, text); diff != "" {
				t.Error(diff)
			}
		})
	}
}
