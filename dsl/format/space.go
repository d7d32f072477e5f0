package format

import (
	"strings"
	"unicode/utf8"

	"riffle.dev/riffle/dsl/token"
)

// spacer decides, token by token, whether a blank stands before the next one.
type spacer struct {
	in      token.Kind // kind of the bracket around
	prev    node
	started bool
	operand bool // the last token ended an operand of its expression
	glue    bool // nothing may stand behind the last token
	sign    bool // the last token was a sign before an operand
	ternary int  // ? whose : has not come
}

// next gives the blank before n and the canonical text of its token.
func (s *spacer) next(n node) (blank bool, text string) {
	text = n.tok.Text
	if n.island != s.prev.island || !s.started {
		s.operand = false
	}
	prefix := false
	if n.group == nil && n.tok.Kind == token.Operator {
		prefix = !s.operand && (text == "-" || text == "+" || text == "!")
		text = canonOperator(text)
	}
	blank = s.started && s.blankBefore(n, prefix)
	s.started, s.glue = true, false
	s.after(n, prefix)
	s.prev = n
	return blank, text
}

func canonOperator(op string) string {
	switch op {
	case "&&":
		return "and"
	case "||":
		return "or"
	case "!":
		return "not"
	case "^":
		return "**"
	}
	return op
}

func (s *spacer) blankBefore(n node, prefix bool) bool {
	p, kind := s.prev, n.tok.Kind
	same := n.island == p.island
	switch {
	case kind == token.Comma || kind == token.DotDot:
		return false
	case kind == token.Colon:
		return n.island >= 0 && s.ternary > 0
	case kind == token.Question:
		return n.island >= 0
	case kind == token.Dot && (s.operand || n.island < 0):
		return false
	case s.sign: // - -x, - not x, yet -x
		return prefix || n.tok.Text == "not" && n.group == nil
	case s.glue:
		return false
	case p.group == nil && p.tok.Text == "#":
		return kind != token.Name || n.tok.Space
	case kind == token.LParen:
		name := p.group == nil && p.tok.Kind == token.Name && !(n.island >= 0 && isWordOperator(p.tok.Text) && !s.operand)
		return !(same && (name || s.operand))
	case kind == token.LBrack:
		return !(same && s.operand && n.island >= 0)
	}
	return true
}

// after notes what n means for what follows.
func (s *spacer) after(n node, prefix bool) {
	s.sign = false
	if n.group != nil {
		s.operand = true
		return
	}
	member := s.prev.group == nil && s.prev.tok.Kind == token.Dot
	switch n.tok.Kind {
	case token.Name:
		s.operand = n.island >= 0 && (member || !isWordOperator(n.tok.Text))
	case token.Int, token.Float, token.Unit, token.String:
		s.operand = n.island >= 0
	case token.Dot, token.DotDot:
		s.operand, s.glue = false, true
	case token.Colon:
		slice := n.island >= 0 && s.in == token.LBrack && s.ternary == 0
		s.operand, s.glue = false, slice
		if s.ternary > 0 {
			s.ternary--
		}
	case token.Question:
		s.operand = false
		if n.island >= 0 {
			s.ternary++
		}
	default:
		s.operand = n.tok.Text == "#"
		s.sign = prefix && n.tok.Text != "!"
	}
}

// flatNodes writes nodes on one line.
func flatNodes(nodes []node, in token.Kind) string {
	var b strings.Builder
	s := spacer{in: in}
	for _, n := range nodes {
		blank, text := s.next(n)
		if blank {
			b.WriteByte(' ')
		}
		if n.group != nil {
			text = n.group.flatText()
		}
		b.WriteString(text)
	}
	return b.String()
}

// flatText writes a group on one line.
func (g *group) flatText() string {
	if g.flat != "" {
		return g.flat
	}
	parts := make([]string, len(g.elems))
	for i, e := range g.elems {
		parts[i] = flatElem(e, g)
	}
	text := strings.Join(parts, ", ")
	if g.open.Kind == token.LBrace && text != "" {
		text = " " + text + " "
	}
	g.flat = g.open.Text + text + token.Closer(g.open.Kind)
	return g.flat
}

// flatElem is an element on one line; modifiers stand two blanks apart.
func flatElem(e *elem, g *group) string {
	if g.shape != body {
		return flatNodes(e.nodes, g.open.Kind)
	}
	value, mods := splitMods(e.nodes, 1)
	text := flatNodes(value, g.open.Kind)
	for _, m := range mods {
		text += "  " + flatNodes(m, token.EOF)
	}
	return text
}

// columns is the width of a text, or of its last line.
func columns(text string) int {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		text = text[i+1:]
	}
	return utf8.RuneCountInString(text)
}
