package parse_test

import (
	"strings"
	"testing"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/parse"
)

// body is the value of `b = …` in a pipeline, which must parse.
func body(t *testing.T, src string) (string, ast.Value) {
	t.Helper()
	text := "pipeline p(a: items) -> items {\n  b = " + src + "\n  return a\n}\n"
	f, diags := parse.File("f.riffle", []byte(text))
	if len(diags) > 0 {
		t.Fatalf("%s: %v", src, diags)
	}
	return text, f.Decls[0].(*ast.Pipeline).Stmts[0].Value
}

// What expr-lang is given has one blank where others stood, and every place in
// its tree leads back to the file.
func TestIslandPlaces(t *testing.T) {
	for _, c := range []struct{ src, given string }{
		{"k + 1", "k + 1"},
		{"k   +\n    1", "k + 1"},
		{"k and\nq", "k and q"},
		{"(k + // 注释 3\n\n  名)  + posted", "(k + 名) + posted"},
		{"posted > now() - 48h", "posted > now() - $a_"},
		{"48h + 5% + 100ms", "$a_ + $b + $c___"},
		{`标题 == "三国"  and k in [1,2]`, `标题 == "三国" and k in [1,2]`},
	} {
		text, v := body(t, c.src)
		e, ok := v.(*ast.Expr)
		if !ok || e.Text != c.given {
			t.Errorf("%q gives %T %q, want %q", c.src, v, e.Text, c.given)
			continue
		}
		exprast.Find(e.Tree, func(n exprast.Node) bool {
			var want string
			switch n := n.(type) {
			case *exprast.IdentifierNode:
				want = n.Value
				if u := e.Unit[want]; u != nil {
					want = u.Text
				}
			case *exprast.StringNode:
				want = `"` + n.Value + `"`
			case *exprast.BinaryNode:
				want = n.Operator
			default:
				return false
			}
			at := e.Map(n.Location())
			if got := text[at.From:at.To]; got != want {
				t.Errorf("%q: %s maps to %q", c.src, want, got)
			}
			return false
		})
	}
}

func TestUnits(t *testing.T) {
	for text, want := range map[string]ast.NumberLit{
		"80ms": {Unit: "ms", Num: 80}, "3s": {Unit: "s", Num: 3}, "35%": {Unit: "%", Num: 35}, "2000/s": {Unit: "/s", Num: 2000},
		"64MB": {Unit: "MB", Num: 64}, "0.5h": {Unit: "h", Num: 0.5}, "1_000d": {Unit: "d", Num: 1000}, "7us": {Unit: "us", Num: 7},
	} {
		_, v := body(t, text)
		n := v.(*ast.Expr).Unit["$a"+strings.Repeat("_", len(text)-2)]
		if n == nil || n.Unit != want.Unit || n.Num != want.Num || n.Text != text || n.Int {
			t.Errorf("%s is %+v, want %+v", text, n, want)
		}
	}
}

// A call is a value unless something behind it goes on an expression.
func TestCallOrExpression(t *testing.T) {
	for src, want := range map[string]string{
		"take(a, 3)":           "call",
		"take(a, n: 3)":        "call",
		"take(a, 1..3)":        "call",
		"log1p(x) * 2":         "expression",
		"log1p(x)":             "call",
		"f(x).y":               "expression",
		"f(x)[0]":              "expression",
		"f(x) not in y":        "expression",
		"any(tags, # == q)":    "expression",
		"f(any(tags, # == q))": "call",
		"[1, 2]":               "list",
		"[1, 2][0]":            "expression",
		"{ a: 1 }":             "record",
		"{ a: 1 }.a":           "expression",
		"1..3":                 "range",
		"-1..3":                "range",
		"1 + 3":                "expression",
		"\n    take(a, 3)":     "call",
	} {
		_, v := body(t, src)
		got := ""
		switch v.(type) {
		case *ast.Call:
			got = "call"
		case *ast.Expr:
			got = "expression"
		case *ast.List:
			got = "list"
		case *ast.Record:
			got = "record"
		case *ast.RangeLit:
			got = "range"
		}
		if got != want {
			t.Errorf("%s is a %s, want %s", src, got, want)
		}
	}
}
