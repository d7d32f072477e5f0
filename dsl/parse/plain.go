package parse

import (
	"strconv"

	exprast "github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// plainTree is the tree of an island that is one name, names with dots between,
// or one constant, as expr-lang would make it; nil of all others, and where
// expr-lang's lexer might see it otherwise than ours.
func plainTree(e *ast.Expr, toks []tok, places []place) exprast.Node {
	if len(toks) > 1 && len(toks) != len(places) { // line ends
		return nil
	}
	first := file.Location{To: len(toks[0].Text)}
	switch t := toks[0]; t.Kind {
	case token.Name:
		if token.IsReserved(t.Text) && t.Text != "item" {
			return plainWord(t.Text, first, len(toks))
		}
		return plainPath(toks, places, first)
	case token.Unit:
		if len(toks) == 1 && isPlainText(t.Text) {
			return located(&exprast.IdentifierNode{Value: e.Text}, first)
		}
	case token.Int:
		if n, err := strconv.ParseInt(t.Text, 10, 64); len(toks) == 1 && err == nil {
			return located(&exprast.IntegerNode{Value: int(n)}, first)
		}
	case token.String:
		if len(toks) == 1 && t.Text[0] == '"' && isPlainText(t.Text) {
			return located(&exprast.StringNode{Value: t.Text[1 : len(t.Text)-1]}, first)
		}
	}
	return nil
}

func plainWord(word string, l file.Location, tokens int) exprast.Node {
	switch {
	case tokens > 1:
	case word == "true", word == "false":
		return located(&exprast.BoolNode{Value: word == "true"}, l)
	case word == "nil":
		return located(&exprast.NilNode{}, l)
	}
	return nil
}

func plainPath(toks []tok, places []place, first file.Location) exprast.Node {
	if len(toks)%2 == 0 {
		return nil
	}
	for i, t := range toks {
		if i%2 == 1 && t.Kind != token.Dot || i%2 == 0 && (t.Kind != token.Name || !isPlainText(t.Text) || i > 0 && token.IsReserved(t.Text)) {
			return nil
		}
	}
	var tree exprast.Node = located(&exprast.IdentifierNode{Value: toks[0].Text}, first)
	for i := 2; i < len(toks); i += 2 {
		l := file.Location{From: places[i].rune, To: places[i].rune + len(toks[i].Text)}
		tree = located(&exprast.MemberNode{Node: tree, Property: located(&exprast.StringNode{Value: toks[i].Text}, l)}, l)
	}
	return tree
}

func located[N exprast.Node](n N, l file.Location) N {
	n.SetLocation(l)
	return n
}

// isPlainText tells whether a text is of ASCII alone, without escapes.
func isPlainText(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || s[i] == '\\' {
			return false
		}
	}
	return true
}
