package analysis

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// HoverAt says what the name at a place means there.
func HoverAt(sources map[string][]byte, o check.Options, at Place) Hover {
	c, ok := newCursor(sources, o, at)
	if !ok {
		return Hover{}
	}
	m, ok := c.meaning()
	if !ok {
		return Hover{}
	}
	return Hover{Found: true, Range: span(c.file, c.word), Kind: m.kind, Title: m.title, Doc: m.doc}
}

// DefinitionAt says where the name at a place is declared.
func DefinitionAt(sources map[string][]byte, o check.Options, at Place) Definition {
	c, ok := newCursor(sources, o, at)
	if !ok {
		return Definition{}
	}
	m, ok := c.meaning()
	if !ok || m.file == nil {
		return Definition{}
	}
	return Definition{Found: true, At: span(m.file, m.at)}
}

// meant is what a name means: a line of the language, its words, and where it
// is declared, if anywhere.
type meant struct {
	kind, title, doc string
	file             *ast.File
	at               token.Range
}

// meaning of the word at the place.
func (c *cursor) meaning() (meant, bool) {
	if c.quiet || c.word.From == c.word.To || c.at >= len(c.toks) {
		return meant{}, false
	}
	word := c.toks[c.at].Text
	next := token.Token{}
	if i := skipLines(c.toks, c.at+1); i < len(c.toks) {
		next = c.toks[i]
	}
	open, _ := c.frames()
	pipe := (*check.Pipeline)(nil)
	if c.decl >= 0 && c.toks[c.decl].Text == "pipeline" {
		pipe = c.info.Pipelines[c.declName()]
	}
	call, _ := c.call(open)
	switch {
	case c.prev(0).Kind == token.Dot:
		return c.memberMeaning(pipe, call, word)
	case next.Kind == token.LParen:
		if op, ok := c.cat.Operator(word); ok {
			return operatorMeaning(op), true
		}
		if f, ok := sig.Function(word); ok {
			return meant{kind: "function", title: builtin(f), doc: f.Summary + "\n\n" + f.Example}, true
		}
		if f, ok := sig.ClosureOf(word); ok {
			return meant{kind: "function", title: closure(f), doc: f.Summary + "\n\n" + f.Example}, true
		}
	case next.Kind == token.Colon && call != nil:
		if op, ok := c.cat.Operator(call.callee); ok {
			if a, ok := op.Arg(word); ok {
				return meant{kind: "argument", title: strings.TrimSuffix(a.Name+": "+argDetail(a), ": "), doc: a.Doc}, true
			}
		}
	}
	if pipe != nil {
		if m, ok := c.localMeaning(pipe, word); ok {
			return m, true
		}
		if call != nil {
			for _, f := range append(c.columnsAt(pipe, call.at+1, 0), sig.EngineColumns()...) {
				if f.Name == word {
					return c.columnMeaning(f), true
				}
			}
		}
	}
	if m, ok := c.declared(word); ok {
		return m, true
	}
	if token.IsModifier(word) {
		l := &list{seen: map[string]bool{}}
		modifiers(l, nil)
		for _, it := range l.items {
			if it.Label == word {
				return meant{kind: "modifier", title: word, doc: it.Doc}, true
			}
		}
	}
	return meant{}, false
}

func operatorMeaning(op *sig.Func) meant {
	var b strings.Builder
	b.WriteString(op.Summary)
	if op.Doc != "" {
		b.WriteString(" " + op.Doc)
	}
	b.WriteString("\n")
	for i := range op.Args {
		a := &op.Args[i]
		fmt.Fprintf(&b, "\n%s: %s", a.Name, a.Doc)
		if d := argDetail(a); d != "" {
			fmt.Fprintf(&b, " (%s)", d)
		}
	}
	if op.Off != "" {
		b.WriteString("\n\nSwitched off: " + op.Off)
	}
	return meant{kind: "operator", title: operatorTitle(op), doc: b.String()}
}

