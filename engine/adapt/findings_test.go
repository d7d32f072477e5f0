package adapt_test

import (
	"fmt"
	"strings"
	"testing"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine/adapt"
)

// many is a project whose pipeline has so many nodes that can be turned.
func many(t *testing.T, n int, scene string) *dag.Project {
	t.Helper()
	var b strings.Builder
	b.WriteString("resource games { fields { id: key, n: int } }\npipeline feed(k: int = 3) -> items {\n")
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("r%d", i))
		fmt.Fprintf(&b, "  r%d = top(games, by: n + %d, k: 20)  optional  gain %.3f\n", i, i, .9-float64(i)/1000)
	}
	fmt.Fprintf(&b, "  pool = merge([%s])\n  return take(pool, k)\n}\n%s\n", strings.Join(names, ", "), scene)
	return compile(t, map[string][]byte{"a.riffle": []byte(b.String())})
}

// A scene that acts says which of its nodes are never turned, with the fix; one that
// does not act, or has no more than are turned, says nothing.
func TestFindings(t *testing.T) {
	for _, c := range []struct {
		nodes int
		scene string
		want  string
	}{
		{42, "scene home { pipeline: feed, degrade { mode: act } }", "scene home is degraded by fewer plans than feed offers: 42 nodes can be turned, at most 40 are: in full always r40, r41"},
		{50, "scene home { pipeline: feed, degrade {} }", "r40, r41, r42, r43, r44 and 5 more"},
		{40, "scene home { pipeline: feed, degrade {} }", ""},
		{42, "scene home { pipeline: feed, degrade { mode: watch } }", ""},
		{42, "scene home { pipeline: feed }", ""},
	} {
		list := adapt.Findings(many(t, c.nodes, c.scene), true)
		if c.want == "" {
			if len(list) > 0 {
				t.Errorf("%d nodes, %s: %v", c.nodes, c.scene, list)
			}
			continue
		}
		if len(list) != 1 || list[0].Severity != diag.Warning || list[0].Line == 0 || list[0].Help == "" || !strings.Contains(list[0].Message, c.want) {
			t.Errorf("%d nodes, %s: %v, want %q", c.nodes, c.scene, list, c.want)
		}
	}
}

// A chain of stages that can each be turned has more ways of handing on rows than are
// searched: the plans take the nodes side by side, and that is said.
func TestFindingsOfAChain(t *testing.T) {
	var b strings.Builder
	b.WriteString("resource games { fields { id: key, n: int } }\npipeline feed(k: int = 3) -> items {\n  s0 = top(games, by: n, k: 300)\n")
	const stages = 12
	for i := range stages {
		fmt.Fprintf(&b, "  s%d = score(s%d, %d.0 * n, keep: %d..%d)  optional  gain 0.1\n", i+1, i, i+1, 100-i, 200-i)
	}
	fmt.Fprintf(&b, "  return take(s%d, k)\n}\nscene home { pipeline: feed, degrade {} }\n", stages)
	list := adapt.Findings(compile(t, map[string][]byte{"a.riffle": []byte(b.String())}), false)
	if len(list) != 1 || !strings.Contains(list[0].Message, "side by side: more than 4096 ways of handing on rows") || !strings.Contains(list[0].Help, "fewer ways") {
		t.Errorf("%v", list)
	}
}
