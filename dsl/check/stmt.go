package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// worth is what is known of a value: its type, and how many items it can hold.
type worth struct {
	typ  sig.Type
	most int
	// first is the set an operator passes on when it is switched off; nil of a
	// source and of what is no set.
	first *sig.Type
	call  bool // a node with an outcome, so that modifiers apply
	knob  bool
	low   int    // what is left of first when switched off
	form  string // if, loop, each or choose
	same  bool   // what is seen of it when it is off has the same type
	empty bool   // [], which is a set as well
	asks  int64  // ns a call declares for itself, by its service, model or pipeline
}

func known(t sig.Type) worth { return worth{typ: t, most: unbounded, low: unbounded} }

// statement types a node's value and applies its modifiers.
func (b *body) statement() {
	s := b.n.stmt
	b.n.required = true
	for _, m := range s.Mods {
		b.maybe = b.maybe || m != nil && m.Word == "when"
	}
	w := b.value(s.Value, b.n.name)
	b.modifiers(w, s.Mods)
}

// answer types what the pipeline returns.
func (b *body) answer() {
	r := b.p.decl.Return
	if r == nil || r.Value == nil {
		return
	}
	w := b.value(r.Value, "")
	b.n.typ, b.n.most = w.typ, w.most
}

// value types anything that stands right of `=` or return, in a record or
// after fallback. id is the node's name when the value is the whole statement.
func (b *body) value(v ast.Value, id string) worth {
	w := b.valueOf(v, id)
	if v != nil {
		b.c.info.Values[v] = w.typ
	}
	return w
}

func (b *body) valueOf(v ast.Value, id string) worth {
	c := b.c
	switch v := v.(type) {
	case nil:
		return known(sig.Type{})
	case *ast.Call:
		if v.Name != nil && !expressible(v.Name.Text) {
			return b.call(v, id)
		}
	case *ast.Record:
		return b.record(v)
	case *ast.List:
		if b.holdsSets(v) {
			return b.setList(v)
		}
	case *ast.Block:
		return b.block(v, id)
	case *ast.If:
		return b.ifElse(v)
	case *ast.Loop:
		return b.loop(v)
	case *ast.Each:
		return b.each(v)
	case *ast.Choose:
		return b.choose(v, id)
	case *ast.RangeLit:
		c.report(v.At, "E0231", "a range stands only as an argument of its own", "")
		return known(sig.Type{})
	case *ast.Expr:
		if name, ok := bareName(v); ok {
			t, _ := c.typed(v, scope{place: inPipeline, body: b})
			w := known(t)
			if n := b.find(name); n != nil {
				w.most = n.most
			}
			return w
		}
	}
	t, ok := c.typed(v, scope{place: inPipeline, body: b})
	if !ok {
		c.report(v.Span(), "E0227", "an expression wanted here", "")
	}
	w := known(t)
	w.empty = isEmptyList(v)
	return w
}

// record types { a: x, b: y }; calls in it are nodes, sets may be fields.
func (b *body) record(r *ast.Record) worth {
	out := known(sig.Type{Kind: sig.Record})
	for i, f := range r.Fields {
		if b.c.tooMany(i, r.At, "fields") {
			break
		}
		if f == nil || f.Key == nil {
			continue
		}
		if _, twice := out.typ.Field(f.Key.Text); twice {
			b.c.report(f.Key.At, "E0302", fmt.Sprintf("%s is already a field here", show(f.Key.Text)), "leave one of them out")
			continue
		}
		w := b.value(f.Value, "")
		if f.Key.Text == "items" {
			out.most = w.most
		}
		out.typ.Fields = append(out.typ.Fields, sig.Field{Name: f.Key.Text, Type: w.typ})
	}
	out.typ = b.c.bounded(out.typ, r.At)
	return out
}

// mentions counts the statements named in what this version does not type as
// read, so that they are not called unused.
func (b *body) mentions(v ast.Value) {
	eachName(v, b.mentionsName)
}

func (b *body) mentionsName(name string) {
	if b.p.twice[name] {
		b.c.lost++ // which of the two is used is not known
	}
	if n := b.find(name); n != nil && n != b.n && n.state != open {
		b.c.visit(b.p, n)
		b.depend(n)
	}
}
