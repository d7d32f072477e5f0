package analysis

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// statement as the tokens have it: name = …
type statement struct {
	name string
	at   int // index of the name
}

// statements of the declaration, those that do not parse too.
func (c *cursor) statements() []statement {
	var out []statement
	for i := max(c.decl, 0); i+1 < c.end; i++ {
		if c.toks[i].Kind == token.Name && c.toks[i+1].Kind == token.Assign && i > 0 && (c.toks[i-1].Kind == token.Newline || c.toks[i-1].Kind == token.LBrace) {
			out = append(out, statement{c.toks[i].Text, i})
		}
	}
	return out
}

// own is the statement the place is in; "" for none.
func (c *cursor) own() string {
	name := ""
	for _, s := range c.statements() {
		if s.at < c.at {
			name = s.name
		}
	}
	for i := c.at - 1; i >= 0 && i > c.decl; i-- {
		if c.toks[i].Kind == token.Name && c.toks[i].Text == "return" {
			return ""
		}
		if c.toks[i].Text == name {
			break
		}
	}
	return name
}

// typeOf a statement or parameter; Invalid where the checker does not know it.
func (c *cursor) typeOf(pipe *check.Pipeline, name string) sig.Type {
	if pipe == nil {
		return sig.Type{}
	}
	if c.known == nil {
		c.known = map[string]sig.Type{}
		for _, p := range pipe.Params {
			c.known[p.Name] = p.Type
		}
		for s, t := range pipe.Types {
			if s != nil && s.Name != nil {
				c.known[s.Name.Text] = t
			}
		}
	}
	return c.known[name]
}

// sets of the pipeline: statements that are sets, or may be.
func (c *cursor) sets(l *list, pipe *check.Pipeline, suffix string) {
	own := c.own()
	for _, s := range c.statements() {
		if t := c.typeOf(pipe, s.name); s.name != own && (t.Kind == sig.Items || t.Kind == sig.Invalid) {
			l.add("node", s.name, nodeDetail(t), "", s.name+suffix)
		}
	}
	if pipe != nil {
		for _, p := range pipe.Params {
			if p.Type.Kind == sig.Items {
				l.add("param", p.Name, p.Type.String(), "", "")
			}
		}
	}
}

// scalars of the pipeline: parameters, and statements that are no sets.
func (c *cursor) scalars(l *list, pipe *check.Pipeline) {
	if pipe != nil {
		for _, p := range pipe.Params {
			if p.Type.Kind != sig.Items {
				l.add("param", p.Name, p.Type.String(), "", "")
			}
		}
	}
	own := c.own()
	for _, s := range c.statements() {
		if t := c.typeOf(pipe, s.name); s.name != own && t.Kind != sig.Items && t.Kind != sig.Invalid {
			l.add("node", s.name, nodeDetail(t), "", "")
		}
	}
}

func nodeDetail(t sig.Type) string {
	switch t.Kind {
	case sig.Invalid:
		return "statement"
	case sig.Items:
		return "items, " + diag.Count(len(t.Fields), "column")
	}
	return t.String()
}

// columns that a per-item argument of a call sees.
func (c *cursor) columns(l *list, pipe *check.Pipeline, f *frame) {
	fields(l, "column", c.columnsAt(pipe, f.at+1, 0))
	fields(l, "column", sig.EngineColumns())
}

// columnsAt are the columns of the set that begins at a token: a statement, a
// resource (with .field or without), a list of sets, or a call, of which it is
// its first argument's as far as tokens tell.
func (c *cursor) columnsAt(pipe *check.Pipeline, i, depth int) []sig.Field {
	i = skipLines(c.toks, i)
	if c.steps++; i >= c.end || depth > 30 || c.steps > 1000 {
		return nil
	}
	t := c.toks[i]
	switch {
	case t.Kind == token.LBrack:
		var out []sig.Field
		level := 0
		for k := i; k < c.end; k++ {
			switch c.toks[k].Kind {
			case token.LBrack, token.LParen:
				level++
			case token.RBrack, token.RParen:
				level--
			}
			if level == 1 && (c.toks[k].Kind == token.LBrack || c.toks[k].Kind == token.Comma) {
				out = append(out, c.columnsAt(pipe, k+1, depth+1)...)
			}
			if level <= 0 || c.beginsStatement(k) {
				break
			}
		}
		return out
	case t.Kind != token.Name:
		return nil
	case i+1 < c.end && c.toks[i+1].Kind == token.LParen:
		if p := c.info.Pipelines[t.Text]; p != nil {
			return itemsOf(p.Result).Fields
		}
		return c.columnsAt(pipe, i+2, depth+1)
	}
	if r := c.info.Resources[t.Text]; r != nil {
		return r.Items.Fields
	}
	if known := c.typeOf(pipe, t.Text); known.Kind == sig.Items && len(known.Fields) > 0 {
		return known.Fields
	}
	for _, s := range c.statements() {
		if s.name == t.Text && s.at != i {
			return c.columnsAt(pipe, s.at+2, depth+1)
		}
	}
	return nil
}

