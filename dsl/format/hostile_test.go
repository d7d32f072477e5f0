package format_test

import (
	"strings"
	"testing"
)

// Texts made to take quadratic time: each is large, parses, and has to be
// formatted within the patience of the test.
func TestHostile(t *testing.T) {
	many := strings.Repeat
	in := func(s string) []byte { return []byte("pipeline p(a: items) -> items {\n" + s + "\n  return a\n}\n") }
	const part = 1 << 15
	for name, src := range map[string][]byte{
		"groups on one line":       in("  b = f(" + many("g(x), ", part/6) + "1)"),
		"binds on one line":        in("  b = loop x = a" + many(", y = f(a, 1)", part/13) + " while a { next x = a }"),
		"deep and too long":        in("  b = " + many("f(aaaaaaaa, g(bbbbbbbb), ", 40) + "1" + many(", c)", 40)),
		"comments in one call":     in("  b = f(a\n" + many("// c\n", part/5) + ", 1)"),
		"doc comments in one call": in("/// d\n  b = f(a\n" + many("/// c\n", part/6) + ", 1)"),
		"comments in expressions":  in("  b = f(a + " + many("// c\n a + ", 100) + "1)"),
		"rows that push others":    in(many("  a"+many("k", 60)+" = f(xxxxxxxxxxxxxxxxxxxxxxxx)\n  b = f("+many("y", 80)+")\n", part/200)),
		"operands in one line":     in("  b = a" + many(" + f(a)", 150)),
		"fields":                   []byte("type T {" + many("a: int, ", part/8) + "}\n"),
		"line ends":                []byte("type T {" + many("\n", part) + "a: int }\n"),
	} {
		t.Run(name, func(t *testing.T) { check(t, src) })
	}
}
