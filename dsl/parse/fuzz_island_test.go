package parse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	exprast "github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"
	exprparser "github.com/expr-lang/expr/parser"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/parse"
	"riffle.dev/riffle/dsl/token"
)

// reads tells whether expr-lang reads a text to its end. What makes its parser
// panic, it does not read.
func reads(text string) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	config := conf.CreateNew()
	config.DisableIfOperator = true
	_, err := exprparser.ParseWithConfig(text, config)
	return err == nil
}

// leftOut is what expr-lang has and the language has not; a text with one of
// these goes its own way.
var leftOut = regexp.MustCompile("[|;$?]\\.?|\\.\\.|//|/\\*|#|\\blet\\b|\\bif\\b|\\n|'|`|\\b[bB]\"|[0-9]\\s*[a-zA-Z_%/.]|::|[^ -~]")

// agree compares where our scan ends the expression text, which stands behind
// `b = `, with what expr-lang reads: all of it if expr reads all; and never less
// than a longer part of its line that expr reads.
func agree(t *testing.T, text string) {
	src := "pipeline p(a: items) -> items {\n  b = " + text + "\n  return a\n}\n"
	file, diags := parse.File("f.riffle", []byte(src))
	begin := strings.Index(src, "b = ") + 4
	var island *ast.Expr
	for _, d := range file.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if e, ok := n.(*ast.Expr); ok && island == nil && e.At.From == begin {
				island = e
			}
			return island == nil
		})
	}
	clean := !diags.HasErrors()
	if island != nil && clean {
		sameTree(t, island)
	}
	if island != nil && clean && !reads(island.Text) {
		t.Fatalf("%q was taken for an expression, expr reads no %q", text, island.Text)
	}
	if len(text) > 500 || leftOut.MatchString(text) {
		return
	}
	// The longest part of the line, to a token's end, that expr reads.
	longest := 0
	for _, k := range file.Tokens {
		if k.Range.From >= begin && k.Range.To <= begin+len(text) && k.Kind != token.Comment && reads(src[begin:k.Range.To]) {
			longest = k.Range.To
		}
	}
	if island != nil && clean && island.At.To < longest {
		t.Fatalf("%q: our expression ends behind %q, expr reads %q", text, src[begin:island.At.To], src[begin:longest])
	}
	if !clean && longest == begin+len(text) && !excused(text) {
		t.Fatalf("%q: expr reads all of it, we say %v", text, diags)
	}
}

// sameTree compares the tree of an island, which the parser may have made
// itself, with the one that expr-lang makes of its text.
func sameTree(t *testing.T, e *ast.Expr) {
	config := &conf.Config{DisableIfOperator: true, MaxNodes: conf.DefaultMaxNodes, Disabled: map[string]bool{}}
	for _, name := range builtin.Names {
		config.Disabled[name] = true
	}
	tree, err := exprparser.ParseWithConfig(e.Text, config)
	if err != nil {
		return // reads reports it
	}
	got, want := places(e.Tree), places(tree.Node)
	if got != want {
		t.Fatalf("%q is\n%sexpr makes\n%s", e.Text, got, want)
	}
}

// places writes every node of a tree with its place.
func places(n exprast.Node) string {
	var b strings.Builder
	exprast.Find(n, func(n exprast.Node) bool {
		fmt.Fprintf(&b, "%T %s %v\n", n, n, n.Location())
		return false
	})
	return b.String()
}

// excused are texts which we refuse on purpose though expr reads them: words of
// the language as names outside of brackets, methods, optional defaults.
func excused(text string) bool {
	for _, word := range regexp.MustCompile(`[A-Za-z_]\w*`).FindAllString(text, -1) {
		if token.IsReserved(word) && !regexp.MustCompile(`^(true|false|nil|and|or|not|in|matches|contains|startsWith|endsWith)$`).MatchString(word) {
			return true
		}
		if word == "b" || word == "B" {
			return true
		}
	}
	return regexp.MustCompile(`\.\s*\w+\s*\(|\.\s*[0-9]|\{|\\|=`).MatchString(text)
}

func FuzzIsland(f *testing.F) {
	for _, text := range []string{
		"k + 1", "a and not c", "x not in y", "(a ?? 0) + 1", "f(x)[0].y", "a ? c : d", "-x ** 2", "not (x in y)", "x matches \"^a\"",
		"f(x) when y", "a optional", "a[1:2]", "map(xs, .n + 1)", "{a: 1}.a", "[1, 2][k]", "a.c.d", "a not", "a in", "f(a,)", "f(,)", "((a)", "a)",
		"a == c == d", "! a", "a ** - c", "a not matches c", "all(a, c)", "any (a, c)", "f (a)", "a [0]", "a . c", "true nil", "nil", "\"s\" + a",
		strings.Repeat("(", 3_000_000), strings.Repeat("a + ", 200_000), strings.Repeat("not ", 60) + "a", strings.Repeat("[", 60) + strings.Repeat("]", 60),
		"围 + 棋", "围", "a", "a.c.d", "a . c", "a.in", "a.围", "nil", "true", "item.a", "007", "7d", "\"a b\"", "\"\\x41\"", "len", "any", "a._b", "1_0", "a\u00a0+ c",
	} {
		f.Add(text)
	}
	names, _ := filepath.Glob("../format/testdata/canon/*.riffle")
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		file, _ := parse.File(name, src)
		for _, d := range file.Decls {
			ast.Inspect(d, func(n ast.Node) bool {
				if e, ok := n.(*ast.Expr); ok {
					f.Add(string(src[e.At.From:e.At.To]))
				}
				return true
			})
		}
	}
	f.Fuzz(func(t *testing.T, text string) { agree(t, text) })
}
