package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// sureCall is a call of a pipeline that runs whenever the caller does.
type sureCall struct {
	from *node
	to   *pipe
	at   token.Range
}

// rings finds the pipelines that call themselves, directly or through others:
// they say their columns, whichever of them is typed first.
func (c *checker) rings() {
	calls := map[*pipe][]*pipe{}
	for _, p := range c.pipes {
		if c.pipeOf[p.decl] != p {
			continue // imported: it can't call what imports it
		}
		ast.Inspect(p.decl, func(n ast.Node) bool {
			if call, ok := n.(*ast.Call); ok && call.Name != nil {
				if to := c.pipes[call.Name.Text]; to != nil {
					calls[p] = append(calls[p], to)
				}
			}
			return true
		})
	}
	ringsOf(c.pipes, func(p *pipe) []*pipe { return calls[p] }, func(ring []*pipe) {
		for _, p := range ring {
			p.ring = ring[0]
			p.out.Recursive = true
		}
	})
}

// ringsOf finds the strongly connected parts of a graph (Tarjan, SIAM J.
// Comput. 1972), without recursion; a part of one counts when it calls itself.
func ringsOf(pipes map[string]*pipe, calls func(*pipe) []*pipe, found func([]*pipe)) {
	index, low := map[*pipe]int{}, map[*pipe]int{}
	onStack := map[*pipe]bool{}
	var stack []*pipe
	type frame struct {
		p    *pipe
		rest []*pipe
	}
	enter := func(p *pipe) frame {
		index[p] = len(index) + 1
		low[p] = index[p]
		stack, onStack[p] = append(stack, p), true
		return frame{p, calls(p)}
	}
	for _, root := range pipes {
		if index[root] > 0 {
			continue
		}
		todo := []frame{enter(root)}
		for len(todo) > 0 {
			top := &todo[len(todo)-1]
			if len(top.rest) > 0 {
				next := top.rest[0]
				top.rest = top.rest[1:]
				if index[next] == 0 {
					todo = append(todo, enter(next))
				} else if onStack[next] {
					low[top.p] = min(low[top.p], index[next])
				}
				continue
			}
			p := top.p
			todo = todo[:len(todo)-1]
			if len(todo) > 0 {
				above := todo[len(todo)-1].p
				low[above] = min(low[above], low[p])
			}
			if low[p] != index[p] {
				continue
			}
			from := len(stack) - 1
			for stack[from] != p {
				from--
			}
			ring := append([]*pipe(nil), stack[from:]...)
			stack = stack[:from]
			self := len(ring) > 1
			for _, q := range ring {
				onStack[q] = false
				for _, to := range calls(q) {
					self = self || to == q
				}
			}
			if self {
				found(ring)
			}
		}
	}
}

// inRing tells whether a called pipeline comes back to the one at hand.
func (b *body) inRing(callee *pipe) bool {
	return callee.ring != nil && callee.ring == b.p.ring
}

// again types the call of a pipeline that calls the one at hand: by what it
// declares, since its body hangs on this one.
func (b *body) again(call *ast.Call, info *Call, callee *pipe) worth {
	out := known(callee.says)
	out.call = true
	if bareItems(callee.says) {
		b.c.report(call.Name.At, "E0411", fmt.Sprintf("%s calls itself: say its columns", show(callee.out.Name)), "write -> items(games), or a type of your own")
		out.typ = sig.Type{}
	}
	b.calls(callee)
	if out.typ.Kind != sig.Invalid && !b.maybe && !b.n.inFallback && b.n.home == b.p.root {
		b.p.sure = append(b.p.sure, sureCall{b.n, callee, call.Name.At})
	}
	b.params(call, info, callee.out.Name, callee.out.Params)
	info.Result = out.typ
	return out
}

func (b *body) calls(callee *pipe) {
	if b.p.calls == nil {
		b.p.calls = map[*pipe]bool{}
	}
	b.p.calls[callee] = true
}

// bareItems tells whether a declared result has a set that does not say its
// columns.
func bareItems(t sig.Type) bool {
	if t.Kind == sig.Items {
		return len(t.Fields) == 0
	}
	for i := range t.Fields {
		if bareItems(t.Fields[i].Type) {
			return true
		}
	}
	return t.Elem != nil && bareItems(*t.Elem)
}

// endlessCalls reports pipelines that call themselves on every way.
func (c *checker) endlessCalls() {
	sure := func(p *pipe) []*pipe {
		var out []*pipe
		for _, s := range p.sure {
			if s.from.wanted {
				out = append(out, s.to)
			}
		}
		return out
	}
	ringsOf(c.pipes, sure, func(ring []*pipe) {
		in := map[*pipe]bool{}
		for _, p := range ring {
			in[p] = true
		}
		for _, p := range ring {
			for _, s := range p.sure {
				if s.from.wanted && in[s.to] {
					c.inFile(p.file, func() {
						c.report(s.at, "E0609", fmt.Sprintf("%s calls itself on every way, and never ends", show(p.out.Name)), "call it in one branch of an if")
					})
					break
				}
			}
		}
	})
}
