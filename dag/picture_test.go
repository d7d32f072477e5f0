package dag_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dag/dagtest"
)

func TestPictureHasTheBodies(t *testing.T) {
	p := dagtest.Project(t, `
resource games { fields { id: key, genre: keyword, installs: int = 0 } }
pipeline p(k: int = 5) -> items {
  hot  = top(games, by: installs, k: 9)
  more = loop pool = hot, n = 0 while count(pool) < k and n < 3 max 4 {
    found = top(games, by: installs, filter: genre != "a", k: 10)
    next pool = merge([pool, found, hot]), n = n + 1
  }
  lists = [hot, more.pool]
  firsts = each one in lists { take(one, 1) }
  return take(merge([hot, firsts]), k)
}
`)
	var got []string
	seen := map[string]bool{}
	for _, n := range p.Pipelines[0].Picture() {
		text := n.Name
		if n.Within != "" {
			text = n.Within + " / " + text
		}
		got = append(got, strings.TrimSpace(text+" < "+strings.Join(n.Joins, " ")))
		if seen[n.Name] {
			t.Errorf("%s twice", n.Name)
		}
		seen[n.Name] = true
	}
	want := []string{
		"hot <",
		"more < hot",
		"more / more.in.pool <",
		"more / more.in.n <",
		"more / more.found <",
		"more / more.merge < more.in.pool more.found",
		"more / more.next.n < more.in.n",
		"more.pool < more",
		"firsts < hot more.pool",
		"firsts / firsts.in.one <",
		"firsts / firsts.take < firsts.in.one",
		"return.merge < hot firsts",
		"return.take < return.merge",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
