package enginetest_test

import (
	"context"
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// everyType is a project whose resource has a field of each type that an
// expression can compute with, one of them with nil allowed.
const everyType = `resource r {
  fields {
    id: key, i: int, j: int?, f: float, g: float?, b: bool, c: bool?, s: text, t: keyword?
    at: time, since: time?, d: duration, e: duration?, v: vector(2), w: vector(2)?
    li: list(int), lf: list(float)?, ls: list(keyword)
  }
}

type Rec { n: int, m: float?, s: string? }

pipeline p(pi: int, pf: float, ps: string, pb: bool, pd: duration, rec: Rec, pl: list(int), pt: time) -> items {
  a = top(r, by: i)
  return with(a, x: %s)
}
`

// texts draws expressions as text, most of them well typed.
type texts struct{ *rand.Rand }

func (g texts) pick(options ...string) string { return options[g.Intn(len(options))] }

func (g texts) number(depth int) string {
	if depth == 0 {
		return g.pick("i", "f", "(j ?? 0)", "(g ?? 0)", "(g ?? 1.5)", "(j ?? 2.5)", "pi", "pf", "rec.n", "(rec.m ?? 1)", "0", "1", "-1", "2.5", "1e300",
			"9223372036854775807", "35%", "64MB", "1_000", "-0.0", "(li[0] ?? 7)", "(pl[pi] ?? 0)", "len(s)", "hour(at)", "_score")
	}
	x := func() string { return g.number(depth - 1) }
	switch g.Intn(12) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", x(), g.pick("+", "-", "*", "/", "%", "**"), x())
	case 1:
		return fmt.Sprintf("((%s %s %s) ?? %s)", x(), g.pick("/", "%"), x(), x())
	case 2:
		return fmt.Sprintf("-(%s)", x())
	case 3:
		return fmt.Sprintf("(%s ? %s : %s)", g.truth(depth-1), x(), x())
	case 4:
		return fmt.Sprintf("%s(%s)", g.pick("log1p", "log", "exp", "sqrt", "abs", "round", "floor", "ceil"), x())
	case 5:
		return fmt.Sprintf("%s(%s, %s)", g.pick("min", "max", "pow"), x(), x())
	case 6:
		return fmt.Sprintf("clamp(%s, %s, %s)", x(), x(), x())
	case 7:
		return g.pick("(dot(v, w) ?? 0)", "dot(v, v)", "(cosine(v, w) ?? 0)", "freshness(at, 7d)", "freshness(at, pd)", "(freshness(at, d) ?? 0)")
	case 8:
		return fmt.Sprintf("(%s / %s)", g.span(depth-1), g.span(depth-1))
	case 9:
		return fmt.Sprintf("%s([%s, %s])", g.pick("sum", "len", "count"), x(), x())
	case 10:
		return g.pick("sum(li)", "(avg(lf ?? []) ?? 0)", "(avg(li) ?? 0)", "len(ls)", "tokens(s)", "sum(lf ?? [])", "len(pl)")
	}
	return fmt.Sprintf("([%s, %s][%s] ?? %s)", x(), x(), g.pick("0", "1", "2", "i", "-1"), x())
}

func (g texts) span(depth int) string {
	if depth == 0 {
		return g.pick("d", "(e ?? 0s)", "pd", "7d", "-3ms", "0s", "age(at)", "(at - pt)", "106751d")
	}
	x := func() string { return g.span(depth - 1) }
	return g.pick("("+x()+" + "+x()+")", "("+x()+" - "+x()+")", "("+x()+" * "+g.number(depth-1)+")",
		"("+x()+" / "+g.number(depth-1)+")", "-("+x()+")", "abs("+x()+")", "min("+x()+", "+x()+")")
}

func (g texts) text(depth int) string {
	if depth == 0 {
		return g.pick("s", "(t ?? \"\")", "ps", "(rec.s ?? \"x\")", `"围棋"`, `""`, "`a`", "id", "(ls[0] ?? \"\")", "_resource")
	}
	x := func() string { return g.text(depth - 1) }
	return g.pick("("+x()+" + "+x()+")", "lower("+x()+")", "upper("+x()+")", "("+g.truth(depth-1)+" ? "+x()+" : "+x()+")")
}

func (g texts) truth(depth int) string {
	if depth == 0 {
		return g.pick("b", "(c ?? false)", "pb", "true", "false", "c == nil", "g != nil", "t == nil", "rec.s == nil", "w == nil", "lf != nil", "c == b")
	}
	n, s := func() string { return g.number(depth - 1) }, func() string { return g.text(depth - 1) }
	compare := g.pick("==", "!=", "<", "<=", ">", ">=")
	return "(" + g.pick(
		n()+" "+compare+" "+n(), s()+" "+compare+" "+s(), g.span(depth-1)+" "+compare+" "+g.span(depth-1),
		"at "+compare+" now() - "+g.span(depth-1), "j "+g.pick("==", "!=")+" "+n(), "t "+g.pick("==", "!=")+" "+s(),
		g.truth(depth-1)+" "+g.pick("and", "or", "==", "!=")+" "+g.truth(depth-1), "not "+g.truth(depth-1),
		n()+" in ["+n()+", "+n()+"]", s()+" not in ls", s()+" in ["+s()+"]", "i in pl", "i in []", "pi in li", "f in [1, 2]", "i in [1.5, 2]",
		s()+" "+g.pick("contains", "startsWith", "endsWith")+" "+s(), s()+" matches `^a+`", "ls == ls", "li == pl", "li == [1, 2]", "li != []",
	) + ")"
}

