package dag

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const timed = `resource r { fields { id: key, n: int } }

service intent(q: string) -> int { endpoints: ["http://127.0.0.1:1"], timeout: 40ms }

pipeline two(m: int) -> items {
  a = top(r, by: n, k: m)  timeout 30ms
  b = lookup(r, keys: map(a, .id))  timeout 30ms
  return b
}

pipeline p(q: string) -> items {
  quick = top(r, by: n, k: 3)  timeout 10ms
  asked = intent(q)
  BODY
}
`

func TestCriticalPath(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want []string
		ms   int64
	}{
		"the longer input":              {"return take(quick, asked)", []string{"asked"}, 40},
		"one behind the other":          {"x = two(asked)\n  return merge([quick, x])", []string{"asked", "x.a", "x.b"}, 100},
		"a call bounds what it runs":    {"x = two(asked)  timeout 35ms\n  return merge([quick, x])", []string{"asked", "x"}, 75},
		"its own timeout counts first":  {"x = intent(q)  timeout 5ms\n  return take(quick, x)", []string{"quick"}, 10},
		"the shorter counts":            {"x = intent(q)  timeout 500ms\n  return take(quick, x)", []string{"x"}, 40},
		"a branch bounds what it runs":  {"x = if asked > 3 { take(quick, 2) } else { two(1) }  timeout 20ms\n  return x", []string{"asked", "x"}, 60},
		"no one says anything":          {"return top(r, by: n, k: 2)", []string{}, 0},
		"fallbacks do not count":        {"x = take(quick, 2)  fallback two(asked)\n  return x", []string{"quick"}, 10},
		"what only a fallback asks for": {"x = take(quick, 2)  fallback top(r, by: n, k: asked)\n  return x", []string{"quick"}, 10},
	} {
		p, found := compile(t, strings.Replace(timed, "BODY", c.body, 1))
		if p == nil {
			t.Errorf("%s: %v", name, found)
			continue
		}
		g, _ := p.Pipeline("p")
		got := CriticalPath(g)
		if want := (Critical{c.want, c.ms * int64(time.Millisecond)}); !cmp.Equal(want, got) {
			t.Errorf("%s (-want +got):\n%s", name, cmp.Diff(want, got))
		}
	}
}
