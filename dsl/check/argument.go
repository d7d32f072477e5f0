package check

import (
	"fmt"
	"strconv"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// argument types anything but sets and resources: its kind decides what a name
// in its place may be.
func (o *opCall) argument(a *Bound) {
	c := o.b.c
	switch a.Arg.Kind {
	case sig.Scalar:
		o.scalar(a)
	case sig.PerItem:
		o.use.Types[a.Name] = o.perItem(a, a.Arg.Type)
		if a.Arg.Type.Kind != sig.Bool && o.quotedColumn(a.Value, a.Name) {
			o.use.Types[a.Name] = sig.Type{}
		}
	case sig.Order:
		t := o.perItem(a, a.Arg.Type)
		t.Nullable = false
		if o.quotedColumn(a.Value, a.Name) {
			t = sig.Type{}
		}
		if t.Kind != sig.Invalid && !ordered(t) && t.Kind != sig.Bool {
			c.report(a.Value.Span(), "E0401", fmt.Sprintf("%s can't be ordered by %s", o.op.Name, t), "")
			t = sig.Type{}
		}
		o.use.Types[a.Name] = t
	case sig.ItemModel:
		o.use.Types[a.Name] = o.model(a, a.Arg.Type)
	case sig.Bindings:
		t := sig.Type{}
		if c.isModel(a.Value) {
			t = o.model(a, sig.Type{})
		} else {
			t = o.perItem(a, sig.Type{})
		}
		if t.Kind == sig.Nil {
			c.report(a.Value.Span(), "E0401", fmt.Sprintf("column %s has no type: nil alone has none", show(a.Name)), "")
			t = sig.Type{}
		}
		t.Bounds = nil
		if f, ok := o.rows.Field(a.Name); ok && f.Indexed == "key" {
			c.report(a.Value.Span(), "E0416", fmt.Sprintf("%s is the key of the items, and can't be replaced", show(a.Name)), "an item is its resource and key; give the column another name")
			return
		}
		o.use.Names[a.Arg.Name] = append(o.use.Names[a.Arg.Name], a.Name)
		o.use.Bound[a.Name] = t
		o.use.Types[a.Arg.Name] = sig.Type{Kind: sig.Record}
	case sig.Groups:
		o.group(a)
	case sig.Records:
		o.records(a)
	case sig.Column:
		if name, ok := o.column(a.Value); ok {
			a.Field = name
			o.use.Names[a.Name] = []string{name}
			o.columnFits(a, name)
		}
	case sig.Columns:
		o.columns(a)
	case sig.Word:
		o.word(a)
	case sig.Choice:
		o.choice(a)
	case sig.Constant:
		c.constant(a.Value, a.Arg.Type, a.Name)
		if v, t, ok := ConstOf(a.Value); ok {
			o.use.Types[a.Name], o.use.Value[a.Name] = t, v
			o.bounded(a)
		}
	}
}

// group types what is computed of each group: a column is the list of its
// values there.
func (o *opCall) group(a *Bound) {
	rows := grouped(o.rows)
	t := o.b.c.scalar(a.Value, sig.Type{}, a.Name, scope{place: perItem, rows: &rows, body: o.b})
	if t.Kind == sig.Nil {
		o.b.c.report(a.Value.Span(), "E0401", fmt.Sprintf("%s has no type: nil alone has none", show(a.Name)), "")
		t = sig.Type{}
	}
	t.Bounds = nil
	o.use.Names[a.Arg.Name] = append(o.use.Names[a.Arg.Name], a.Name)
	o.use.Bound[a.Name] = t
	o.use.Types[a.Arg.Name] = sig.Type{Kind: sig.Record}
}

// scalar types an argument computed once, a knob among them.
func (o *opCall) scalar(a *Bound) {
	c := o.b.c
	r, ok := a.Value.(*ast.RangeLit)
	if !ok {
		o.use.Types[a.Name] = o.b.scalar(a.Value, a.Arg.Type, a.Name)
		o.bounded(a)
		return
	}
	o.use.Types[a.Name] = sig.Type{Kind: sig.Int}
	c.info.Values[r] = sig.Type{Kind: sig.Int}
	switch {
	case r.Lo == nil || r.Hi == nil:
	case !a.Arg.Knob:
		c.report(r.At, "E0705", fmt.Sprintf("%s of %s takes no range", a.Name, o.op.Name), "write one number")
	case !r.Lo.Int || !r.Hi.Int:
		c.report(r.At, "E0712", fmt.Sprintf("the ends of %s are whole numbers", a.Name), "such as 100..300")
	case r.Lo.Num > r.Hi.Num:
		c.report(r.At, "E0706", fmt.Sprintf("the low end %s is above the high end %s", r.Lo.Text, r.Hi.Text), fmt.Sprintf("write %s..%s", r.Hi.Text, r.Lo.Text))
		c.fix(r.At, r.Hi.Text+".."+r.Lo.Text)
	case r.Lo.Num < o.least(a.Arg):
		c.report(r.At, "E0804", fmt.Sprintf("%s is %s, at least %v wanted", a.Name, r.Lo.Text, o.least(a.Arg)), "")
	default:
		o.knob = true
		for _, end := range []*ast.NumberLit{r.Lo, r.Hi} {
			c.constFits(end, wholeNumber(end), sig.Type{Kind: sig.Int}, a.Arg.Type, a.Name)
		}
		o.cuts(a, int(wholeNumber(r.Lo)), int(wholeNumber(r.Hi)), true)
	}
}

// bounded notes how many items an argument leaves, when that is known.
func (o *opCall) bounded(a *Bound) {
	if n, ok := wholeConst(a.Value); ok {
		if !o.tooFew(a, n) {
			o.cuts(a, int(n), int(n), true)
		}
		return
	}
	if name, ok := bareName(a.Value); ok {
		if p, ok := o.b.p.params[name]; ok && p.Type.Kind == sig.Int && p.Type.Bounds != nil {
			o.cuts(a, unbounded, int(clampInt(p.Type.Bounds.Hi)), false)
		}
	}
}

// least is the least that an int of the operator may be: it counts something,
// and a source that brings nothing is switched off, not asked.
func (o *opCall) least(arg *sig.Arg) float64 {
	if o.op.Source && arg.Cuts() {
		return 1
	}
	return 0
}

// tooFew refuses a constant below the least. A difference is most often a range
// with the wrong sign between its ends.
func (o *opCall) tooFew(a *Bound, n int64) bool {
	if float64(n) >= o.least(a.Arg) || a.Arg.Type.Kind != sig.Int || a.Arg.Type.Bounds != nil {
		return false
	}
	what := strconv.FormatInt(n, 10)
	lo, hi, ok := difference(a.Value)
	if ok {
		what = fmt.Sprintf("%s, which is %d", o.b.c.source(a.Value.Span()), n)
	}
	help := ""
	if ok && a.Arg.Knob && lo < hi {
		help = fmt.Sprintf("a range is written with two dots: %d..%d", max(lo, int64(o.least(a.Arg))), hi)
	}
	o.b.c.report(a.Value.Span(), "E0804", fmt.Sprintf("%s is %s, at least %v wanted", show(a.Name), what, o.least(a.Arg)), help)
	if _, text, found := strings.Cut(help, "two dots: "); found {
		o.b.c.fix(a.Value.Span(), text)
	}
	return true
}

// negative refuses a constant below 0 of a policy, whose ints count something.
func (c *checker) negative(v ast.Value, arg *sig.Arg, name string) bool {
	n, ok := wholeConst(v)
	if !ok || n >= 0 || arg.Type.Kind != sig.Int || arg.Type.Bounds != nil {
		return false
	}
	c.report(v.Span(), "E0804", fmt.Sprintf("%s is %d, at least 0 wanted", show(name), n), "")
	return true
}

// cuts notes the items an argument leaves, and warns of a constant that can
// never cut: more than ever comes in.
func (o *opCall) cuts(a *Bound, low, high int, constant bool) {
	if !a.Arg.Cuts() {
		return
	}
	o.cut, o.low = lesser(o.cut, high), low
	if constant && !o.op.Source && o.in != unbounded && high > o.in {
		o.b.c.report(a.Value.Span(), "W0710", fmt.Sprintf("%s %d is more than ever comes in (%d)", a.Name, high, o.in), "write a smaller one, or let more in")
	}
}

// perItem types an expression over the rows at hand.
func (o *opCall) perItem(a *Bound, want sig.Type) sig.Type {
	rows := o.rows
	if o.op.Source && rows.Kind == sig.Items { // documents, not items yet
		rows.Kind = sig.Record
		if a.Arg.Scored {
			rows.Fields = append(append([]sig.Field(nil), rows.Fields...), sig.Field{Name: "_score", Type: sig.Type{Kind: sig.Float}})
		}
	}
	return o.b.c.scalar(a.Value, want, a.Name, scope{place: perItem, rows: &rows, body: o.b})
}

// column is the name of one column of the first set, bare or item.x.
func (o *opCall) column(v ast.Value) (string, bool) {
	c := o.b.c
	name, ok := bareName(v)
	if !ok && o.quotedColumn(v, o.op.Name) {
		return "", false
	}
	if !ok {
		left, right, isDotted := dotted(v)
		if !isDotted || left != "item" {
			c.report(v.Span(), "E0501", fmt.Sprintf("%s wants the name of a column", o.op.Name), "with(…, name: …) above makes a column of an expression")
			o.b.mentions(v)
			return "", false
		}
		name = right
	}
	if o.rows.Kind == sig.Invalid {
		return name, true
	}
	f, ok := o.rows.Field(name)
	if !ok {
		c.noColumn(v.Span(), name, &o.rows)
		return "", false
	}
	c.info.Values[v] = f.Type
	return name, true
}

// quotedColumn reports the name of a column in quotes where a column is wanted.
func (o *opCall) quotedColumn(v ast.Value, who string) bool {
	x, _, _ := ConstOf(v)
	name, ok := x.(string)
	if _, is := o.rows.Field(name); !ok || !is {
		return false
	}
	o.b.c.report(v.Span(), "E0501", fmt.Sprintf("%s wants a column, and %q is a text", who, show(name)), "leave the quotes out: "+show(name))
	o.b.c.fix(v.Span(), name)
	return true
}

// columnFits reports a column of another kind than the operator goes by.
func (o *opCall) columnFits(a *Bound, name string) {
	f, _ := o.rows.Field(name)
	if want := a.Arg.Type.Kind; want != sig.Invalid && f.Type.Kind != sig.Invalid && f.Type.Kind != want {
		help := ""
		if want == sig.String {
			help = fmt.Sprintf("make one with `with`, such as string(%s)", show(name))
		}
		o.b.c.report(a.Value.Span(), "E0401", fmt.Sprintf("%s wants a column of kind %s, %s is %s", a.Name, want, show(name), f.Type), help)
	}
}

func (o *opCall) columns(a *Bound) {
	list, ok := a.Value.(*ast.List)
	elems := []ast.Value{a.Value}
	if ok {
		elems = list.Elems
	}
	a.Names = []string{}
	for _, e := range elems {
		name, ok := o.column(e)
		if !ok {
			continue
		}
		if contains(a.Names, name) {
			o.b.c.report(e.Span(), "E0302", fmt.Sprintf("%s is listed twice", show(name)), "leave one of them out")
			continue
		}
		a.Names = append(a.Names, name)
	}
	o.use.Names[a.Name] = a.Names
}

// word is one of the argument's words, or a new name.
func (o *opCall) word(a *Bound) {
	c := o.b.c
	name, ok := wordOf(a.Value)
	switch {
	case !ok && len(a.Arg.Words) == 0:
		c.report(a.Value.Span(), "E0203", fmt.Sprintf("%s wants a new name", a.Name), "")
	case len(a.Arg.Words) == 0 && name[0] == '_':
		c.report(a.Value.Span(), "E0303", fmt.Sprintf("%s begins with _, such names belong to the engine", show(name)), "leave the _ out")
	case !ok && len(a.Arg.Words) > 0 && contains(a.Arg.Words, constText(a.Value)):
		c.report(a.Value.Span(), "E0405", fmt.Sprintf("%s is one of its words, and %q is a text", a.Name, constText(a.Value)), "leave the quotes out: "+constText(a.Value))
		c.fix(a.Value.Span(), constText(a.Value))
	case len(a.Arg.Words) > 0 && !contains(a.Arg.Words, name):
		c.reportNear(a.Value.Span(), "E0405", fmt.Sprintf("%s can't be %s", a.Name, show(c.source(a.Value.Span()))), name, "it is one of "+listed(a.Arg.Words), a.Arg.Words)
	default:
		o.use.Names[a.Name] = []string{name}
	}
}

// constText is a constant text, "" of anything else.
func constText(v ast.Value) string {
	x, _, _ := ConstOf(v)
	text, _ := x.(string)
	return text
}
