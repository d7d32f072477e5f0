package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// modifiers checks what stands behind a value and settles the type others see.
func (b *body) modifiers(w worth, mods []*ast.Modifier) {
	c, n := b.c, b.n
	off := false // may be switched off, or skipped
	as := asked{}
	var fallback *ast.Modifier
	for _, m := range mods {
		if m == nil {
			continue
		}
		if !w.call && w.typ.Kind != sig.Invalid {
			c.report(m.At, "E0708", fmt.Sprintf("only calls take modifiers, %s is none", show(n.name)), "leave "+m.Word+" out")
			continue
		}
		if w.form == "choose" && (m.Word == "optional" || m.Word == "when") {
			c.report(m.At, "E0701", fmt.Sprintf("a choose is not optional, so it has no %s", m.Word), "add an arm that gives its input, such as none: coarse")
			continue
		}
		switch m.Word {
		case "optional":
			off, n.required = true, false
		case "gain":
			if w.form == "choose" {
				c.report(headWord(m), "E0708", "a choose has no gain of its own", "its arms have one each")
				continue
			}
			c.gain(b.p, m, w.knob)
		case "when":
			off = true
			if m.Value != nil {
				b.scalar(m.Value, sig.Type{Kind: sig.Bool}, "when")
			}
		case "fallback":
			fallback, n.required = m, false
		default:
			b.asks(m, w, &as)
		}
	}
	b.asksAll(as)
	n.asks = w.asks
	if as.timeout > 0 {
		n.timeout, n.waits = as.timeout, true
	}
	n.typ, n.most = w.typ, w.most
	if off && !w.same {
		n.typ = b.whenOff(w)
	}
	if fallback != nil {
		b.fallback(fallback, off)
	}
}

// whenOff is the type others see of a node that may be off: a source gives the
// empty set, a transform its first set with nil for the columns it would add,
// anything else nil.
func (b *body) whenOff(w worth) sig.Type {
	t := w.typ
	switch {
	case t.Kind == sig.Invalid:
		return t
	case t.Kind != sig.Items:
		return t.Null()
	case w.first == nil || w.first.Kind != sig.Items:
		return t
	}
	if len(t.Fields) == len(w.first.Fields) && (len(t.Fields) == 0 || &t.Fields[0] == &w.first.Fields[0]) {
		return t // the very same columns
	}
	out := b.c.columns(t, b.n.at)
	out.Fields = append([]sig.Field(nil), out.Fields...)
	before := make(map[string]sig.Type, len(w.first.Fields))
	for _, f := range w.first.Fields {
		before[f.Name] = f.Type
	}
	for i, f := range out.Fields {
		was, ok := before[f.Name]
		if !ok {
			out.Fields[i].Type.Nullable = true
			continue
		}
		both, ok := sig.Common(f.Type, was)
		if !ok {
			b.c.report(b.n.at, "E0402", fmt.Sprintf("%s is %s, and %s when %s is off", show(f.Name), f.Type, was, show(b.n.name)), "give the column another name")
			out.Fields[i].Type = sig.Type{}
			continue
		}
		out.Fields[i].Type = both
	}
	return out
}

// fallback types what answers when the node fails, and unites the two.
func (b *body) fallback(m *ast.Modifier, off bool) {
	c, n := b.c, b.n
	if m.Value == nil {
		return
	}
	if k := n.typ.Kind; isEmptyList(m.Value) && (k == sig.Items || k == sig.List || k == sig.Invalid) {
		c.info.Values[m.Value] = n.typ
		return
	}
	n.inFallback = true
	var have worth
	b.timed(func() { have = b.value(m.Value, "") }) // it does not count
	n.inFallback = false
	t := n.typ
	if t.Kind == sig.Invalid || have.typ.Kind == sig.Invalid {
		return
	}
	if t.Kind == sig.Items || have.typ.Kind == sig.Items {
		if t.Kind != have.typ.Kind {
			help := ""
			if isNil(m.Value) {
				help = "a set is never nil: fallback []"
			}
			c.report(m.Value.Span(), "E0406", fmt.Sprintf("the fallback of %s is %s, %s is %s", show(n.name), kindWord(have.typ), show(n.name), kindWord(t)), help)
			return
		}
		both, clash := sig.Unite([]sig.Type{t, have.typ})
		if clash != "" {
			a, _ := t.Field(clash)
			f, _ := have.typ.Field(clash)
			c.report(m.Value.Span(), "E0402", fmt.Sprintf("%s is %s in %s, %s in its fallback", show(clash), a.Type, show(n.name), f.Type), "rename one with `with`")
			return
		}
		n.typ, n.most = both, greater(n.most, have.most)
		return
	}
	both, ok := sig.Common(t, have.typ)
	if !ok && t.Kind == sig.Record && sig.Fits(have.typ, t) {
		both, ok = t, true
	}
	if !ok {
		c.report(m.Value.Span(), "E0406", fmt.Sprintf("the fallback of %s is %s, %s is %s", show(n.name), kindWord(have.typ), show(n.name), kindWord(t)), c.whyNot(have.typ, t))
		return
	}
	if t.Kind == sig.Record && t.Name != "" {
		both.Name = t.Name
	}
	// What the node itself may give stays as it was: a fallback that is never
	// nil heals failure only when the node is never off.
	both.Nullable = t.Nullable || have.typ.Nullable
	n.typ = both
}

// kindWord describes a type in a message: a set, a record of games or nil.
func kindWord(t sig.Type) string {
	switch {
	case t.Kind == sig.Items && t.Name == "":
		return "a set"
	case t.Kind == sig.Record && t.Name != "":
		if t.Nullable {
			return "a record of " + show(t.Name) + " or nil"
		}
		return "a record of " + show(t.Name)
	}
	return t.String()
}

func isEmptyList(v ast.Value) bool {
	l, ok := v.(*ast.List)
	return ok && len(l.Elems) == 0
}

// duration reads a constant such as 30ms, in ns; 0 once reported.
func (c *checker) duration(who string, v ast.Value) int64 {
	if n, ok := v.(*ast.NumberLit); ok && token.Nanoseconds(n.Unit) > 0 && n.Num > 0 {
		ns, _ := unitValue(n)
		return ns.(int64)
	}
	c.wantDuration(who, v)
	return 0
}
