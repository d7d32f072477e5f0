package parse_test

import (
	"bytes"
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/parse"
	"riffle.dev/riffle/dsl/token"
)

// sound fails when a tree or a diagnostic points outside the text.
func sound(t *testing.T, src []byte) (*ast.File, diag.List) {
	t.Helper()
	f, diags := parse.File("f.riffle", src)
	if f == nil {
		t.Fatal("no tree")
	}
	inside := func(r token.Range) bool { return 0 <= r.From && r.From <= r.To && r.To <= len(src) }
	for _, d := range diags {
		if !inside(d.Range) || d.Line < 1 || d.Column < 1 || d.Message == "" || d.Code == "" {
			t.Fatalf("diagnostic %+v is not of this text of %d bytes", d, len(src))
		}
		if _, ok := diag.Explain(d.Code); !ok {
			t.Fatalf("%s is not declared", d.Code)
		}
	}
	clean := !diags.HasErrors()
	for _, d := range f.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if !inside(n.Span()) {
				t.Fatalf("%T spans %v of %d bytes", n, n.Span(), len(src))
			}
			if e, ok := n.(*ast.Expr); ok && clean && e.Tree == nil {
				t.Fatalf("an expression without a tree and without a diagnostic: %q", e.Text)
			}
			return true
		})
	}
	return f, diags
}

// A file cut off anywhere, or without one of its tokens, ends without a crash.
func TestTruncatedAndThinned(t *testing.T) {
	for name, src := range sources(t) {
		step := 17 // the example has everything, so more of its tokens are lost
		if strings.Contains(name, "language") {
			step = 2
		}
		for end := 0; end < len(src); end += 5 + step {
			sound(t, src[:end])
		}
		f, _ := parse.File(name, src)
		for i, tok := range f.Tokens {
			if i%step != 0 {
				continue
			}
			sound(t, append(append([]byte{}, src[:tok.Range.From]...), src[tok.Range.To:]...))
		}
	}
}

// A bracket lost or doubled anywhere is an error, never silently another file.
func TestLostBracketIsAnError(t *testing.T) {
	src := sources(t)["testdata/good/language.riffle"]
	f, _ := parse.File("f", src)
	for _, tok := range f.Tokens {
		if strings.ContainsAny(tok.Text, "()[]{}") && len(tok.Text) == 1 {
			if _, diags := sound(t, append(append([]byte{}, src[:tok.Range.From]...), src[tok.Range.To:]...)); !diags.HasErrors() {
				t.Errorf("without the %s at byte %d there is no diagnostic", tok.Text, tok.Range.From)
			}
			twice := append(append(append([]byte{}, src[:tok.Range.To]...), tok.Text...), src[tok.Range.To:]...)
			if _, diags := sound(t, twice); !diags.HasErrors() && tok.Text != "(" && tok.Text != "[" && tok.Text != "{" {
				t.Errorf("with the %s at byte %d doubled there is no diagnostic", tok.Text, tok.Range.From)
			}
		}
	}
}

// hostile are texts made to exhaust the stack, the memory or the clock.
func hostile() map[string][]byte {
	in := func(s string) []byte {
		return []byte("pipeline p(a: items) -> items {\n  b = " + s + "\n  return a\n}\n")
	}
	many := func(s string, n int) string { return strings.Repeat(s, n) }
	const mb, part = parse.MaxFile, parse.MaxFile / 16 // in tokens the largest files take seconds
	return map[string][]byte{
		"3 M (":              bytes.Repeat([]byte("("), 3_000_000),
		"3 M [":              bytes.Repeat([]byte("["), 3_000_000),
		"1 MB of (":          in(many("(", mb-100)),
		"64 KB of [":         in(many("[", part-100)),
		"64 KB of {":         in(many("{", part-100)),
		"64 KB of f(":        in(many("f(", part/2-100)),
		"64 KB of )":         in(many(")", part-100)),
		"64 KB of -":         in(many("- ", part/2-100) + "1"),
		"64 KB of not":       in(many("not ", part/4-100) + "a"),
		"64 KB of + a":       in("a" + many(" + a", part/4-100)),
		"64 KB of ? :":       in(many("a ? b : ", part/8-100) + "c"),
		"64 KB of .a":        in("a" + many(".a", part/2-100)),
		"64 KB of else if":   in("if a { b } " + many("else if a { b } ", part/16-100) + "else { b }"),
		"1 MB name":          in(many("n", mb-100)),
		"1 MB string":        in(`"` + many("s", mb-100) + `"`),
		"1 MB raw":           in("`" + many("s\n", mb/2-100) + "`"),
		"1 MB number":        in(many("9", mb-100)),
		"64 KB of §":         in(many("§", part/2-100)),
		"64 KB of 0xff":      bytes.Repeat([]byte{0xff}, part),
		"64 KB of NUL":       make([]byte, part),
		"64 KB of line ends": bytes.Repeat([]byte("\n"), part),
		"64 KB of comments":  bytes.Repeat([]byte("///\n"), part/4),
		"64 KB of /*":        bytes.Repeat([]byte("/*"), part/2),
		"64 KB of /**/":      bytes.Repeat([]byte("/**/"), part/4),
		"64 KB of units":     in("a" + many("+5%", part/3-100)),
		"64 KB of calls":     in("f(" + many("g(x), ", part/6-100) + "1)"),
		"64 KB of modifiers": in("f(a) " + many("optional ", part/9-100)),
		"64 deep, wide":      in(many("f(", 63) + many("x, ", part/3-200) + "1" + many(")", 63)),
		"64 KB of tiers":     []byte("scene s {\n" + many("tier t when a { b: 1 }\n", part/23-10) + "}\n"),
		"line ends in (":     in("f(" + many("\n", part-200) + "a)"),
		"lines in (":         in("f(" + many("\n      a", part/8-200) + ")"),
		"lost brackets":      []byte("pipeline p() -> items {\n" + many("  b = f(a, [\n", part/13) + "}\n"),
		"too large":          make([]byte, mb+1),
	}
}

func TestHostile(t *testing.T) {
	for name, src := range hostile() {
		t.Run(name, func(t *testing.T) {
			_, diags := sound(t, src)
			if len(diags) > 1000 {
				t.Errorf("%d diagnostics, want 1000 at most", len(diags))
			}
		})
	}
}

func TestLimits(t *testing.T) {
	nest := func(n int) string {
		return "pipeline p(a: items) -> items {\n  b = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + "\n  return a\n}\n"
	}
	long := func(n int) string {
		return "pipeline p(a: items) -> items {\n  b = \"" + strings.Repeat("x", n-4) + "\" +  // blanks do not count\n    1\n  return a\n}\n"
	}
	for _, c := range []struct {
		name, src string
		want      bool
	}{
		{"63 brackets in the braces of a pipeline", nest(63), false},
		{"64 brackets in the braces of a pipeline", nest(64), true},
		{"an expression of 8,192 characters", long(8192), false},
		{"an expression of 8,193 characters", long(8193), true},
		{"a file of 1 MB", strings.Repeat("\n", parse.MaxFile), false},
		{"a file of 1 MB and a byte", strings.Repeat("\n", parse.MaxFile+1), true},
	} {
		_, diags := parse.File("f.riffle", []byte(c.src))
		if got := len(diags) == 1 && diags[0].Code == "E0902"; got != c.want || !c.want && len(diags) > 0 {
			t.Errorf("%s: E0902 %v, want %v\n%s", c.name, got, c.want, listing(diags))
		}
	}
}
