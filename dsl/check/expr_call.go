package check

import (
	"fmt"
	"strings"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// call types a call inside of an expression: only built-in functions are.
func (t *typer) call(n exprast.Node, name string, args []exprast.Node) sig.Type {
	head := t.own(n)
	if c, ok := n.(*exprast.CallNode); ok {
		head = t.span(c.Callee)
	}
	if closureArgs(args) {
		if f, ok := sig.ClosureOf(name); ok {
			return t.closure(n, f, args)
		}
		t.noFunction(name, head)
		return sig.Type{}
	}
	f, ok := sig.Function(name)
	types := make([]sig.Type, len(args))
	for i, a := range args {
		types[i] = t.typ(a)
	}
	if !ok {
		t.noFunction(name, head)
		return sig.Type{}
	}
	if f.Later {
		t.c.unsupported(head, "the function "+name)
	}
	t.refer(n, Ref{Kind: RefFunction, Name: name})
	nilArg, known := false, true
	for i, a := range args {
		types[i] = t.asList(types[i])
		if f.NilIsNil {
			nilArg = nilArg || types[i].Nullable
			if types[i].Kind == sig.Nil {
				known = false
			}
			continue
		}
		types[i] = t.notNil(a, types[i])
	}
	for _, a := range types {
		known = known && a.Kind != sig.Invalid
	}
	if !known && f.NilIsNil {
		return sig.Type{} // nil, too, is not known
	}
	if !known {
		return t.guess(f)
	}
	over := resolve(f, types)
	if over == nil {
		t.noOverload(n, f, args, types)
		return t.guess(f)
	}
	out, ok := over.Of(types)
	if !ok {
		t.noOverload(n, f, args, types)
		return sig.Type{}
	}
	for _, i := range f.Positive {
		if i < len(args) {
			v, _, isConst := exprConst(t.homeOf(args[i]), args[i])
			x, _ := v.(int64)
			out.Nullable = out.Nullable || !isConst || x <= 0
		}
	}
	out.Nullable = out.Nullable || nilArg
	return out
}

// homeOf is the island a node belongs to.
func (t *typer) homeOf(n exprast.Node) *ast.Expr {
	if h := t.home[n]; h != nil {
		return h
	}
	return t.island
}

// guess is the result when the arguments are wrong: certain when every
// overload agrees.
func (t *typer) guess(f *sig.Builtin) sig.Type {
	out := sig.Type{}
	for i, o := range f.Overloads {
		if i > 0 && o.Result.Kind != out.Kind {
			return sig.Type{}
		}
		out = o.Result
	}
	return out
}

// resolve finds the overload: exact kinds first, then int for float.
func resolve(f *sig.Builtin, args []sig.Type) *sig.Overload {
	for _, widen := range []bool{false, true} {
		for i := range f.Overloads {
			if overloadFits(&f.Overloads[i], args, widen) {
				return &f.Overloads[i]
			}
		}
	}
	return nil
}

func overloadFits(o *sig.Overload, args []sig.Type, widen bool) bool {
	if len(args) < len(o.Params) || len(args) > len(o.Params) && !o.Variadic {
		return false
	}
	for i, a := range args {
		p := o.Params[min(i, len(o.Params)-1)]
		a.Nullable = false
		if !widen && a.Kind == sig.Int && p.Kind == sig.Float || !sig.Fits(a, p) {
			return false
		}
		if p.Kind == sig.Vector && i > 0 && args[0].Dim != a.Dim {
			return false
		}
	}
	return true
}

func (t *typer) noOverload(n exprast.Node, f *sig.Builtin, args []exprast.Node, types []sig.Type) {
	short, long := -1, -1
	for _, o := range f.Overloads {
		if short < 0 || len(o.Params) < short {
			short = len(o.Params)
		}
		if o.Variadic {
			long = 1 << 30
		}
		long = max(long, len(o.Params))
	}
	help := "such as " + f.Example
	switch {
	case len(args) < short:
		t.c.report(t.span(n), "E0412", fmt.Sprintf("%s wants %s, has %d", f.Name, diag.Count(short, "argument"), len(args)), help)
		return
	case len(args) > long:
		t.c.report(t.span(args[long]), "E0408", fmt.Sprintf("%s takes %s, has %d", f.Name, diag.Count(long, "argument"), len(args)), help)
		return
	}
	var have []string
	for _, a := range types {
		have = append(have, a.String())
	}
	t.c.report(t.span(n), "E0401", fmt.Sprintf("%s does not take (%s)", f.Name, strings.Join(have, ", ")), help)
}

// noFunction reports a call of what is no function of expressions.
func (t *typer) noFunction(name string, at token.Range) {
	if t.c.isOperator(name) || callableKind(t.c.decls[name].kind) {
		t.c.cantStand(&ast.Name{Text: name, At: at})
		return
	}
	if t.c.decls[name].kind == "import" {
		return
	}
	var names []string
	for _, f := range sig.Functions() {
		names = append(names, f.Name)
	}
	if strings.EqualFold(name, "not") {
		t.c.report(at, "E0310", fmt.Sprintf("%s is no function of expressions", show(name)), "write not")
		return
	}
	t.c.reportNear(at, "E0310", fmt.Sprintf("%s is no function of expressions", show(name)), name, "", names)
}

func callableKind(kind string) bool {
	return kind == "function" || kind == "pipeline" || kind == "service"
}

// cantStand reports what waits or fails inside of an expression.
func (c *checker) cantStand(n *ast.Name) {
	if !c.isOperator(n.Text) && !callableKind(c.decls[n.Text].kind) {
		c.reportNear(n.At, "E0310", fmt.Sprintf("%s is no function of expressions", show(n.Text)), n.Text, "", c.callable())
		return
	}
	help := "give it a name in a statement of its own and read that"
	if f, ok := c.callee(n.Text); ok && f.item != nil {
		help = fmt.Sprintf("with(…, %[1]s: %[1]s(…)) above makes a column of it", show(n.Text))
	}
	c.report(n.At, "E0407", fmt.Sprintf("%s can't stand inside an expression", show(n.Text)), help)
}
