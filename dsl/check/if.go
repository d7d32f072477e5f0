package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// ifElse types an if: only the branch that is taken runs, and others see what
// both may give.
func (b *body) ifElse(v *ast.If) worth {
	was := b.maybe
	defer func() { b.maybe = was }()
	var list []branch
	for at := v; at != nil; {
		if at.Cond != nil {
			b.scalar(at.Cond, sig.Type{Kind: sig.Bool}, "if")
		}
		b.maybe = true
		if at.Then != nil {
			list = append(list, branch{b.block(at.Then, ""), valueAtOf(at.Then), nth(len(list))})
		}
		switch next := at.Else.(type) {
		case *ast.If:
			at = next
			continue
		case *ast.Block:
			list = append(list, branch{b.block(next, ""), valueAtOf(next), nth(len(list))})
		}
		at = nil
	}
	out := b.unite(list, v.At)
	out.call, out.form = true, "if"
	for at := v; at != nil; {
		b.c.info.Ifs[at] = &If{Decl: at, Result: out.typ}
		b.c.info.Values[at] = out.typ
		at, _ = at.Else.(*ast.If)
	}
	return out
}

// nth names a branch in a message.
func nth(i int) string { return fmt.Sprintf("branch %d", i+1) }

// valueAtOf is where the value of a block stands.
func valueAtOf(b *ast.Block) token.Range {
	if b.Value != nil {
		return b.Value.Span()
	}
	return b.At
}
