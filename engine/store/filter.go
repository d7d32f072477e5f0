package store

import (
	"math"

	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// clause is a condition that a store may be asked: of one field and a value,
// or of several clauses. It knows two values: true, or not.
type clause struct {
	op    string // and or not | == != < <= > >= in has startsWith endsWith contains missing
	args  []*clause
	field *index.Field
	value column.Value // a []column.Value of in
	null  bool         // it holds for a document without the field
}

// fit says how a store tests a clause.
type fit uint8

const (
	unfit fit = iota // it can't
	wide             // it lets more through: what comes is tested again
	exact
)

// parts of a filter.
type parts struct {
	pushed *clause      // nil: nothing
	rest   *column.Expr // nil: nothing
	none   bool         // it is never true
}

// split a filter: the parameters are filled in, and each part of a conjunction
// goes to the store if it can test it.
func split(e *column.Expr, params index.Params, p *plan, can func(*clause) fit) parts {
	var out parts
	if e == nil {
		return out
	}
	var push []*clause
	var rest []*column.Expr
	for _, term := range conjuncts(fold(e, params), nil) {
		if term.Op == "const" {
			if term.Value != true {
				out.none = true
			}
			continue
		}
		c := compile(term, p)
		how := unfit
		if c != nil {
			how = fits(c, can)
		}
		if how != unfit {
			push = append(push, c)
		}
		if how != exact {
			rest = append(rest, term)
		}
	}
	switch {
	case len(push) == 1:
		out.pushed = push[0]
	case len(push) > 1:
		out.pushed = &clause{op: "and", args: push}
	}
	for _, term := range rest {
		if out.rest == nil {
			out.rest = term
			continue
		}
		out.rest = &column.Expr{Op: "and", Args: []*column.Expr{out.rest, term}, Type: column.Type{Kind: column.Bool}}
	}
	return out
}

func conjuncts(e *column.Expr, to []*column.Expr) []*column.Expr {
	if e.Op == "and" {
		for _, a := range e.Args {
			to = conjuncts(a, to)
		}
		return to
	}
	return append(to, e)
}

// fold computes what reads no column. A part that fails is left as it is, so
// that who evaluates it says why.
func fold(e *column.Expr, params index.Params) *column.Expr {
	if e.Op == "const" {
		return e
	}
	if len(e.Columns()) == 0 {
		bind := params
		if bind == nil {
			bind = func(string) column.Value { return nil }
		}
		if v, err := column.EvalRow(e, func(string) column.Value { return nil }, bind); err == nil {
			return &column.Expr{Op: "const", Value: v, Type: e.Type}
		}
		return e
	}
	if e.Op == "over" { // its body has elements
		return e
	}
	out := *e
	out.Args = make([]*column.Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = fold(a, params)
	}
	return &out
}

// fits is how a store tests a clause whole. A clause that lets more through may
// not stand under a not, where it would let less.
func fits(c *clause, can func(*clause) fit) fit {
	switch c.op {
	case "and", "or":
		out := exact
		for _, a := range c.args {
			out = min(out, fits(a, can))
		}
		return out
	case "not":
		if fits(c.args[0], can) == exact {
			return exact
		}
		return unfit
	}
	return can(c)
}

// compile makes a clause of a folded condition; nil where it has no form.
func compile(e *column.Expr, p *plan) *clause {
	switch e.Op {
	case "and", "or":
		a, b := compile(e.Args[0], p), compile(e.Args[1], p)
		if a == nil || b == nil {
			return nil
		}
		return &clause{op: e.Op, args: []*clause{a, b}}
	case "not":
		if a := compile(e.Args[0], p); a != nil {
			return &clause{op: "not", args: []*clause{a}}
		}
		return nil
	case "col":
		if e.Type.Kind == column.Bool {
			return atom("==", e, constant(true, column.Bool), e, p)
		}
		return nil
	case "==", "!=", "<", "<=", ">", ">=":
		if e.Args[0].Op == "col" && e.Args[1].Op == "const" {
			return atom(e.Op, e.Args[0], e.Args[1], e, p)
		}
		if e.Args[1].Op == "col" && e.Args[0].Op == "const" {
			return atom(turned[e.Op], e.Args[1], e.Args[0], e, p)
		}
	case "in":
		if e.Args[0].Op == "col" && e.Args[1].Op == "const" {
			return atom("in", e.Args[0], e.Args[1], e, p)
		}
		if e.Args[1].Op == "col" && e.Args[0].Op == "const" {
			return atom("has", e.Args[1], e.Args[0], e, p)
		}
	case "call":
		switch e.Name {
		case "startsWith", "endsWith", "contains":
			if len(e.Args) == 2 && e.Args[0].Op == "col" && e.Args[1].Op == "const" {
				return atom(e.Name, e.Args[0], e.Args[1], e, p)
			}
		}
	}
	return nil
}

// turned are the comparisons with their sides changed.
var turned = map[string]string{"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

func constant(v column.Value, k column.Kind) *column.Expr {
	return &column.Expr{Op: "const", Value: v, Type: column.Type{Kind: k}}
}

// atom is a condition of one field. What it is for a document without the field
// is computed, for stores know neither defaults nor our nil.
func atom(op string, col, value, whole *column.Expr, p *plan) *clause {
	i, ok := p.byName[col.Name]
	if !ok {
		return nil
	}
	f := &p.schema.Fields[i]
	c := &clause{op: op, field: f, value: value.Value}
	switch {
	case value.Value == nil && (op == "==" || op == "!="):
		if f.Default != nil {
			return nil
		}
		c = &clause{op: "missing", field: f, null: true}
		if op == "!=" {
			c = &clause{op: "not", args: []*clause{c}}
		}
		return c
	case value.Value == nil:
		return nil
	}
	if x, ok := value.Value.(float64); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
		return nil
	}
	without, err := column.EvalRow(whole, func(string) column.Value { return f.Default }, func(string) column.Value { return nil })
	switch truth, known := without.(bool); {
	case err != nil || !known && f.Type.Nullable && f.Default == nil:
		return nil
	default:
		c.null = truth
	}
	return c
}