func itemsOf(t sig.Type) sig.Type {
	if f, ok := t.Field("items"); ok && t.Kind == sig.Record {
		return f.Type
	}
	return t
}

// members offers what may stand behind the dot before the place.
func (c *cursor) members(l *list, pipe *check.Pipeline, call *frame) {
	var path []string
	i := c.at - 1
	for i > 0 && c.toks[i].Kind == token.Dot {
		i--
		if c.toks[i].Kind != token.Name {
			return
		}
		path = append(path, c.toks[i].Text)
		i--
	}
	slices.Reverse(path)
	if len(path) == 0 {
		return
	}
	t := c.typeOf(pipe, path[0])
	switch {
	case path[0] == "item" && call != nil:
		t = sig.Type{Kind: sig.Record, Fields: append(slices.Clone(c.columnsAt(pipe, call.at+1, 0)), sig.EngineColumns()...)}
	case t.Kind == sig.Invalid && c.info.Resources[path[0]] != nil:
		all := c.info.Resources[path[0]].Items.Fields
		vectors := slices.DeleteFunc(slices.Clone(all), func(f sig.Field) bool { return f.Type.Kind != sig.Vector })
		fields(l, "field", vectors)
		return
	}
	for _, name := range path[1:] {
		f, ok := t.Field(name)
		if !ok {
			return
		}
		t = f.Type
	}
	switch t.Kind {
	case sig.Record:
		fields(l, "field", t.Fields)
	case sig.Items:
		fields(l, "column", t.Fields)
	}
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// docOf is the first paragraph of a doc comment.
func docOf(doc string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(doc), "\n\n")
	return first
}

// signature of a pipeline in one line.
func signature(p *check.Pipeline) string {
	result := p.Result
	if result.Kind == sig.Invalid {
		result = sig.Type{Kind: sig.Items}
	}
	return calledAs(p.Params, nil, result)
}

// calledAs is what is given and what comes back.
func calledAs(params []check.Param, item *check.Param, result sig.Type) string {
	if item != nil {
		params = append(params[:len(params):len(params)], *item)
	}
	parts := make([]string, len(params))
	for i, param := range params {
		parts[i] = param.Name + ": " + param.Type.String()
	}
	return "(" + strings.Join(parts, ", ") + ") -> " + result.String()
}

// operatorTitle is an operator's call in one line: what must be given, and …
// for what may.
func operatorTitle(op *sig.Func) string { return op.Name + operatorArgs(op) }

// operatorArgs is the title without the name.
func operatorArgs(op *sig.Func) string {
	var parts []string
	more := false
	for i := range op.Args {
		a := &op.Args[i]
		switch {
		case !a.Required:
			more = true
		case a.Named:
			parts = append(parts, a.Name+":")
		default:
			parts = append(parts, a.Name)
		}
	}
	if more {
		parts = append(parts, "…")
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func argDetail(a *sig.Arg) string {
	var parts []string
	if a.Type.Kind != sig.Invalid {
		parts = append(parts, a.Type.String())
	}
	if a.Knob {
		parts = append(parts, "or a range")
	}
	if a.Required {
		parts = append(parts, "required")
	}
	if a.Default != nil {
		parts = append(parts, fmt.Sprintf("default %v", a.Default))
	}
	return strings.Join(parts, ", ")
}

// closure is how a function with a closure is called.
func closure(f *sig.Closure) string {
	switch {
	case f.First:
		return f.Name + "(list, body with # and #acc, first)"
	case len(f.Extra) > 0:
		return f.Name + "(list, body with #, " + strings.Join(f.Extra, " or ") + ")"
	case f.Body == sig.BodyBool:
		return f.Name + "(list, condition with #)"
	}
	return f.Name + "(list, body with #)"
}

// builtin is a function's first signature.
func builtin(f *sig.Builtin) string {
	if len(f.Overloads) == 0 {
		return f.Name
	}
	o := f.Overloads[0]
	parts := make([]string, len(o.Params))
	for i, t := range o.Params {
		parts[i] = t.String()
	}
	more := ""
	if o.Variadic {
		more = ", …"
	}
	return f.Name + "(" + strings.Join(parts, ", ") + more + ") -> " + o.Result.String()
}
