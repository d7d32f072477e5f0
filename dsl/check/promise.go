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
	if t := c.timeOf(p.out); s.Deadline > 0 && t.ns > s.Deadline {
		c.report(at["deadline"].Value.Span(), "W0604", fmt.Sprintf("declared timeouts make %s, deadline %s: %s", ns(t.ns), ns(s.Deadline), strings.Join(t.path(), " -> ")), "shorten one of them, or run them side by side")
	}
	if f := c.pipes[s.Fallback]; f != nil && s.Reserve > 0 {
		if t := c.timeOf(f.out); t.ns > s.Reserve {
			c.report(at["reserve"].Value.Span(), "W0604", fmt.Sprintf("declared timeouts of the fallback make %s, reserve %s: %s", ns(t.ns), ns(s.Reserve), strings.Join(t.path(), " -> ")), "shorten one of them, or reserve more")
		}
	}
	c.endless(s, p, map[*pipe]bool{})
	if at["fallback"] != nil {
		return
	}
	c.unanswered(s, p, map[*pipe]bool{})
}

// unanswered warns of what may be missed and is required with nothing to answer
// for it, in called pipelines too: a call without a fallback fails with them.
func (c *checker) unanswered(s *Scene, p *pipe, seen map[*pipe]bool) {
	if seen[p] {
		return
	}
	seen[p] = true
	for _, n := range p.nodes {
		if !n.wanted || n.stmt != nil && !n.required {
			continue
		}
		if n.waits && n.stmt != nil && !n.warned {
			n.warned = true // one scene is enough to say it
			c.inFile(p.file, func() {
				c.report(n.at, "W0711", fmt.Sprintf("%s is required, has no fallback, and scene %s has none", show(n.name), show(s.Name)), "write fallback nil behind it, or fallback: none in the scene")
				if end := n.stmt.At.To; n.typ.Kind == sig.Record && n.typ.Nullable {
					c.fix(token.Range{From: end, To: end}, "  fallback nil")
				}
			})
		}
		for _, called := range n.callees {
			c.unanswered(s, called, seen)
		}
	}
}

// endless reports loops whose turns, by what is declared, can't end before the
// deadline, in called pipelines too.
func (c *checker) endless(s *Scene, p *pipe, seen map[*pipe]bool) {
	if seen[p] || s.Deadline == 0 || c.pipeOf[p.decl] != p {
		return
	}
	seen[p] = true
	w := &timer{c: c, p: p.out, ends: map[string]timing{}}
	ast.Inspect(p.decl, func(n ast.Node) bool {
		st, ok := n.(*ast.Stmt)
		if !ok {
			return true
		}
		l, ok := st.Value.(*ast.Loop)
		if !ok || l.Max == nil || !l.Max.Int || c.endlessSaid[l] {
			return true
		}
		turns, turn := wholeNumber(l.Max), w.turn(l)
		if whole := min(times(turn, turns), w.limited(l, st.Mods)); turns > 1 && whole > s.Deadline {
			c.endlessSaid[l] = true
			at := token.Range{From: l.At.From, To: min(l.At.To, l.At.From+len("loop"))}
			c.inFile(p.file, func() {
				c.report(at, "E0605", fmt.Sprintf("the loop cannot end before the deadline of %s: %d turns of %s in %s", show(s.Name), turns, ns(turn), ns(s.Deadline)), "fewer turns, or a shorter timeout within")
			})
		}
		return true
	})
	for called := range p.calls {
		c.endless(s, called, seen)
	}
}
