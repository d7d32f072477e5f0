package analysis

import (
	"slices"

	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

func (c *cursor) inPipeline(l *list, open []frame, stmt int) {
	pipe := c.info.Pipelines[c.declName()]
	prev := c.prev(0)
	if len(open) == 0 || open[0].kind != token.LBrace { // the signature
		if prev.Kind == token.Colon || prev.Kind == token.Arrow || prev.Kind == token.LParen && len(open) > 1 {
			c.types(l, false)
			for _, name := range sortedKeys(c.info.Resources) {
				if prev.Kind == token.LParen && c.inside(open, "items") {
					l.add("resource", name, "resource", docOf(c.info.Resources[name].Decl.Doc), "")
				}
			}
		}
		return
	}
	call, at := c.call(open)
	if prev.Kind == token.Dot {
		c.members(l, pipe, call)
		return
	}
	if call != nil {
		c.argument(l, pipe, call, open[at:])
		return
	}
	top := open[len(open)-1]
	first := skipLines(c.toks, stmt)
	begins := first >= c.at
	switch {
	case begins && len(open) == 1:
		l.add("keyword", "return", "the answer", "What the pipeline answers with.", "return $0")
		if c.prev(0).Kind != token.LBrace {
			modifiers(l, c.modifiersBefore(stmt))
		}
	case begins || top.name == "" && len(open) > 1 && prev.Kind == token.LBrace: // an entry of a record
	case prev.Kind == token.Assign, prev.Text == "return" && prev.Kind == token.Name, prev.Kind == token.Colon:
		c.value(l, pipe)
		if prev.Kind == token.Assign {
			forms(l)
		}
	case prev.Text == "when" || c.modifier(stmt) == "when" && continues(prev):
		c.scalars(l, pipe)
		functions(l)
	case prev.Text == "fallback":
		words(l, "nil", "[]")
		c.value(l, pipe)
	case prev.Kind == token.RParen || prev.Kind == token.RBrace || c.modifier(stmt) != "" && !continues(prev) && prev.Text != "gain" && prev.Text != "timeout":
		modifiers(l, c.modifiersBefore(stmt))
	case continues(prev):
		c.scalars(l, pipe)
		functions(l)
	}
}

// continues tells whether an operand must follow a token.
func continues(t token.Token) bool {
	switch t.Kind {
	case token.Operator, token.Question, token.Comma, token.LBrack, token.LParen, token.Colon:
		return true
	}
	switch t.Text {
	case "and", "or", "not", "in", "matches":
		return true
	}
	return false
}

// call is the innermost bracket that belongs to an operator, pipeline or
// declared function, and its place among the open ones: brackets of functions
// and of expressions see what its arguments see.
func (c *cursor) call(open []frame) (*frame, int) {
	for n := len(open) - 1; n > 0; n-- {
		f := &open[n]
		if f.kind == token.LBrace {
			return nil, 0
		}
		if f.kind != token.LParen || f.callee == "" {
			continue
		}
		_, op := c.cat.Operator(f.callee)
		if op || c.info.Pipelines[f.callee] != nil || c.info.Functions[f.callee] != nil || c.info.Services[f.callee] != nil {
			return f, n
		}
	}
	return nil, 0
}

// argument offers what may stand in a call's argument. inner are the brackets
// from the call's own on.
func (c *cursor) argument(l *list, pipe *check.Pipeline, f *frame, inner []frame) {
	begins := skipLines(c.toks, f.begin) >= c.at && len(inner) == 1
	op, ok := c.cat.Operator(f.callee)
	if !ok {
		c.parameters(l, pipe, f, begins)
		return
	}
	var arg *sig.Arg
	switch {
	case f.name != "":
		arg, _ = op.Arg(f.name)
		if arg == nil { // a new column
			if i := slices.IndexFunc(op.Args, func(a sig.Arg) bool { return a.Kind.Bind() }); i >= 0 {
				arg = &op.Args[i]
			}
		}
	case f.arg < len(op.Args) && !op.Args[f.arg].Named && !op.Args[f.arg].Kind.Bind():
		arg = &op.Args[f.arg]
	}
	if begins && f.name == "" {
		// What is expected here stands first, and what may be named after it.
		defer c.named(l, op, f)
	}
	if arg == nil {
		return
	}
	policy := inner[len(inner)-1]
	if arg.Kind == sig.Choice && len(inner) > 1 && policy.kind == token.LParen {
		for _, p := range arg.Policies {
			if p.Name == policy.callee && p.PerSet && c.prev(0).Kind != token.Colon {
				c.sets(l, pipe, ": $0")
			}
		}
		return
	}
	if !begins && f.name == "" && len(inner) == 1 && !continues(c.prev(0)) {
		return // an operator or a comma comes next
	}
	if f.name != "" && len(inner) == 1 && c.prev(0).Kind != token.Colon && !continues(c.prev(0)) {
		return
	}
	c.valueOf(l, pipe, f, arg)
}

// named offers the arguments of a call that are not given yet.
func (c *cursor) named(l *list, op *sig.Func, f *frame) {
	given := c.entries(*f)
	for i := range op.Args {
		a := &op.Args[i]
		if a.Named && !given[a.Name] {
			l.add("argument", a.Name, argDetail(a), a.Doc, a.Name+": $0")
		}
	}
}

// valueOf offers values by the argument's kind.
func (c *cursor) valueOf(l *list, pipe *check.Pipeline, f *frame, arg *sig.Arg) {
	switch arg.Kind {
	case sig.Set, sig.Sets:
		c.sets(l, pipe, "")
		c.operators(l)
	case sig.Resource, sig.Vectors:
		for _, name := range sortedKeys(c.info.Resources) {
			r := c.info.Resources[name]
			insert := name
			if arg.Kind == sig.Vectors {
				insert = name + ".$0"
			}
			l.add("resource", name, "resource", docOf(r.Decl.Doc), insert)
		}
	case sig.Column, sig.Columns:
		c.columns(l, pipe, f)
	case sig.PerItem, sig.Order, sig.Bindings, sig.Groups:
		c.columns(l, pipe, f)
		c.scalars(l, pipe)
		functions(l)
		words(l, "item", "nil", "true", "false")
	case sig.Scalar:
		c.scalars(l, pipe)
		functions(l)
		words(l, "nil", "true", "false")
	case sig.ItemModel:
		c.called(l, true)
	case sig.Choice:
		for _, p := range arg.Policies {
			insert := p.Name
			if len(p.Args) > 0 || p.PerSet {
				insert = p.Name + "($0)"
			}
			l.add("policy", p.Name, "policy", p.Doc, insert)
		}
	case sig.Word:
		words(l, arg.Words...)
	case sig.Constant:
		if arg.Type.Kind == sig.Bool {
			words(l, "true", "false")
		}
	}
}

// parameters of a pipeline or declared function that is called.
func (c *cursor) parameters(l *list, pipe *check.Pipeline, f *frame, begins bool) {
	var params []check.Param
	if p := c.info.Pipelines[f.callee]; p != nil {
		params = p.Params
	} else if fn := c.info.Functions[f.callee]; fn != nil {
		params = fn.Params
	} else if s := c.info.Services[f.callee]; s != nil {
		params = s.Params
	}
	if begins && f.name == "" {
		given := c.entries(*f)
		for _, p := range params {
			if !given[p.Name] {
				l.add("argument", p.Name, p.Type.String(), "", p.Name+": $0")
			}
		}
	}
	c.sets(l, pipe, "")
	c.scalars(l, pipe)
	functions(l)
}

// value offers all that may stand right of `=`.
func (c *cursor) value(l *list, pipe *check.Pipeline) {
	c.sets(l, pipe, "")
	c.scalars(l, pipe)
	c.operators(l)
	functions(l)
	words(l, "nil", "true", "false")
}

// forms are the statements that stand only right of `=`.
func forms(l *list) {
	for _, f := range []struct{ word, doc, insert string }{
		{"if", "One of two values, by a condition.", "if $0 {\n    \n  } else {\n    \n  }"},
		{"choose", "Variants, best first; the plan picks one.", "choose {\n    best: $0  gain 1.0\n    none:   gain 0.5\n  }"},
		{"each", "A list: one value for each element.", "each $0 in  max 5 {\n    \n  }"},
		{"loop", "Variables that change from turn to turn.", "loop $0 =  while  max 3 {\n    next \n  }"},
	} {
		l.add("keyword", f.word, "statement", f.doc, f.insert)
	}
}

func (c *cursor) operators(l *list) {
	for _, op := range c.cat.Operators() {
		l.add("operator", op.Name, operatorArgs(op), op.Summary, op.Name+"($0)")
	}
	for _, name := range sortedKeys(c.info.Pipelines) {
		if name != c.declName() {
			p := c.info.Pipelines[name]
			l.add("pipeline", name, signature(p), docOf(p.Decl.Doc), name+"($0)")
		}
	}
	c.called(l, false)
}

// called offers functions and services: those that answer once, or the models,
// which answer for each item.
func (c *cursor) called(l *list, models bool) {
	for _, name := range sortedKeys(c.info.Functions) {
		if f := c.info.Functions[name]; (f.Item != nil) == models {
			l.add("function", name, "function", docOf(f.Decl.Doc), name+"($0)")
		}
	}
	for _, name := range sortedKeys(c.info.Services) {
		if s := c.info.Services[name]; (s.Item != nil) == models {
			l.add("function", name, "service", docOf(s.Decl.Doc), name+"($0)")
		}
	}
}

// modifiers that are not there yet.
func modifiers(l *list, have map[string]bool) {
	for _, m := range []struct{ word, doc, insert string }{
		{"optional", "The node may be switched off; what follows then sees it as empty, or passed through.", "optional"},
		{"gain", "What the node is worth to the business, beside the others.", "gain $0"},
		{"when", "Otherwise the node is off.", "when $0"},
		{"timeout", "The node's own limit within the deadline.", "timeout $0"},
		{"hedge", "Asks a second time when no answer has come so soon, and takes the first.", "hedge $0"},
		{"retry", "How often a call that failed is tried again.", "retry $0"},
		{"cache", "Keeps answers so long, by all that is read or by a value.", "cache $0"},
		{"fallback", "A value that answers when the node fails.", "fallback $0"},
	} {
		if !have[m.word] {
			l.add("modifier", m.word, "modifier", m.doc, m.insert)
		}
	}
}

// modifiersBefore the place in its statement, or in the one above a line that
// may go on with it.
func (c *cursor) modifiersBefore(stmt int) map[string]bool {
	out := map[string]bool{}
	if skipLines(c.toks, stmt) >= c.at {
		for stmt > 0 && !c.beginsStatement(stmt) {
			stmt--
		}
	}
	for i := stmt; i < c.at; i++ {
		if t := c.toks[i]; t.Kind == token.Name && token.IsModifier(t.Text) {
			out[t.Text] = true
		}
	}
	return out
}

// modifier is the last one of the statement before the place; "" for none.
func (c *cursor) modifier(stmt int) string {
	depth := 0
	for i := c.at - 1; i >= stmt && i >= 0; i-- {
		switch t := c.toks[i]; t.Kind {
		case token.RParen, token.RBrack, token.RBrace:
			depth++
		case token.LParen, token.LBrack, token.LBrace:
			depth--
		case token.Name:
			if depth == 0 && token.IsModifier(t.Text) && c.toks[max(0, i-1)].Kind != token.Dot {
				return t.Text
			}
		}
	}
	return ""
}
