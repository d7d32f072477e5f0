package check

import (
	"strings"
	"testing"
)

func TestNear(t *testing.T) {
	words := []string{"search", "nearest", "top", "lookup", "merge", "标题", "k"}
	for name, want := range map[string]string{
		"serch":                  "search", // a letter missing
		"saerch":                 "search", // two swapped
		"searchs":                "search", // one too many
		"neerast":                "nearest",
		"topp":                   "top",
		"tip":                    "top",
		"lokoup":                 "lookup",
		"标签":                     "标题",
		"search":                 "", // itself is no suggestion
		"zebra":                  "",
		"z":                      "", // one letter is near to nothing
		"":                       "",
		strings.Repeat("x", 900): "",
	} {
		c := &checker{nearBudget: maxNear}
		if got := c.near(name, words); got != want {
			t.Errorf("near %q: %q, want %q", name, got, want)
		}
	}
	spent := &checker{}
	if got := spent.near("serch", words); got != "" {
		t.Errorf("without a budget: %q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "cab", 2}, {"kitten", "sitting", 3}} {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
