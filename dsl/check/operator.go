package check

import (
	"fmt"
	"slices"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// opCall is one call of an operator while its arguments are bound.
type opCall struct {
	b    *body
	op   *sig.Func
	call *ast.Call
	info *Call
	use  *sig.Use

	rows  sig.Type // what per-item arguments see
	in    int      // items that can come in; unbounded when unknown
	cut   int      // items an argument leaves at most
	low   int      // the low end of it
	knob  bool
	first *sig.Type
	asks  int64 // ns: the longest timeout of its models

	meant   string // the argument a misspelt one was meant to be: reported as that
	swapped string // what stands behind another argument and should be the first
	surplus bool   // an argument stands behind the last place; so may the next
}

// operator types a call of an operator: sets and resources first, since what
// the other arguments see hangs on them.
func (b *body) operator(call *ast.Call, info *Call, op *sig.Func) worth {
	o := &opCall{
		b: b, op: op, call: call, info: info,
		use: b.c.takeUse(),
		in:  unbounded, cut: unbounded, low: unbounded,
	}
	defer b.c.giveUse(o.use)
	if op.Behind && b.n.kind != behind {
		b.c.report(call.Name.At, "E0203", op.Name+" stands in after, behind the answer", fmt.Sprintf("write after { %s(…) }", op.Name))
	}
	info.Op = op
	if o.swapped = o.turned(); o.swapped != "" {
		o.outOfOrder()
		return worth{call: true, most: unbounded, low: unbounded}
	}
	info.Args = o.bind()
	asks := b.asking(o.arguments, func() int64 { return o.asks })
	o.answered()
	o.required()
	out := worth{call: true, knob: o.knob, low: o.low, first: o.first, most: unbounded, asks: asks}
	if op.Result != nil && o.complete() {
		t, problem := op.Result(o.use)
		if problem != nil {
			o.problem(problem)
			if problem.Code == "E0402" {
				t = sig.Type{} // its columns are not what was meant: one mistake, one finding
			}
		}
		out.typ = b.c.columns(t, call.Name.At)
	}
	info.Result = out.typ
	if out.typ.Kind == sig.Items {
		out.most = lesser(o.in, o.cut)
	}
	if op.Source && out.typ.Kind == sig.Record {
		b.n.waits = true
	}
	return out
}

// arguments types them all.
func (o *opCall) arguments() {
	for i := range o.op.Args {
		for j := range o.info.Args {
			if a := &o.info.Args[j]; a.Arg == &o.op.Args[i] && isInput(a.Arg) {
				o.input(a)
			}
		}
	}
	for i := range o.info.Args {
		if a := &o.info.Args[i]; !isInput(a.Arg) {
			o.argument(a)
		}
	}
}

// takeUse is an empty Use; of calls within calls each has its own.
func (c *checker) takeUse() *sig.Use {
	if n := len(c.uses); n > 0 {
		u := c.uses[n-1]
		c.uses = c.uses[:n-1]
		return u
	}
	return &sig.Use{Types: map[string]sig.Type{}, Lists: map[string][]sig.Type{}, Names: map[string][]string{}, Bound: map[string]sig.Type{}, Value: map[string]any{}}
}

// giveUse takes it back once the result of the call is known: rules keep none.
func (c *checker) giveUse(u *sig.Use) {
	clear(u.Types)
	clear(u.Lists)
	clear(u.Names)
	clear(u.Bound)
	clear(u.Value)
	c.uses = append(c.uses, u)
}

func isInput(a *sig.Arg) bool {
	switch a.Kind {
	case sig.Set, sig.Sets, sig.Resource, sig.Vectors, sig.Shape:
		return true
	}
	return false
}

// bind finds the parameter of each argument: positional ones in order among
// those that need no name, then by name; what is left goes to the bindings.
func (o *opCall) bind() []Bound {
	c := o.b.c
	var bindings *sig.Arg
	places := 0 // of those that need no name
	for i := range o.op.Args {
		switch a := &o.op.Args[i]; {
		case a.Kind.Bind():
			bindings = a
		case !a.Named:
			places++
		}
	}
	out := make([]Bound, 0, min(len(o.call.Args), maxFields))
	next, taken := 0, 0 // in op.Args, and how many of the places
	for i, a := range o.call.Args {
		if c.tooMany(i, o.call.Name.At, "arguments") {
			break
		}
		if a == nil || a.Value == nil {
			continue
		}
		var arg *sig.Arg
		name := ""
		switch {
		case a.Name == nil && taken >= places:
			o.beyond(a, places)
			o.b.mentions(a.Value)
			continue
		case a.Name == nil:
			for next < len(o.op.Args) && (o.op.Args[next].Named || o.op.Args[next].Kind.Bind()) {
				next++
			}
			arg = &o.op.Args[next]
			name = arg.Name
			next++
			taken++
		default:
			name = a.Name.Text
			if found, ok := o.op.Arg(name); ok && !found.Kind.Bind() {
				arg = found
			} else if bindings != nil {
				arg = bindings
				if len(name) > 0 && name[0] == '_' {
					c.report(a.Name.At, "E0303", fmt.Sprintf("%s begins with _, such names belong to the engine", show(name)), "leave the _ out")
				}
			} else {
				o.meant = c.noArgument(a, o.op.Name, o.names())
				o.b.mentions(a.Value)
				continue
			}
		}
		if slices.ContainsFunc(out, func(b Bound) bool { return b.Name == name }) {
			c.report(a.At, "E0409", fmt.Sprintf("%s is given twice", show(name)), "leave one of them out")
			o.b.mentions(a.Value)
			continue
		}
		out = append(out, Bound{Name: name, Arg: arg, Value: a.Value})
	}
	return out
}

// names of the arguments; bindings have none of their own.
func (o *opCall) names() []string {
	var out []string
	for i := range o.op.Args {
		if a := &o.op.Args[i]; !a.Kind.Bind() {
			out = append(out, a.Name)
		}
	}
	return out
}

// required reports arguments that are missing, all at once. One that was
// misspelt, or given without its name, is not missing a second time.
func (o *opCall) required() {
	var missing []string
	help := ""
	for i := range o.op.Args {
		a := &o.op.Args[i]
		if !a.Required || o.given(a) || o.surplus && !isInput(a) || a.Name == o.meant {
			continue
		}
		missing = append(missing, a.Name)
		switch {
		case len(missing) > 1 || !a.Named && !a.Kind.Bind():
			help = "such as " + o.op.Example
		case a.Kind.Bind():
			help = "add name: expression"
		default:
			help = fmt.Sprintf("add %s: …", a.Name)
		}
	}
	o.b.c.missing(o.call, o.op.Name, missing, help)
}

// missing reports arguments a call should have.
func (c *checker) missing(call *ast.Call, who string, names []string, help string) {
	if len(names) == 0 {
		return
	}
	last := len(names) - 1
	text := names[last]
	if last > 0 {
		text = strings.Join(names[:last], ", ") + " and " + text
	}
	c.report(call.Name.At, "E0412", fmt.Sprintf("%s wants %s", show(who), text), help)
}

func (o *opCall) given(a *sig.Arg) bool {
	for i := range o.info.Args {
		if o.info.Args[i].Arg == a {
			return true
		}
	}
	return false
}

// complete tells whether the inputs are there, so that a result makes sense.
func (o *opCall) complete() bool {
	for i := range o.op.Args {
		a := &o.op.Args[i]
		if !isInput(a) || !a.Required {
			continue
		}
		if !o.given(a) || o.use.Types[a.Name].Kind == sig.Invalid && a.Kind != sig.Sets {
			return false
		}
	}
	for _, list := range o.use.Lists {
		for _, t := range list {
			if t.Kind == sig.Invalid {
				return false
			}
		}
	}
	return true
}

// problem reports what a result rule found wrong at the argument it names.
func (o *opCall) problem(p *sig.Problem) {
	at := o.call.Name.At
	for i := range o.info.Args {
		if o.info.Args[i].Name == p.Arg && o.info.Args[i].Value != nil {
			at = o.info.Args[i].Value.Span()
		}
	}
	o.b.c.report(at, p.Code, p.Message, p.Help)
}

// lesser and greater of two counts, either of which may be unknown.
func lesser(a, b int) int {
	switch {
	case a == unbounded:
		return b
	case b == unbounded:
		return a
	}
	return min(a, b)
}

func greater(a, b int) int {
	if a == unbounded || b == unbounded {
		return unbounded
	}
	return max(a, b)
}

func sum(a, b int) int {
	if a == unbounded || b == unbounded {
		return unbounded
	}
	return min(a+b, 1<<40)
}
