package check_test

import "strings"

// hostileSeeds are texts made to exhaust the stack, the memory or the clock;
// the large ones are made, not kept.
func hostileSeeds() []string {
	many := strings.Repeat
	in := func(s string) string { return games + "pipeline p() -> items {\n" + s + "  return a\n}\n" }
	const a = "  a = top(games, by: n)\n"
	return []string{
		many("(", 3_000_000),
		in(a + "  b = \"" + many("x", 1<<20-200) + "\"\n"),
		in("  a = top(games, by: n" + many(" + n", 2000) + ")\n"),
		in(a + "  b = " + many("if true { ", 60) + "a" + many(" } else { a }", 60) + "\n"),
		in(a + "  b = " + many("if true { a } else ", 63) + "{ a }\n"),
		in(a + "  b = loop x = a" + many(", y = 1", 500) + " while true max 3 { next x = x }\n"),
		in(a + "  b = choose {\n" + many("    c: take(a, 3)  gain 1\n", 500) + "  }\n"),
		in(a + "  b = each x in [" + many("1, ", 800) + "1] { take(a, x) }\n"),
		in(a + "  b = any([1], " + many("any([#], ", 50) + "true" + many(")", 51) + "\n"),
		in(a + "  b = map(map(map(map([[[[1]]]], #), #), #), #)\n"),
		in(a + "  b = { r: " + many("{ r: ", 50) + "1" + many(" }", 51) + "\n"),
		in(a + "  b" + many(".b", 3000) + " = 3\n"),
		in("  a = " + many("merge([", 30) + "top(games, by: n)" + many("])", 30) + "\n"),
		"pipeline p(k: int) -> items(p) { return p(k) }\n",
		"type T { a: " + many("list(", 60) + "T" + many(")", 60) + " }\n",
		"scene s { pipeline: s\n" + many("  tier t when t { t: t }\n", 500) + "}\n",
		"experiment e on e by e {\n" + many("  arm a 0.1%\n", 1000) + "}\n",
		"test \"t\" of t {\n" + many("  given t [{ t: t }]\n", 500) + "}\n",
		"import " + many("a as b, ", 500) + "c from \"t/p@1\"\n",
		"resource r { fields { 围棋: key, \u0301: text, a\u200bb: int } }\n",
		"service s(item: { item: { item: int } }) -> items(s) { endpoints: [\"http://[::1\"] }\n",
	}
}
