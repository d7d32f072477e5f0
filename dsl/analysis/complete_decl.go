package analysis

import (
	"strings"

	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// declarations of the language.
func declarations(l *list) {
	for _, d := range []struct{ word, doc, insert string }{
		{"resource", "What is looked for: fields and settings of an index library.", "resource $0 {\n  fields {\n    id: key\n  }\n}"},
		{"pipeline", "A recall and rank graph that answers with items.", "pipeline $0() -> items {\n  return \n}"},
		{"scene", "Serves a pipeline under a deadline.", "scene $0 {\n  pipeline: \n  deadline: 120ms\n  fallback: none\n}"},
		{"type", "A record type.", "type $0 { }"},
		{"function", "A declared function, such as a table of word vectors.", "function $0(text: string) -> vector(100) {\n  words: \"\"\n}"},
		{"service", "A model or another service that is called over HTTP.", "service $0() -> float {\n  endpoints: [\"http://127.0.0.1:9101\"]\n  timeout:   30ms\n}"},
		{"experiment", "Sets parameters for a share of a scene's requests.", "experiment $0 on  by  {\n  arm control 90%\n  arm other   10% { }\n}"},
		{"test", "What must come of a request, with what is given.", "test \"$0\" of  {\n  request { }\n  expect ids == []\n}"},
		{"import", "Brings what another project published.", "import $0 from \"team/project@1\""},
	} {
		l.add("keyword", d.word, "declaration", d.doc, d.insert)
	}
}

// types a name after a colon may be.
func (c *cursor) types(l *list, field bool) {
	for _, w := range check.TypeWords() {
		switch w {
		case "key", "text":
			if !field {
				continue
			}
		case "items":
			if field {
				continue
			}
		}
		insert := w
		switch w {
		case "vector":
			insert = "vector($0)"
		case "list":
			insert = "list($0)"
		}
		l.add("type", w, "type", "", insert)
	}
	for _, name := range sortedKeys(c.info.Types) {
		l.add("type", name, c.info.Types[name].String(), "", "")
	}
}

func (c *cursor) inSignature(l *list, open []frame) {
	decl := c.toks[c.decl].Text
	last := c.prev(0).Kind
	switch {
	case (decl == "function" || decl == "service") && len(open) == 1 && open[0].kind == token.LBrace && c.toks[max(0, open[0].at-1)].Kind != token.Arrow:
		if last == token.Colon {
			choices(l, decl, c.prev(1).Text)
		} else if c.lineStart() || last == token.LBrace || last == token.Comma {
			settings(l, decl, c.entries(open[0]))
		}
	case last == token.Colon, last == token.Arrow, last == token.LParen && c.inside(open, "list"):
		c.types(l, false)
	}
}

// inside tells whether the innermost bracket belongs to a word.
func (c *cursor) inside(open []frame, word string) bool {
	return len(open) > 0 && open[len(open)-1].callee == word
}

// choices are the words a setting may be.
func choices(l *list, of, name string) {
	for _, s := range check.Settings(of) {
		if s.Name == name {
			words(l, s.Words...)
		}
	}
}

// settings of a declaration that are not there yet; those without effect in
// this version are left out.
func settings(l *list, of string, given map[string]bool) {
	for _, s := range check.Settings(of) {
		if !given[s.Name] && !s.Inert {
			l.add("setting", s.Name, s.Value, "", s.Name+": $0")
		}
	}
}

func (c *cursor) inResource(l *list, open []frame) {
	if len(open) == 0 {
		return
	}
	top := open[len(open)-1]
	switch {
	case len(open) == 1 && c.lineStart():
		given := c.entries(top)
		if !given["fields"] {
			l.add("setting", "fields", "block", "The fields of a document.", "fields {\n    $0\n  }")
		}
		settings(l, "resource", given)
	case top.kind == token.LBrace && c.prev(0).Kind == token.Colon:
		c.types(l, true)
	case top.kind == token.LParen && top.name == "analyzer":
		words(l, "english", "chinese", "plain")
	case top.kind == token.LParen && top.name == "metric":
		words(l, "cosine", "dot", "l2")
	case top.kind == token.LParen && top.callee == "text":
		l.add("argument", "analyzer", "how the text is cut into words", "", "analyzer: $0")
		l.add("argument", "weight", "of a hit in this field, 1 when missing", "", "weight: $0")
	case top.kind == token.LParen && top.callee == "vector" && top.arg > 0:
		l.add("argument", "metric", "how two vectors are compared", "", "metric: $0")
	case top.kind == token.LParen && top.callee == "list":
		c.types(l, false)
	case top.kind == token.LBrace && len(open) == 2 && c.prev(0).Kind == token.Assign:
		c.called(l, false)
	case top.kind == token.LParen && len(open) == 3: // the text a field is derived from
		if r := c.info.Resources[c.declName()]; r != nil {
			fields(l, "field", r.Items.Fields)
		}
		functions(l)
	}
}

// entries are the entries of a block, those behind the place too.
func (c *cursor) entries(f frame) map[string]bool {
	out := map[string]bool{}
	depth := 0
	for i := f.at + 1; i < c.end; i++ {
		switch t := c.toks[i]; t.Kind {
		case token.LBrace, token.LParen, token.LBrack:
			depth++
		case token.RBrace, token.RParen, token.RBrack:
			if depth--; depth < 0 {
				return out
			}
		case token.Name:
			if depth == 0 && i+1 < c.end && (c.toks[i+1].Kind == token.Colon || c.toks[i+1].Kind == token.LBrace) {
				out[t.Text] = true
			}
		}
	}
	return out
}

// declName is the name of the declaration.
func (c *cursor) declName() string {
	if c.decl >= 0 && c.decl+1 < len(c.toks) && c.toks[c.decl+1].Kind == token.Name {
		return c.toks[c.decl+1].Text
	}
	return ""
}

func (c *cursor) inScene(l *list, open []frame) {
	if len(open) == 0 {
		return
	}
	scene := c.info.Scenes[c.declName()]
	if w := c.lineWord(); w == "tier" && len(open) == 1 {
		switch p := c.prev(0); {
		case p.Text == "when" || p.Kind == token.Operator || p.Text == "and" || p.Text == "or" || p.Text == "not":
			c.params(l, scene)
			functions(l)
		case p.Kind == token.Dot:
			if scene != nil {
				c.members(l, c.info.Pipelines[scene.Pipeline], nil)
			}
		case p.Text != "tier":
			l.add("keyword", "when", "condition", "", "when $0")
		}
		return
	}
	top := open[len(open)-1]
	table := "scene"
	if len(open) == 2 {
		table = "tier"
		if top.callee == "degrade" {
			table = "degrade"
		}
	}
	if c.lineStart() || c.prev(0).Kind == token.LBrace || c.prev(0).Kind == token.Comma {
		settings(l, table, c.entries(top))
		if table == "scene" {
			l.add("keyword", "tier", "users with settings of their own", "", "tier $0 when  { weight: 1 }")
		}
		return
	}
	if c.prev(0).Kind != token.Colon {
		return
	}
	name := c.prev(1).Text
	switch {
	case table == "scene" && (name == "pipeline" || name == "fallback"):
		for _, p := range sortedKeys(c.info.Pipelines) {
			l.add("pipeline", p, signature(c.info.Pipelines[p]), docOf(c.info.Pipelines[p].Decl.Doc), "")
		}
		if name == "fallback" {
			words(l, "none")
		}
	default:
		choices(l, table, name)
	}
}

// lineWord is the first word of the line.
func (c *cursor) lineWord() string {
	for i := c.at - 1; i >= 0 && c.toks[i].Kind != token.Newline; i-- {
		if i == 0 || c.toks[i-1].Kind == token.Newline {
			return c.toks[i].Text
		}
	}
	return ""
}

// params of the pipeline that a scene serves.
func (c *cursor) params(l *list, s *check.Scene) {
	if s == nil {
		return
	}
	if p := c.info.Pipelines[s.Pipeline]; p != nil {
		for _, param := range p.Params {
			l.add("param", param.Name, param.Type.String(), "", "")
		}
	}
}

func words(l *list, words ...string) {
	for _, w := range words {
		l.add("value", w, "", "", "")
	}
}

func fields(l *list, kind string, fields []sig.Field) {
	for _, f := range fields {
		detail := f.Type.String()
		if f.Indexed != "" && f.Indexed != "value" && f.Indexed != "vector" {
			detail = f.Indexed
		}
		l.add(kind, f.Name, detail, "", "")
	}
}

// called is how a function is called without its name, which stands beside it.
func called(name, title string) string { return strings.TrimPrefix(title, name) }

// functions of expressions.
func functions(l *list) {
	for _, f := range sig.Functions() {
		insert := f.Name + "($0)"
		if len(f.Overloads) > 0 && len(f.Overloads[0].Params) == 0 {
			insert = f.Name + "()"
		}
		l.add("function", f.Name, called(f.Name, builtin(&f)), f.Summary, insert)
	}
	for _, f := range sig.Closures() {
		if _, plain := sig.Function(f.Name); !plain {
			l.add("function", f.Name, called(f.Name, closure(&f)), f.Summary, f.Name+"($0)")
		}
	}
}
