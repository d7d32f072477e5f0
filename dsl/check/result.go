package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// result compares what a pipeline returns with what it declares, and settles
// the type its callers see: the declared columns, or those of the body.
func (c *checker) result(p *pipe) {
	have := p.answer.typ
	p.most = p.answer.most
	var declared *ast.TypeExpr
	if p.decl.Signature != nil {
		declared = p.decl.Signature.Result
	}
	if declared == nil || p.out.Result.Kind == sig.Invalid {
		p.out.Result = have
		return
	}
	if p.decl.Return == nil || p.decl.Return.Value == nil || have.Kind == sig.Invalid {
		return
	}
	want := p.out.Result
	got, ok := settle(have, want)
	if ok {
		p.out.Result = got
		return
	}
	help := c.whyNot(have, want)
	if have.Kind == sig.Record && want.Kind == sig.Items {
		help = "write -> { items: items, … }, or return the set alone"
	}
	c.report(p.decl.Return.Value.Span(), "E0410", fmt.Sprintf("%s declares %s and returns %s", show(p.out.Name), kindWord(want), kindWord(have)), help)
	if p.decl.Signature != nil {
		c.related(p.file, declared.At, "declared here")
	}
}

// settle is the type of a result: `items` alone takes the body's columns,
// wherever it stands in a record or a list.
func settle(have, want sig.Type) (sig.Type, bool) {
	switch {
	case want.Kind == sig.Invalid || have.Kind == sig.Invalid:
		if have.Kind == sig.Invalid {
			return want, true
		}
		return have, true
	case want.Kind == sig.Items && have.Kind == sig.Items:
		if len(want.Fields) == 0 {
			return have, true
		}
		for _, f := range want.Fields {
			h, ok := have.Field(f.Name)
			if !ok && !f.Type.Nullable || ok && !sig.Fits(h.Type, f.Type) {
				return want, false
			}
		}
		return want, true
	case isSets(want) && isSets(have):
		elem, ok := settle(*have.Elem, *want.Elem)
		return sig.Type{Kind: sig.List, Elem: &elem}, ok
	case want.Kind == sig.Record && have.Kind == sig.Record:
		if have.Nullable && !want.Nullable {
			return want, false
		}
		out := want
		out.Fields = append([]sig.Field(nil), want.Fields...)
		for i, f := range out.Fields {
			h, ok := have.Field(f.Name)
			if !ok {
				return want, f.Type.Nullable
			}
			t, ok := settle(h.Type, f.Type)
			if !ok {
				return want, false
			}
			out.Fields[i].Type = t
		}
		return out, true
	}
	return want, sig.Fits(have, want)
}
