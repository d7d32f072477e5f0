package analysis_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check"
)

// stock is published projects by source; it counts what is read.
type stock struct {
	texts  map[string]string
	denied string // team
	read   map[string]int
}

func (s *stock) Allow(p analysis.Published) error {
	if p.Team == s.denied {
		return &check.Unpublished{Message: "not for you"}
	}
	return nil
}

func (s *stock) Texts(p analysis.Published) (map[string][]byte, error) {
	text, ok := s.texts[p.String()]
	if !ok {
		return nil, errors.New("nobody published " + p.String())
	}
	s.read[p.String()]++
	return map[string][]byte{"main.riffle": []byte(text)}, nil
}

func (s *stock) check(text string, cache *analysis.ImportCache) (*check.Info, string) {
	s.read = map[string]int{}
	o := options
	o.Published = analysis.NewImports(o.Catalogue, s, cache)
	info, list := analysis.ProjectWith(map[string][]byte{"a.riffle": []byte(text)}, o)
	var out []string
	for _, d := range list {
		if d.Severity != "hint" {
			out = append(out, fmt.Sprintf("%d:%d %s %s", d.Line, d.Column, d.Code, d.Message))
		}
	}
	return info, strings.Join(out, "\n")
}

const posts = "resource posts { fields { id: key, n: int } }\n"

func feed(name, source string) string {
	return fmt.Sprintf("import %s from %q\n\npipeline top_%[1]s() -> items {\n  return top(%[1]s, by: n)\n}\n", name, source)
}

func TestImportsOfImports(t *testing.T) {
	deep := map[string]string{}
	for i := range 40 {
		deep[fmt.Sprintf("t%d/main@1", i)] = fmt.Sprintf("import posts from \"t%d/main@1\"\nresource r%d { fields { id: key } }\n", i+1, i)
	}
	for _, c := range []struct {
		title, text string
		texts       map[string]string
		want        string
	}{
		{"two projects that import one", "import top_posts from \"a/main@1\"\nimport top_posts as other from \"b/main@1\"\npipeline p() -> items {\n  return merge([top_posts(), other()])\n}\n",
			map[string]string{"a/main@1": feed("posts", "base/main@1"), "b/main@1": feed("posts", "base/main@1"), "base/main@1": posts}, ""},
		{"a circle", feed("posts", "a/main@1"),
			map[string]string{"a/main@1": feed("posts", "b/main@1"), "b/main@1": feed("posts", "a/main@1")},
			"1:19 E0601 imports go in a circle: a/main@1 -> b/main@1 -> a/main@1"},
		{"one that imports itself", feed("posts", "a/main@1"), map[string]string{"a/main@1": feed("posts", "a/main@1")},
			"1:19 E0601 imports go in a circle: a/main@1 -> a/main@1"},
		{"another version of itself is no circle", "import top_posts from \"a/main@2\"\npipeline p() -> items { return top_posts() }\n",
			map[string]string{"a/main@2": feed("posts", "a/main@1"), "a/main@1": posts}, ""},
		{"what another imports is not its own", feed("posts", "a/main@2"), map[string]string{"a/main@2": feed("posts", "a/main@1"), "a/main@1": posts},
			"1:8 E0301 a/main@2 imports posts itself, and publishes what is its own"},
		{"missing", feed("posts", "a/main@1"), nil, "1:19 E0301 nobody published a/main@1"},
		{"missing further down", feed("top_posts", "a/main@1"), map[string]string{"a/main@1": feed("posts", "b/main@1")},
			"1:23 E0301 a/main@1 does not compile here: a/main@1/main.riffle:1:19: error E0301: nobody published b/main@1"},
		{"broken", feed("posts", "a/main@1"), map[string]string{"a/main@1": "resource posts {"}, "1:19 E0301 a/main@1 does not compile here: a/main@1/main.riffle:1:16: error E0202"},
		{"denied", feed("posts", "hidden/main@1"), map[string]string{"hidden/main@1": posts}, "1:19 E0301 not for you"},
		{"denied to us, not to who we import", "import top_posts from \"a/main@1\"\nimport posts from \"hidden/main@1\"\npipeline p() -> items { return top_posts() }\n",
			map[string]string{"a/main@1": feed("posts", "hidden/main@1"), "hidden/main@1": posts}, "2:19 E0301 not for you"},
		{"too deep", "import r0 from \"t0/main@1\"\npipeline p() -> items { return top(r0, by: 1) }\n", deep, "1:16 E0902 imports go more than 16 projects deep: t0/main@1 -> t1/main@1"},
	} {
		t.Run(c.title, func(t *testing.T) {
			s := &stock{texts: c.texts, denied: "hidden"}
			_, got := s.check(c.text, analysis.NewImportCache())
			if got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want) || strings.Contains(got, "\n")) {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			for p, n := range s.read {
				if n > 1 {
					t.Errorf("%s is read %d times", p, n)
				}
			}
		})
	}
}

// A version that was checked once is not read again; without the right to it
// it is not had from the cache either.
func TestImportsAreKept(t *testing.T) {
	s := &stock{texts: map[string]string{"a/main@1": posts}}
	cache := analysis.NewImportCache()
	for i, want := range []int{1, 0} {
		info, found := s.check(feed("posts", "a/main@1"), cache)
		if found != "" || info.Imports["posts"] == nil || s.read["a/main@1"] != want {
			t.Errorf("%d: %s, read %v", i, found, s.read)
		}
	}
	s.denied = "a"
	if _, found := s.check(feed("posts", "a/main@1"), cache); !strings.Contains(found, "not for you") {
		t.Errorf("denied: %s", found)
	}
}
