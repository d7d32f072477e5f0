package check

import (
	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
)

// eachName visits every bare name read in a value, at any depth, inside of
// blocks, loops and arms too.
func eachName(v ast.Value, visit func(string)) {
	switch v := v.(type) {
	case nil:
	case *ast.Expr:
		if v != nil {
			eachIdent(v.Tree, visit)
		}
	case *ast.Call:
		for _, a := range v.Args {
			if a != nil {
				eachName(a.Value, visit)
			}
		}
	case *ast.List:
		for _, e := range v.Elems {
			eachName(e, visit)
		}
	case *ast.Record:
		for _, f := range v.Fields {
			if f != nil {
				eachName(f.Value, visit)
			}
		}
	case *ast.Word:
		visit(v.Text)
	case *ast.Block:
		if v == nil {
			return
		}
		eachStmtName(v.Stmts, visit)
		eachName(v.Value, visit)
		eachModName(v.Mods, visit)
	case *ast.If:
		eachExprName(v.Cond, visit)
		if v.Then != nil {
			eachName(v.Then, visit)
		}
		eachName(v.Else, visit)
	case *ast.Loop:
		for _, list := range [][]*ast.Bind{v.Init, v.Next} {
			for _, bind := range list {
				if bind != nil {
					eachName(bind.Value, visit)
				}
			}
		}
		eachExprName(v.While, visit)
		eachStmtName(v.Stmts, visit)
	case *ast.Each:
		eachName(v.In, visit)
		if v.Body != nil {
			eachName(v.Body, visit)
		}
	case *ast.Choose:
		for _, a := range v.Arms {
			if a != nil {
				eachName(a.Value, visit)
				eachModName(a.Mods, visit)
			}
		}
	case *ast.After:
		for _, call := range v.Calls {
			if call != nil {
				eachName(call, visit)
			}
		}
	}
}

func eachExprName(e *ast.Expr, visit func(string)) {
	if e != nil {
		eachIdent(e.Tree, visit)
	}
}

func eachStmtName(list []*ast.Stmt, visit func(string)) {
	for _, s := range list {
		if s != nil {
			eachName(s.Value, visit)
			eachModName(s.Mods, visit)
		}
	}
}

func eachModName(list []*ast.Modifier, visit func(string)) {
	for _, m := range list {
		if m != nil {
			eachName(m.Value, visit)
			eachName(m.By, visit)
		}
	}
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
