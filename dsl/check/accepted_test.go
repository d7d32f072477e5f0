package check_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/expr-lang/expr"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check/checktest"
	"riffle.dev/riffle/dsl/sig"
)

// An expression that the checker accepts never makes expr's machine panic, and
// gives what the checker says, nil only where it says so. The expressions are
// drawn from what both know, a part of their operands of any type at all.
func TestAcceptedNeverPanics(t *testing.T) {
	accepted := 0
	for seed := range uint64(40) {
		accepted += differential(t, seed)
	}
	if accepted < 500 {
		t.Errorf("only %d expressions were accepted: the test tells little", accepted)
	}
}

func FuzzAccepted(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(1000 + seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { differential(t, seed) })
}

const drawn = 40 // expressions a seed

// differential checks expressions of one seed and runs those accepted.
func differential(t *testing.T, seed uint64) (accepted int) {
	g := &drawer{rand.New(rand.NewPCG(seed, 7))}
	var lines []string
	for i := range drawn {
		lines = append(lines, fmt.Sprintf("  x%d = %s", i, g.draw(kinds[g.IntN(len(kinds))], 4)))
	}
	src := "type Point { x: int, y: float? }\n\npipeline p(" + signature + ") -> { n: int } {\n" + strings.Join(lines, "\n") + "\n  return { n: 1 }\n}\n"
	info, list := analysis.Project(map[string][]byte{"a.riffle": []byte(src)}, checktest.Catalogue())
	wrong := map[int]bool{}
	for _, d := range list {
		if d.Severity == "error" {
			wrong[d.Line] = true
		}
	}
	p := info.Pipelines["p"]
	for _, s := range p.Order {
		line, err := strconv.Atoi(s.Name.Text[1:])
		if err != nil {
			t.Fatal(err)
		}
		if wrong[line+4] {
			continue
		}
		accepted++
		text := strings.SplitN(lines[line], " = ", 2)[1]
		for range 4 {
			env := g.env()
			got, err := run(text, env)
			if err != nil {
				t.Errorf("accepted: %s\nwith %v: %v", text, env, err)
			} else if !is(got, p.Types[s]) {
				t.Errorf("%s is %s\nwith %v it gives %T %v", text, p.Types[s], env, got, got)
			}
		}
	}
	return accepted
}

// run is expr's machine, without types; a panic is an error.
func run(text string, env map[string]any) (any, error) {
	program, err := expr.Compile(text)
	if err != nil {
		return nil, err
	}
	return expr.Run(program, env)
}

// is tells whether a value of the machine is of a type; an int may stand for a float.
func is(v any, t sig.Type) bool {
	if v == nil {
		return t.Nullable
	}
	switch v := v.(type) {
	case int:
		return t.Kind == sig.Int || t.Kind == sig.Float
	case float64:
		return t.Kind == sig.Float
	case bool:
		return t.Kind == sig.Bool
	case string:
		return t.Kind == sig.String
	case map[string]any:
		if t.Kind != sig.Record {
			return false
		}
		for _, f := range t.Fields {
			if !is(v[f.Name], f.Type) {
				return false
			}
		}
		return len(v) == len(t.Fields)
	case []any:
		if t.Kind != sig.List {
			return false
		}
		for _, e := range v {
			if t.Elem == nil || !is(e, *t.Elem) {
				return false
			}
		}
		return true
	case []int:
		return t.Kind == sig.List && is(1, *t.Elem)
	case []string:
		return t.Kind == sig.List && is("", *t.Elem)
	}
	return false
}

const signature = "i: int, j: int?, f: float, g: float?, s: string, u: string?, b: bool, c: bool?, is: list(int), fs: list(float?), ss: list(string), p: Point"

// names of each kind; those of nullable ones last.
var named = map[string][]string{
	"int":    {"i", "p.x", "j"},
	"float":  {"f", "p.y", "g"},
	"string": {"s", "u"},
	"bool":   {"b", "c"},
	"ints":   {"is"}, "floats": {"fs"}, "strings": {"ss"},
}

