package check

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// promises warns of what the scene can't keep: timeouts above its deadline,
// and misses that would fail it whole.
func (c *checker) promises(s *Scene, p *pipe, at map[string]*ast.Setting) {
	if left := s.leaves(); left > 0 && p.path > left {
		deadline := "deadline " + ns(s.Deadline)
		if left < s.Deadline {
			deadline += fmt.Sprintf(" less reserve %s leaves %s", ns(s.Reserve), ns(left))
		}
		c.report(at["deadline"].Value.Span(), "W0604", fmt.Sprintf("declared timeouts make %s, %s: %s", ns(p.path), deadline, strings.Join(p.onPath, " -> ")), "shorten one of them, or run them side by side")
	}
	if f := c.pipes[s.Fallback]; f != nil && s.Reserve > 0 && f.path > s.Reserve {
		c.report(at["reserve"].Value.Span(), "W0604", fmt.Sprintf("declared timeouts of the fallback make %s, reserve %s: %s", ns(f.path), ns(s.Reserve), strings.Join(f.onPath, " -> ")), "shorten one of them, or reserve more")
	}
	c.endless(s, p, map[*pipe]bool{})
	if at["fallback"] != nil {
		return
	}
	c.unanswered(s, p, map[*pipe]bool{})
}

// leaves is what of the deadline is left for the pipeline, in ns; 0 when no
// deadline is said, or the reserve is wrong.
func (s *Scene) leaves() int64 { return max(0, s.Deadline-s.Reserve) }

// unanswered warns of what may be missed and is required with nothing to answer
// for it, in called pipelines too: a call without a fallback fails with them.
func (c *checker) unanswered(s *Scene, p *pipe, seen map[*pipe]bool) {
	if seen[p] {
		return
	}
	seen[p] = true
	c.unansweredIn(s, p, p.nodes, seen)
}

// unansweredIn is unanswered for the nodes of a body. An arm that fails hands on
// to the next, so arms are left out.
func (c *checker) unansweredIn(s *Scene, p *pipe, nodes []*node, seen map[*pipe]bool) {
	for _, n := range nodes {
		if !n.wanted || n.stmt != nil && !n.required {
			continue
		}
		if n.waits && n.stmt != nil && !n.warned {
			n.warned = true // one scene is enough to say it
			c.inFile(p.file, func() {
				answer := "nil"
				if n.typ.Kind == sig.Items {
					answer = "[], or a set,"
				}
				c.report(n.at, "W0711", fmt.Sprintf("%s is required, has no fallback, and scene %s has none", show(n.name), show(s.Name)), "write fallback "+answer+" behind it, or fallback: none in the scene")
				if end := n.stmt.At.To; n.typ.Kind == sig.Record && n.typ.Nullable {
					c.fix(token.Range{From: end, To: end}, "  fallback nil")
				}
			})
		}
		for _, called := range n.callees {
			c.unanswered(s, called, seen)
		}
		if n.stmt == nil {
			continue
		}
		if _, arms := n.stmt.Value.(*ast.Choose); !arms {
			for _, within := range n.forms {
				c.unansweredIn(s, p, within.nodes, seen)
			}
		}
	}
}

// endless reports loops whose turns, by what is declared, can't end before the
// deadline, in called pipelines too.
func (c *checker) endless(s *Scene, p *pipe, seen map[*pipe]bool) {
	left := s.leaves()
	if seen[p] || left == 0 {
		return
	}
	seen[p] = true
	for i := range p.loops {
		l := &p.loops[i]
		whole := l.turn * int64(l.turns)
		if l.n.timeout > 0 {
			whole = min(whole, l.n.timeout)
		}
		if l.turns < 2 || whole <= left || l.said {
			continue
		}
		l.said = true // one scene is enough to say it
		c.inFile(p.file, func() {
			c.report(l.at, "E0605", fmt.Sprintf("the loop cannot end before the deadline of %s: %d turns of %s in %s", show(s.Name), l.turns, ns(l.turn), ns(left)),
				fmt.Sprintf("fewer turns, or a shorter timeout of %s", strings.Join(l.names, ", ")))
		})
	}
	for called := range p.calls {
		c.endless(s, called, seen)
	}
}
