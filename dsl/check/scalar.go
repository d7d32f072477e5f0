package check

import (
	"fmt"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// scalar types an expression of the pipeline and checks that it fits.
func (b *body) scalar(v ast.Value, want sig.Type, who string) sig.Type {
	return b.c.scalar(v, want, who, scope{place: inPipeline, body: b})
}

// scalar types a value in a scope and reports what does not fit the wanted
// type (Invalid: any scalar will do).
func (c *checker) scalar(v ast.Value, want sig.Type, who string, sc scope) sig.Type {
	if v == nil {
		return sig.Type{}
	}
	if call, ok := v.(*ast.Call); ok && call.Name != nil && !expressible(call.Name.Text) {
		if sc.body == nil || sc.place != inPipeline {
			if f, ok := c.callee(call.Name.Text); ok && f.item != nil && sc.place == perItem {
				sc.body.mentions(call)
				c.report(call.Name.At, "E0414", fmt.Sprintf("%s answers for each item: it is a model", show(f.name)), "write model: "+c.written(call))
				return sig.Type{}
			}
			c.cantStand(call.Name)
			return sig.Type{}
		}
		w := sc.body.value(call, "")
		c.fits(v, w.typ, want, who)
		return w.typ
	}
	if r, ok := v.(*ast.Record); ok && sc.place == inPipeline && sc.body != nil {
		w := sc.body.value(r, "")
		c.fits(v, w.typ, want, who)
		return w.typ
	}
	t, ok := c.typed(v, sc)
	if !ok {
		switch v := v.(type) {
		case *ast.RangeLit:
			c.report(v.At, "E0705", fmt.Sprintf("%s takes no range", who), "write one number")
		default:
			c.report(v.Span(), "E0227", fmt.Sprintf("%s wants an expression", who), "")
		}
		return sig.Type{}
	}
	c.fits(v, t, want, who)
	return t
}

// fits reports a value whose type is another than wanted.
func (c *checker) fits(v ast.Value, have, want sig.Type, who string) {
	if have.Kind == sig.Invalid {
		return
	}
	at := v.Span()
	if have.Kind == sig.Items && want.Kind != sig.Items {
		c.report(at, "E0401", fmt.Sprintf("%s wants %s, this is a set", show(who), orScalar(want)), "")
		return
	}
	if x, t, ok := ConstOf(v); ok {
		c.constFits(v, x, t, want, who)
		return
	}
	if want.Kind == sig.Invalid || sig.Fits(have, want) {
		return
	}
	bare := have
	bare.Nullable = false
	switch {
	case have.Nullable && have.Kind != sig.Nil && sig.Fits(bare, want):
		c.mayBeNil(at, have)
	case want.Kind == sig.Duration && isNumeric(have):
		c.report(at, "E0404", fmt.Sprintf("%s wants a duration such as 30ms", show(who)), "")
	default:
		c.report(at, "E0401", fmt.Sprintf("%s wants %s, this is %s", show(who), want, have), c.whyNot(have, want))
	}
}

func orScalar(t sig.Type) string {
	if t.Kind == sig.Invalid {
		return "a scalar"
	}
	return t.String()
}

// whyNot says which field of a record is missing or of another type.
func (c *checker) whyNot(have, want sig.Type) string {
	if have.Kind != sig.Record && have.Kind != sig.Items || have.Kind != want.Kind {
		return ""
	}
	for _, f := range want.Fields {
		h, ok := have.Field(f.Name)
		switch {
		case !ok && !f.Type.Nullable:
			return fmt.Sprintf("%s is missing", show(f.Name))
		case ok && !sig.Fits(h.Type, f.Type):
			return fmt.Sprintf("%s is %s there, %s here", show(f.Name), f.Type, h.Type)
		}
	}
	return ""
}

// isNil tells whether a value is the literal nil.
func isNil(v ast.Value) bool {
	e, ok := v.(*ast.Expr)
	if !ok || e == nil {
		return false
	}
	_, ok = e.Tree.(*exprast.NilNode)
	return ok
}