var kinds = []string{"int", "float", "string", "bool", "ints", "floats", "strings"}

// drawer writes random expressions.
type drawer struct{ *rand.Rand }

func (g *drawer) pick(list ...string) string { return list[g.IntN(len(list))] }

// draw an expression that is likely of a kind.
func (g *drawer) draw(kind string, depth int) string {
	if g.IntN(25) == 0 {
		kind = g.pick(kinds...) // another than wanted
	}
	if depth == 0 || g.IntN(5) == 0 {
		return g.leaf(kind)
	}
	sub := func(kind string) string { return g.draw(kind, depth-1) }
	number := func() string { return sub(g.pick("int", "float")) }
	switch g.IntN(8) {
	case 0:
		return fmt.Sprintf("(%s ? %s : %s)", sub("bool"), sub(kind), sub(kind))
	case 1:
		return fmt.Sprintf("(%s ?? %s)", sub(kind), sub(kind))
	}
	switch kind {
	case "int":
		return g.pick(
			fmt.Sprintf("(%s %s %s)", sub("int"), g.pick("+", "-", "*"), sub("int")),
			fmt.Sprintf("(%s %% %d)", g.pick("i", "p.x", "-7"), 1+g.IntN(9)), // its machine has none of floats
			fmt.Sprintf("-%s", sub("int")),
			fmt.Sprintf("len(%s)", sub(g.pick("ints", "floats", "strings", "string"))),
			fmt.Sprintf("count(%s, %s)", sub("ints"), g.body("bool", "int", depth)),
			fmt.Sprintf("sum(%s, (# ?? 0))", sub("ints")),
			fmt.Sprintf("reduce(%s, #acc + %s, %s)", sub("ints"), g.body("int", "int", depth), sub("int")),
			fmt.Sprintf("(find(%s, %s) ?? 0)", sub("ints"), g.body("bool", "int", depth)), // it takes what find gives for never nil
			fmt.Sprintf("({ a: %s, b: %s }).%s", sub("int"), sub("string"), g.pick("a", "a", "b")),
		)
	case "float":
		return g.pick(
			fmt.Sprintf("(%s %s %s)", number(), g.pick("+", "-", "*", "/", "**"), sub("float")),
			fmt.Sprintf("(%s / %s)", sub("int"), number()),
			fmt.Sprintf("-%s", sub("float")),
			fmt.Sprintf("%s(%s)", g.pick("floor", "ceil", "abs"), sub("float")),
		)
	case "string":
		return g.pick(
			fmt.Sprintf("(%s + %s)", sub("string"), sub("string")),
			fmt.Sprintf("%s(%s)", g.pick("lower", "upper", "trim"), sub("string")),
			fmt.Sprintf("replace(%s, %s, %s)", sub("string"), `"a"`, sub("string")),
			fmt.Sprintf("(%s(%s) ?? \"\")", g.pick("first", "last"), sub("strings")), // like find
			fmt.Sprintf("%s[%d:%d]", g.pick("s", `"hello"`), g.IntN(3), 2+g.IntN(3)),
		)
	case "bool":
		same := g.pick("int", "string", "float")
		return g.pick(
			fmt.Sprintf("(%s %s %s)", sub(same), g.pick("==", "!=", "<", "<=", ">", ">="), sub(same)),
			fmt.Sprintf("(%s %s %s)", number(), g.pick("<", "<=", ">", ">="), number()),
			fmt.Sprintf("(%s %s nil)", sub(g.pick(kinds...)), g.pick("==", "!=")),
			fmt.Sprintf("(%s %s %s)", sub("bool"), g.pick("and", "or"), sub("bool")),
			fmt.Sprintf("not %s", sub("bool")),
			fmt.Sprintf("(%s %s %s)", sub("string"), g.pick("contains", "startsWith", "endsWith"), sub("string")),
			fmt.Sprintf("(%s %s %s)", sub("int"), g.pick("in", "not in"), sub("ints")),
			fmt.Sprintf("(%s %s %s)", sub("string"), g.pick("in", "not in"), sub("strings")),
			fmt.Sprintf("%s(%s, %s)", g.pick("any", "all", "none", "one"), sub("ints"), g.body("bool", "int", depth)),
			fmt.Sprintf("%s(%s, %s)", g.pick("any", "all", "none", "one"), sub("strings"), g.body("bool", "string", depth)),
		)
	case "ints":
		return g.pick(
			fmt.Sprintf("[%s, %s]", sub("int"), sub("int")),
			fmt.Sprintf("map(%s, %s)", sub("ints"), g.body("int", "int", depth)),
			fmt.Sprintf("map(%s, %s)", sub("strings"), g.body("int", "string", depth)),
			fmt.Sprintf("reverse(%s)", sub("ints")),
			fmt.Sprintf("%s[%d:]", sub("ints"), g.IntN(3)),
		)
	case "floats":
		return g.pick(
			fmt.Sprintf("[%s, %s]", number(), sub("float")),
			fmt.Sprintf("map(%s, %s)", sub("floats"), g.body("float", "float", depth)),
		)
	}
	return g.pick(
		fmt.Sprintf("[%s, %s]", sub("string"), sub("string")),
		fmt.Sprintf("map(%s, %s)", sub(g.pick("ints", "strings")), g.body("string", "string", depth)),
		fmt.Sprintf("split(%s, \",\")", sub("string")),
	)
}