// draw is an expression of any type.
func (g texts) draw() string {
	depth := g.Intn(4)
	return g.pick(g.number(depth), g.text(depth), g.truth(depth), g.span(depth), "now() + "+g.span(depth), "min(at, now())", "["+g.number(depth)+"]", "li", "w", "j", "[s]", "v", "[i, f]", "[1, 2.5]")
}

// A text that the checker lets pass is computed, and both evaluators agree: no
// value of a document or a request makes either of them panic.
func TestAcceptedExpressionsAreComputed(t *testing.T) {
	g := texts{rand.New(rand.NewSource(1))}
	accepted := 0
	const drawn = 400
	for range drawn {
		text := g.draw()
		p, found := dag.Compile([]dag.Source{{Name: "p.riffle", Text: []byte(fmt.Sprintf(everyType, text))}}, op.NewCatalogue())
		if found.HasErrors() {
			continue
		}
		accepted++
		agree(t, g, text, p)
	}
	if accepted < drawn/3 {
		t.Errorf("only %d of %d texts are accepted, the test says little", accepted, drawn)
	}
}

// agree computes the column x row by row and column by column.
func agree(t *testing.T, g texts, text string, p *dag.Project) {
	t.Helper()
	graph, _ := p.Pipeline("p")
	n, ok := graph.Node("return.with")
	if !ok {
		n = graph.Nodes[graph.Result.Items]
	}
	var e *column.Expr
	for _, a := range n.Args {
		for _, b := range a.Bindings {
			e = b.Expr
		}
	}
	if e == nil {
		t.Fatalf("%s: no expression in %s", text, n.Name)
	}
	types := map[string]column.Type{}
	leaves(e, types)
	const rows = 9
	cols, params := map[string]*column.Column{}, map[string]column.Value{}
	for name, typ := range types {
		vals := make([]column.Value, rows)
		for i := range vals {
			vals[i] = g.value(typ)
		}
		c, err := column.FromValues(typ, vals)
		if err != nil {
			t.Fatalf("%s: %s: %v", text, name, err)
		}
		cols[name], params[name] = c, vals[0]
	}
	program, err := column.Compile(e, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	param := func(name string) column.Value { return params[name] }
	got, err := program.Eval(context.Background(), column.Input{Len: rows, Column: func(s string) *column.Column { return cols[s] }, Param: param})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for i := range rows {
		want, err := column.EvalRow(e, func(s string) column.Value { return cols[s].Row(i) }, param)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !cmp.Equal(want, got.Row(i), cmp.Comparer(func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) })) {
			t.Errorf("%s\nrow %d: row by row %v, by columns %v", text, i, want, got.Row(i))
		}
		if want == nil && !e.Type.Nullable && !strings.ContainsAny(text, "/%*") && !strings.Contains(text, "freshness") {
			t.Errorf("%s: nil, though its type is %s", text, e.Type)
		}
	}
}

// leaves collects the types of columns and parameters.
func leaves(e *column.Expr, out map[string]column.Type) {
	if e.Op == "col" || e.Op == "param" {
		out[e.Name] = e.Type
	}
	for _, a := range e.Args {
		leaves(a, out)
	}
}

// value draws one of a type, at the edges as often as not.
func (g texts) value(t column.Type) column.Value {
	if t.Nullable && g.Intn(3) == 0 {
		return nil
	}
	switch t.Kind {
	case column.Int, column.Time, column.Duration:
		return []int64{0, 1, -1, 2, 1 << 53, 1<<53 + 1, math.MaxInt64, math.MinInt64, 86_400_000_000_000}[g.Intn(9)]
	case column.Float:
		return []float64{0, 1, -1, 0.5, math.Inf(1), math.Inf(-1), math.NaN(), 1e300, math.Copysign(0, -1)}[g.Intn(9)]
	case column.Bool:
		return g.Intn(2) == 0
	case column.String:
		return g.pick("", "a", "Aa", "围棋", "1")
	case column.Vector:
		return []float32{float32(g.Intn(3)), float32(g.Intn(3) - 1)}
	case column.List:
		out := []column.Value{}
		for range g.Intn(3) {
			out = append(out, g.value(*t.Elem))
		}
		return out
	case column.Record:
		out := map[string]column.Value{}
		for _, f := range t.Fields {
			out[f.Name] = g.value(f.Type)
		}
		return out
	}
	return nil
}
