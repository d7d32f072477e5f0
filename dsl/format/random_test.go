package format_test

import (
	"flag"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/parse"
)

var programs = flag.Int("programs", 500, "how many random programs TestRandomPrograms formats")

// A random program parses, and its canonical form means the same, keeps every
// comment and is its own canonical form. -programs 100000 is the long run.
func TestRandomPrograms(t *testing.T) {
	for seed := range *programs {
		g := &grammar{Rand: rand.New(rand.NewSource(int64(seed)))}
		src := []byte(g.file())
		if _, diags := parse.File("f", src); diags.HasErrors() {
			t.Fatalf("seed %d: what the grammar makes does not parse: %v\n%s", seed, diags[0], src)
		}
		check(t, src)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// grammar makes texts by the rules of SPEC.md section 2, blanks, comments and
// line ends strewn where they may stand.
type grammar struct {
	*rand.Rand
	names int
	depth int
}

func (g *grammar) pick(options ...string) string { return options[g.Intn(len(options))] }
func (g *grammar) one(in int) bool               { return g.Intn(in) == 0 }

// of makes one of several texts.
func (g *grammar) of(options ...func() string) string { return options[g.Intn(len(options))]() }

// say is a way to make a text that is there.
func say(text string) func() string { return func() string { return text } }

// maybe makes a text or none.
func (g *grammar) maybe(text func() string) string {
	if g.one(2) {
		return ""
	}
	return text()
}

// some is n times a text, 0 to most, with sep between.
func (g *grammar) some(least, most int, sep string, make func() string) string {
	parts := make2(least+g.Intn(most-least+1), make)
	return strings.Join(parts, sep)
}

func make2(n int, make func() string) []string {
	var out []string
	for range n {
		out = append(out, make())
	}
	return out
}

// fresh is a name nobody has yet.
func (g *grammar) fresh() string {
	g.names++
	return fmt.Sprintf("%s%d", g.pick("a", "pool", "热门", "x_", "Item", "iffy"), g.names)
}

// gap stands where blanks do not count.
func (g *grammar) gap() string {
	return g.pick("", " ", " ", " ", "  ", "\t")
}

// loose stands inside of ( ) and [ ], where line ends and comments do not count.
func (g *grammar) loose() string {
	if g.one(30) {
		return g.pick(" // c\n", "\n", "\n\n\n", "\n // d\n")
	}
	return g.gap()
}

// sep between entries of { }.
func (g *grammar) sep() string {
	return g.pick(", ", ",", "\n", "\n\n", "\n    ", ",\n", " // c\n", "\n// d\n", "\n/// doc\n")
}

func (g *grammar) nl() string { return g.pick("\n", "\n", "\n", "\n\n", " // c\n", "\n  // d\n") }

func (g *grammar) entries(least, most int, make func() string) string {
	n := least + g.Intn(most-least+1)
	var b strings.Builder
	b.WriteString("{" + g.pick("", " ", "\n"))
	for i := range n {
		if i > 0 {
			b.WriteString(g.sep())
		}
		b.WriteString(make())
	}
	if n > 0 {
		b.WriteString(g.pick("", " ", "\n", ","))
	}
	return b.String() + "}"
}

func (g *grammar) file() string {
	return g.pick("", "// head\n\n", "\n\n") + g.some(1, 4, "\n"+g.pick("", "\n", "// between\n", "/// doc\n"), g.decl) + "\n"
}

func (g *grammar) decl() string {
	switch g.Intn(9) {
	case 0:
		return "import " + g.some(1, 3, g.gap()+", ", func() string { return g.fresh() + g.maybe(func() string { return " as " + g.fresh() }) }) + ` from "team/main@12"`
	case 1:
		return "type " + g.fresh() + g.gap() + g.record()
	case 2:
		fields := true
		return "resource " + g.fresh() + " " + g.entries(1, 4, func() string {
			if fields {
				fields = false
				return "fields " + g.record()
			}
			return g.setting()
		})
	case 3, 4:
		return g.pick("service ", "function ") + g.fresh() + g.signature() + " " + g.entries(0, 3, g.setting)
	case 5:
		return "scene " + g.fresh() + " " + g.entries(0, 4, func() string {
			if g.one(3) {
				return "tier " + g.fresh() + " when " + g.expr() + " " + g.entries(0, 2, g.setting)
			}
			return g.setting()
		})
	case 6:
		return "experiment " + g.fresh() + " on " + g.fresh() + " by " + g.expr() + " " + g.entries(0, 3, func() string {
			return "arm " + g.fresh() + " 50%" + g.maybe(func() string { return " " + g.entries(0, 2, g.setting) })
		})
	case 7:
		return `test "a \"b\"" of ` + g.fresh() + " " + g.entries(0, 4, g.entry)
	}
	return "pipeline " + g.fresh() + g.signature() + " {\n" + g.stmts(4) + g.pick("", "  after { f(a) }\n") + "return " + g.value() + g.nl() + "}"
}

func (g *grammar) entry() string {
	switch g.Intn(4) {
	case 0:
		return "request " + g.recordValue()
	case 1:
		return "expect " + g.expr()
	case 2:
		return "given now " + `"2026-01-02T03:04:05Z"`
	}
	return "given " + g.fresh() + g.maybe(func() string { return "." + g.fresh() }) + " " + g.of(say(`from "f.jsonl"`), say("[]"), func() string { return "gives " + g.expr() }, say("fails timeout"), say("off"), func() string { return "at " + g.fresh() })
}

func (g *grammar) record() string { return g.entries(0, 4, g.param) }

func (g *grammar) param() string {
	return g.fresh() + g.gap() + ":" + g.gap() + g.typ() + g.maybe(func() string { return g.gap() + "=" + g.gap() + g.constant() })
}

func (g *grammar) typ() string {
	if g.depth > 3 {
		return "int"
	}
	g.depth++
	defer func() { g.depth-- }()
	return g.of(say("int"), say("keyword"), say("float(0..1)"), say(`keyword("a", "b")`), say("vector( 64 ,metric: cosine)"), say("text(analyzer: english)"), func() string { return "list(" + g.loose() + g.typ() + ")" }, g.record, say("items"), say("items(Card)")) + g.pick("", "", "?")
}

func (g *grammar) signature() string {
	return "(" + g.some(0, 3, g.loose()+","+g.loose(), g.param) + g.pick("", g.loose()) + ")" + g.gap() + "->" + g.gap() + g.typ()
}

func (g *grammar) setting() string {
	if g.one(5) && g.depth < 3 {
		g.depth++
		defer func() { g.depth-- }()
		return g.fresh() + " " + g.entries(0, 3, g.setting)
	}
	return g.fresh() + ":" + g.gap() + g.of(g.constant, func() string { return "50/s by " + g.expr() })
}

func (g *grammar) constant() string {
	return g.pick("1", "-2.5", "30ms", "35%", "2..6", "64MB", `"x"`, "`r`", "english", "[5%, 20%]", `["a", "b"]`, "hash(genre, spread: 4)", "{ a: 1 }")
}

func (g *grammar) stmts(most int) string {
	var b strings.Builder
	for range g.Intn(most + 1) {
		b.WriteString(g.gap() + g.fresh() + g.gap() + "=" + g.gap() + g.right() + g.nl())
	}
	return b.String()
}

// right of a statement's sign, modifiers included.
func (g *grammar) right() string {
	if g.depth > 2 {
		return g.call()
	}
	g.depth++
	defer func() { g.depth-- }()
	switch g.Intn(12) {
	case 0:
		return "if " + g.expr() + " " + g.block() + " else " + g.maybe(func() string { return "if " + g.expr() + " " + g.block() + " else " }) + g.block() + g.mods()
	case 1:
		return "loop " + g.binds() + " while " + g.expr() + g.pick("", " max 3") + " {\n" + g.stmts(2) + "next " + g.binds() + g.nl() + "}" + g.mods()
	case 2:
		return "each " + g.fresh() + " in " + g.value() + g.pick("", " max 5", " parallel 4", " max 5 parallel 4") + " " + g.block() + g.mods()
	case 3:
		arms := g.some(1, 3, "\n", func() string { return g.fresh() + ":" + g.gap() + g.of(g.call, g.block) + g.mods() })
		return "choose {\n" + arms + g.nl() + "}" + g.mods()
	case 4, 5:
		return g.value()
	}
	return g.call() + g.mods()
}

func (g *grammar) block() string {
	return "{" + g.pick("\n", " ") + g.stmts(2) + g.call() + g.mods() + g.pick(" ", "\n") + "}"
}

func (g *grammar) binds() string {
	return g.some(1, 2, ", ", func() string { return g.fresh() + " = " + g.value() })
}

func (g *grammar) mods() string {
	all := []string{"optional", "gain " + g.pick("0.5", "0.1..0.2", "0.3 { a: 0.1, b: 0.2..0.3 }"), "when " + g.expr(), "timeout 30ms", "hedge 5ms", "retry 2", "cache 5s" + g.maybe(func() string { return " by " + g.expr() }), "fallback " + g.of(say("nil"), say("[]"), g.call, say("a"))}
	var b strings.Builder
	for _, i := range g.Perm(len(all))[:g.Intn(4)] {
		b.WriteString(g.pick(" ", "  ", "\n      ") + all[i])
	}
	return b.String()
}

func (g *grammar) value() string {
	return g.of(g.expr, g.expr, g.call, func() string { return "[" + g.some(0, 3, g.loose()+","+g.loose(), g.call) + "]" }, g.recordValue)
}

func (g *grammar) recordValue() string {
	if g.depth > 3 {
		return "{}"
	}
	g.depth++
	defer func() { g.depth-- }()
	return g.entries(0, 3, func() string { return g.of(g.fresh, say(`"k"`)) + ": " + g.value() })
}

func (g *grammar) call() string {
	if g.depth > 4 {
		return "f(a)"
	}
	g.depth++
	defer func() { g.depth-- }()
	args := make2(g.Intn(3), g.value)
	for range g.Intn(3) {
		args = append(args, g.fresh()+":"+g.gap()+g.of(g.value, say("100..300")))
	}
	return g.pick("f", "take", "打分") + "(" + g.loose() + strings.Join(args, g.loose()+","+g.loose()) + g.pick("", g.loose()) + ")"
}

func (g *grammar) expr() string {
	if g.depth > 5 {
		return g.pick("a", "1", `"s"`, "30ms")
	}
	g.depth++
	defer func() { g.depth-- }()
	x := g.operand
	switch g.Intn(8) {
	case 0:
		return x() + g.blank() + g.pick("+", "-", "*", "/", " % ", "**", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||") + g.blank() + x()
	case 1:
		return x() + " " + g.pick("and", "or", "in", "not in", "contains", "startsWith", "matches", "??") + " " + x()
	case 2:
		return x() + " ? " + x() + " : " + x()
	case 3:
		return g.pick("not ", "!", "-") + x()
	}
	return x()
}

func (g *grammar) blank() string { return g.pick(" ", " ", "", "  ") }

func (g *grammar) operand() string {
	if g.depth > 5 {
		return g.pick("a", "k")
	}
	g.depth++
	defer func() { g.depth-- }()
	if g.one(2) {
		return g.pick("a", "item.b", "热门", "1", "2.5", "1_000", "35%", "7d", `"s"`, "`r`", "true", "nil", "map(a, .x)", "a[0]", "a[1:2]", "a.b.c")
	}
	return g.of(
		func() string { return "(" + g.loose() + g.expr() + g.loose() + ")" },
		func() string { return "log1p(" + g.expr() + ")" },
		func() string { return "any(xs, # in " + g.operand() + ")" },
		func() string { return "[" + g.expr() + ", 2]" },
	)
}