// localMeaning is that of a statement or parameter.
func (c *cursor) localMeaning(pipe *check.Pipeline, word string) (meant, bool) {
	for _, s := range c.statements() {
		if s.name != word {
			continue
		}
		t := c.typeOf(pipe, word)
		m := meant{kind: "node", title: word + ": " + nodeDetail(t), file: c.file, at: c.toks[s.at].Range}
		if t.Kind == sig.Items {
			m.doc = listed(t.Fields)
		}
		for st := range pipe.Types {
			if st != nil && st.Name != nil && st.Name.Text == word && st.Doc != "" {
				m.doc = docOf(st.Doc) + "\n\n" + m.doc
			}
		}
		return m, true
	}
	for _, p := range pipe.Params {
		if p.Name == word {
			m := meant{kind: "param", title: word + ": " + p.Type.String()}
			if p.Type.Kind == sig.Record {
				m.doc = listed(p.Type.Fields)
			}
			if p.Decl != nil && p.Decl.Name != nil {
				m.file, m.at = c.file, p.Decl.Name.At
			}
			return m, true
		}
	}
	return meant{}, false
}

func listed(fields []sig.Field) string {
	lines := make([]string, len(fields))
	for i, f := range fields {
		lines[i] = f.Name + ": " + f.Type.String()
	}
	return strings.Join(lines, "\n")
}

// columnMeaning finds the field a column comes from, where one resource has it.
func (c *cursor) columnMeaning(f sig.Field) meant {
	m := meant{kind: "column", title: f.Name + ": " + f.Type.String()}
	found := 0
	for _, r := range c.info.Resources {
		for _, rf := range r.Fields {
			if rf.Name == f.Name && rf.Decl != nil && rf.Decl.Name != nil {
				found++
				m.file, m.at, m.doc = c.info.FileOf[r.Decl], rf.Decl.Name.At, docOf(rf.Decl.Doc)
			}
		}
	}
	if found != 1 {
		m.file, m.doc = nil, ""
	}
	return m
}

// memberMeaning is that of what stands behind a dot.
func (c *cursor) memberMeaning(pipe *check.Pipeline, call *frame, word string) (meant, bool) {
	l := &list{seen: map[string]bool{}}
	c.members(l, pipe, call)
	for _, it := range l.items {
		if it.Label == word {
			m := c.columnMeaning(sig.Field{Name: word})
			m.kind, m.title = it.Kind, word+": "+it.Detail
			return m, true
		}
	}
	return meant{}, false
}

// declared is a declaration of the project.
func (c *cursor) declared(word string) (meant, bool) {
	for _, f := range c.info.Files {
		for _, d := range f.Decls {
			n := d.DeclName()
			if n == nil || n.Text != word {
				continue
			}
			m := meant{file: f, at: n.At}
			switch d := d.(type) {
			case *ast.Resource:
				m.kind, m.title, m.doc = "resource", "resource "+word, docOf(d.Doc)
				if r := c.info.Resources[word]; r != nil {
					m.doc = strings.TrimSpace(m.doc + "\n\n" + listed(r.Items.Fields))
				}
			case *ast.Pipeline:
				m.kind, m.title, m.doc = "pipeline", "pipeline "+word, docOf(d.Doc)
				if p := c.info.Pipelines[word]; p != nil {
					m.title += signature(p)
				}
			case *ast.Function:
				m.kind, m.title, m.doc = "function", "function "+word, docOf(d.Doc)
				if f := c.info.Functions[word]; f != nil {
					m.title += calledAs(f.Params, f.Item, f.Result)
				}
			case *ast.Service:
				m.kind, m.title, m.doc = "function", "service "+word, docOf(d.Doc)
				if s := c.info.Services[word]; s != nil {
					m.title += calledAs(s.Params, s.Item, s.Result)
				}
			case *ast.Experiment:
				m.kind, m.title, m.doc = "keyword", "experiment "+word, docOf(d.Doc)
			case *ast.Type:
				m.kind, m.title, m.doc = "type", "type "+word, docOf(d.Doc)
				m.doc = strings.TrimSpace(m.doc + "\n\n" + listed(c.info.Types[word].Fields))
			case *ast.Scene:
				m.kind, m.title, m.doc = "scene", "scene "+word, docOf(d.Doc)
			default:
				m.kind, m.title = "keyword", word
			}
			return m, true
		}
	}
	return meant{}, false
}
