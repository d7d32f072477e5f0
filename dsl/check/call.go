package check

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// call types a call that is a node: an operator, a declared function or a
// pipeline. id is the statement's name when the call is its whole value.
func (b *body) call(call *ast.Call, id string) worth {
	c, name := b.c, call.Name.Text
	info := &Call{Node: id}
	if id == "" {
		info.Node = b.nested(name)
	}
	if c.cat != nil {
		if op, ok := c.cat.Operator(name); ok {
			c.info.Calls[call] = info
			return b.operator(call, info, op)
		}
	}
	out := known(sig.Type{})
	out.call = true
	switch d := c.decls[name]; d.kind {
	case "function", "service":
		if f, ok := c.callee(name); ok {
			c.info.Calls[call] = info
			return b.remote(call, info, f)
		}
		return out
	case "pipeline":
		c.info.Calls[call] = info
		return b.pipeline(call, info)
	case "import":
		b.mentions(call)
		return out
	case "":
		b.mentions(call)
		c.reportNear(call.Name.At, "E0301", fmt.Sprintf("unknown name %s", show(name)), name, "", c.callable())
		return out
	default:
		b.mentions(call)
		c.report(call.Name.At, "E0312", fmt.Sprintf("%s is %s, and can't be called", show(name), an(d.kind)), "")
		return out
	}
}

// nested names the node of a call inside of a statement.
func (b *body) nested(op string) string {
	n := b.n.root()
	if n.called == nil {
		n.called = map[string]int{}
	}
	n.called[op]++
	if k := n.called[op]; k > 1 || n.arms[op] {
		return fmt.Sprintf("%s.%s_%d", n.name, op, max(k, 2))
	}
	return n.name + "." + op
}

// params binds a call's arguments to declared parameters and types them.
func (b *body) params(call *ast.Call, info *Call, who string, params []Param) {
	b.c.bindParams(call, who, params, func(p Param, a *ast.Arg) {
		info.Args = append(info.Args, Bound{Name: p.Name, Value: a.Value})
		if p.Type.Kind == sig.Items {
			b.setFits(a.Value, b.set(a.Value, p.Name).typ, p.Name, p.Type)
			return
		}
		if isSets(p.Type) {
			b.setsFit(a.Value, p)
			return
		}
		b.scalar(a.Value, p.Type, p.Name)
	})
}

// setFits tells of columns that a set lacks which a parameter says.
func (b *body) setFits(v ast.Value, have sig.Type, name string, items sig.Type) {
	if have.Kind == sig.Invalid {
		return
	}
	for _, want := range items.Fields {
		f, ok := have.Field(want.Name)
		switch {
		case !ok && !want.Type.Nullable:
			b.c.report(v.Span(), "E0501", fmt.Sprintf("no column %s in this set, which %s wants", show(want.Name), show(name)), b.c.supplier(want.Name, &have))
			return
		case ok && !sig.Fits(f.Type, want.Type):
			b.c.report(v.Span(), "E0401", fmt.Sprintf("%s of %s is %s, here it is %s", show(want.Name), show(name), want.Type, f.Type), "give it that type with `with`")
			return
		}
	}
}

// setsFit types a list of sets for a parameter; every set has the columns that
// says.
func (b *body) setsFit(v ast.Value, p Param) {
	if !isEmptyList(v) {
		have := b.sets(v, p.Name).typ
		if b.c.info.Values[v].Kind == sig.Items {
			b.c.report(v.Span(), "E0401", fmt.Sprintf("%s wants a list of sets", show(p.Name)), fmt.Sprintf("write [%s]", show(b.c.source(v.Span()))))
			return
		}
		b.setFits(v, have, p.Name, *p.Type.Elem)
	}
	b.c.info.Values[v] = p.Type
}

// bindParams finds the parameter each argument fills; use is called for each.
func (c *checker) bindParams(call *ast.Call, who string, params []Param, use func(Param, *ast.Arg)) {
	given := map[string]bool{}
	meant, surplus := "", false
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
	}
	next := 0
	for i, a := range call.Args {
		if c.tooMany(i, call.Name.At, "arguments") {
			break
		}
		if a == nil || a.Value == nil {
			continue
		}
		at := -1
		if a.Name == nil {
			if next >= len(params) {
				if surplus {
					continue
				}
				surplus = true
				c.report(a.At, "E0408", fmt.Sprintf("%s takes %s", show(who), diag.Count(len(params), "argument")), "leave the rest out")
				continue
			}
			at = next
			next++
		} else {
			for i, n := range names {
				if n == a.Name.Text {
					at = i
				}
			}
			if at < 0 {
				meant = c.noArgument(a, who, names)
				continue
			}
		}
		if given[names[at]] {
			c.report(a.At, "E0409", fmt.Sprintf("%s is given twice", show(names[at])), "leave one of them out")
			continue
		}
		given[names[at]] = true
		use(params[at], a)
	}
	var missing []string
	for _, p := range params {
		if !given[p.Name] && p.Default == nil && !p.Type.Nullable && p.Name != meant {
			missing = append(missing, show(p.Name))
		}
	}
	help := ""
	if len(missing) > 0 {
		help = "add " + strings.Join(missing, ": …, ") + ": …"
	}
	c.missing(call, who, missing, help)
}

// noArgument reports an unknown argument and returns the one that was meant,
// "" when none is near.
func (c *checker) noArgument(a *ast.Arg, who string, names []string) string {
	other := ""
	switch {
	case len(names) == 1:
		other = "there is " + listed(names)
	case len(names) > 1:
		other = "there are " + listed(names)
	}
	if token.IsModifier(a.Name.Text) {
		c.report(a.Name.At, "E0308", fmt.Sprintf("%s has no argument %s", show(who), a.Name.Text), a.Name.Text+" is a modifier: it stands behind the call, without a colon")
		return ""
	}
	return c.reportNear(a.Name.At, "E0308", fmt.Sprintf("%s has no argument %s", show(who), show(a.Name.Text)), a.Name.Text, other, names)
}

// pipeline types the call of another pipeline.
func (b *body) pipeline(call *ast.Call, info *Call) worth {
	c := b.c
	out := known(sig.Type{})
	out.call = true
	callee := c.pipes[call.Name.Text]
	if callee == nil {
		return out
	}
	info.Pipeline = callee.out
	switch {
	case b.inRing(callee):
		return b.again(call, info, callee)
	case callee.state == open: // a second pipeline of that name
		b.mentions(call)
		return out
	case callee.state == unseen && c.depth >= maxDepth:
		c.report(call.Name.At, "E0902", fmt.Sprintf("pipelines call each other deeper than %d", maxDepth), "")
		return out
	}
	c.pipeline(callee)
	b.calls(callee)
	b.n.callees = append(b.n.callees, callee)
	out.asks = b.asking(func() { b.params(call, info, callee.out.Name, callee.out.Params) }, func() int64 { return callee.path })
	info.Result = callee.out.Result
	out.typ, out.most = callee.out.Result, callee.most
	return out
}
