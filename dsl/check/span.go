package check

import (
	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/token"
)

// span is where a node stands: expr marks inner nodes by their operator only,
// so the children are united.
func (t *typer) span(n exprast.Node) token.Range {
	if n == nil {
		return t.island.At
	}
	if r, ok := t.places[n]; ok {
		return r
	}
	if h := t.home[n]; h != nil && h != t.island {
		was := t.island
		t.island = h
		defer func() { t.island = was }()
	}
	if r := t.spans[n]; r != nil {
		return *r
	}
	r := t.own(n)
	switch n := n.(type) {
	case *exprast.BinaryNode:
		r = t.span(n.Left).Union(t.span(n.Right))
	case *exprast.UnaryNode:
		r = r.Union(t.span(n.Node))
	case *exprast.ConditionalNode:
		r = t.span(n.Cond).Union(t.span(n.Exp2))
	case *exprast.MemberNode:
		r = t.span(n.Node).Union(t.span(n.Property))
		if t.char(r.To) == ']' {
			r.To++
		}
	case *exprast.SliceNode:
		r = t.span(n.Node)
		for _, end := range []exprast.Node{n.From, n.To} {
			if end != nil {
				r = r.Union(t.span(end))
			}
		}
		r = t.closed(r, nil, ']')
	case *exprast.MapNode:
		r = t.closed(r, n.Pairs, '}')
	case *exprast.PairNode:
		r = t.span(n.Key).Union(t.span(n.Value))
	case *exprast.ChainNode:
		r = t.span(n.Node)
	case *exprast.CallNode:
		r = t.closed(t.span(n.Callee), n.Arguments, ')')
	case *exprast.BuiltinNode:
		r = t.closed(r, n.Arguments, ')')
	case *exprast.ArrayNode:
		r = t.closed(r, n.Nodes, ']')
	case *exprast.PredicateNode:
		r = r.Union(t.span(n.Node))
	}
	if t.spans == nil {
		t.spans = map[exprast.Node]*token.Range{}
	}
	t.spans[n] = &r
	return r
}

// closed unites a head with its parts and the bracket behind them.
func (t *typer) closed(r token.Range, parts []exprast.Node, bracket byte) token.Range {
	for _, p := range parts {
		r = r.Union(t.span(p))
	}
	if f := t.c.file; f != nil {
		for i := r.To; i < len(f.Src) && i < r.To+maxName; i++ {
			if f.Src[i] == bracket {
				r.To = i + 1
				break
			}
		}
	}
	return r
}

// char is a byte of the file at hand.
func (t *typer) char(at int) byte {
	if f := t.c.file; f != nil && at >= 0 && at < len(f.Src) {
		return f.Src[at]
	}
	return 0
}

// own is the place expr gave the node.
func (t *typer) own(n exprast.Node) token.Range {
	if t.island.Map == nil {
		return t.island.At
	}
	return t.island.Map(n.Location())
}