// body is what a closure computes of an element of a kind.
func (g *drawer) body(kind, element string, depth int) string {
	if g.IntN(3) == 0 || depth < 2 {
		return g.draw(kind, max(0, depth-2))
	}
	switch {
	case kind == element:
		return g.pick("#", fmt.Sprintf("(# + %s)", g.draw(kind, depth-2)))
	case kind == "bool":
		return fmt.Sprintf("(# %s %s)", g.pick("==", "<", ">=", "!="), g.draw(element, depth-2))
	}
	return "len(#)"
}

func (g *drawer) leaf(kind string) string {
	if names := named[kind]; g.IntN(3) > 0 {
		if g.IntN(5) > 0 {
			return names[0]
		}
		return g.pick(names...)
	}
	switch kind {
	case "int":
		return g.pick("0", "1", "-1", "7", "9223372036854775807", "-9223372036854775807")
	case "float":
		return g.pick("0.0", "0.5", "-2.5", "1e300")
	case "string":
		return g.pick(`""`, `"a"`, `"日本"`, `"a,b"`)
	case "bool":
		return g.pick("true", "false")
	case "ints":
		return g.pick("[1, 2, 3]", "[0]", "[1, 2, 3][3:]")
	case "floats":
		return g.pick("[0.5, 2.0]", "[1, 2.5]")
	}
	return g.pick(`["a", "b"]`, `["a"][1:]`)
}

// env draws values, edges and nil among them.
func (g *drawer) env() map[string]any {
	ints := []int{0, 1, -1, 5, math.MaxInt64, math.MinInt64, math.MaxInt32}
	floats := []float64{0, 0.5, -2.5, math.MaxFloat64, math.Inf(1), math.NaN()}
	texts := []string{"", "a", "hello", "日本語", "a,b,c"}
	i := func() any { return ints[g.IntN(len(ints))] }
	f := func() any { return floats[g.IntN(len(floats))] }
	s := func() any { return texts[g.IntN(len(texts))] }
	b := func() any { return g.IntN(2) == 0 }
	null := func(v any) any {
		if g.IntN(2) == 0 {
			return nil
		}
		return v
	}
	list := func(v func() any) []any {
		out := []any{}
		for range g.IntN(4) {
			out = append(out, v())
		}
		return out
	}
	return map[string]any{
		"i": i(), "j": null(i()), "f": f(), "g": null(f()), "s": s(), "u": null(s()), "b": b(), "c": null(b()),
		"is": list(i), "fs": list(func() any { return null(f()) }), "ss": list(s), "p": map[string]any{"x": i(), "y": null(f())},
	}
}
