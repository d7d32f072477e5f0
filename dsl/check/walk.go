package check

import (
	"slices"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
)

// eachName visits every bare name read in a value, at any depth, inside of
// blocks, loops and arms too.
func eachName(v ast.Value, visit func(string)) {
	if v == nil {
		return
	}
	ast.Inspect(v, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Expr:
			eachIdent(n.Tree, visit)
		case *ast.Word:
			visit(n.Text)
		}
		return true
	})
}

func eachIdent(n exprast.Node, visit func(string)) {
	switch n := n.(type) {
	case *exprast.IdentifierNode:
		visit(n.Value)
	case *exprast.UnaryNode:
		eachIdent(n.Node, visit)
	case *exprast.BinaryNode:
		eachIdent(n.Left, visit)
		eachIdent(n.Right, visit)
	case *exprast.ConditionalNode:
		eachIdent(n.Cond, visit)
		eachIdent(n.Exp1, visit)
		eachIdent(n.Exp2, visit)
	case *exprast.MemberNode:
		eachIdent(n.Node, visit)
		eachIdent(n.Property, visit)
	case *exprast.SliceNode:
		eachIdent(n.Node, visit)
		eachIdent(n.From, visit)
		eachIdent(n.To, visit)
	case *exprast.ChainNode:
		eachIdent(n.Node, visit)
	case *exprast.CallNode:
		for _, a := range n.Arguments {
			eachIdent(a, visit)
		}
	case *exprast.BuiltinNode:
		for _, a := range n.Arguments {
			eachIdent(a, visit)
		}
	case *exprast.PredicateNode:
		eachIdent(n.Node, visit)
	case *exprast.ArrayNode:
		for _, e := range n.Nodes {
			eachIdent(e, visit)
		}
	case *exprast.MapNode:
		for _, p := range n.Pairs {
			eachIdent(p, visit)
		}
	case *exprast.PairNode:
		eachIdent(n.Value, visit)
	}
}

// bareName is a value that is one name and nothing else.
func bareName(v ast.Value) (string, bool) {
	if e, ok := v.(*ast.Expr); ok && e != nil {
		if id, ok := e.Tree.(*exprast.IdentifierNode); ok && e.Unit[id.Value] == nil {
			return id.Value, true
		}
	}
	return "", false
}

// dotted is a value that is name.name.
func dotted(v ast.Value) (left, right string, ok bool) {
	e, isExpr := v.(*ast.Expr)
	if !isExpr || e == nil {
		return "", "", false
	}
	m, isMember := e.Tree.(*exprast.MemberNode)
	if !isMember {
		return "", "", false
	}
	id, okL := m.Node.(*exprast.IdentifierNode)
	prop, okR := m.Property.(*exprast.StringNode)
	if !okL || !okR {
		return "", "", false
	}
	return id.Value, prop.Value, true
}

// namePath is a value that is name.name.name, by its names; nil for others.
func namePath(v ast.Value) []string {
	e, ok := v.(*ast.Expr)
	if !ok || e == nil {
		return nil
	}
	var names []string
	for n := e.Tree; ; {
		switch x := n.(type) {
		case *exprast.MemberNode:
			prop, ok := x.Property.(*exprast.StringNode)
			if !ok {
				return nil
			}
			names = append(names, prop.Value)
			n = x.Node
			continue
		case *exprast.ChainNode:
			n = x.Node
			continue
		case *exprast.IdentifierNode:
			if e.Unit[x.Value] != nil {
				return nil
			}
			names = append(names, x.Value)
			slices.Reverse(names)
			return names
		}
		return nil
	}
}
