package analysis

import (
	"slices"
	"sort"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// cursor is a place with what stands around it. It works from tokens, so that
// it knows where it is in texts that do not parse.
type cursor struct {
	info *check.Info
	cat  sig.Catalogue
	file *ast.File
	toks []token.Token // of the file, without comments

	word  token.Range         // the name at the place; empty between tokens
	at    int                 // index of the first token that does not end before the word
	quiet bool                // inside of a comment or a string: nothing may stand here
	decl  int                 // index of the word that begins the declaration; -1: none
	end   int                 // index of the first token behind the declaration
	known map[string]sig.Type // of typeOf: names of the place's pipeline, once asked for
	steps int                 // of looking for columns: texts may double at each
}

// newCursor reads all texts; false when the file is not among them.
func newCursor(sources map[string][]byte, o check.Options, at Place) (*cursor, bool) {
	info, _ := ProjectWith(sources, o)
	c := &cursor{info: info, cat: o.Catalogue, decl: -1}
	for _, f := range info.Files {
		if f.Name == at.File {
			c.file = f
		}
	}
	if c.file == nil || c.file.Lines == nil {
		return nil, false
	}
	offset := c.file.Lines.Offset(token.Position{Line: at.Line, Column: at.Column})
	for _, t := range c.file.Tokens {
		inside := t.Range.From < offset && offset < t.Range.To
		switch t.Kind {
		case token.Comment, token.DocComment:
			c.quiet = c.quiet || inside || t.Range.From < offset && offset == t.Range.To
			continue
		case token.String, token.Bad:
			c.quiet = c.quiet || inside
		case token.EOF:
			continue
		}
		c.toks = append(c.toks, t)
	}
	c.word = token.Range{From: offset, To: offset}
	c.at = sort.Search(len(c.toks), func(i int) bool { return c.toks[i].Range.To >= offset })
	if c.at < len(c.toks) {
		if t := c.toks[c.at]; t.Kind == token.Name && t.Range.From <= offset {
			c.word = t.Range
		} else if t.Range.From < offset {
			c.at++ // the place is behind it
			if c.at < len(c.toks) && c.toks[c.at].Kind == token.Name && c.toks[c.at].Range.From == offset {
				c.word = c.toks[c.at].Range
			}
		}
	}
	c.declaration()
	return c, true
}

// declaration finds the one the place is in: it begins with a word in column 1.
func (c *cursor) declaration() {
	c.end = len(c.toks)
	for i, t := range c.toks {
		if t.Kind != token.Name || !slices.Contains(token.Declarations[:], t.Text) || !c.columnOne(t) {
			continue
		}
		if t.Range.From > c.word.From {
			c.end = i
			return
		}
		if t.Range.From == c.word.From && i == c.at {
			continue // it is being written
		}
		c.decl = i
	}
}

func (c *cursor) columnOne(t token.Token) bool {
	return t.Range.From == 0 || c.file.Src[t.Range.From-1] == '\n'
}

// prev is the n-th token before the place, line ends left out; the zero token
// where there is none.
func (c *cursor) prev(n int) token.Token {
	for i := c.at - 1; i >= 0; i-- {
		if c.toks[i].Kind == token.Newline {
			continue
		}
		if n--; n < 0 {
			return c.toks[i]
		}
	}
	return token.Token{}
}

// lineStart tells whether nothing stands before the place on its line.
func (c *cursor) lineStart() bool {
	return c.at == 0 || c.toks[c.at-1].Kind == token.Newline
}

// span of a range of a file.
func span(f *ast.File, r token.Range) *Span {
	from, to := f.Lines.Position(r.From), f.Lines.Position(r.To)
	return &Span{File: f.Name, Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column}
}

// frame is an open bracket that the place is inside of.
type frame struct {
	kind   token.Kind
	callee string          // of ( and {: the name before
	at     int             // index of the bracket
	arg    int             // commas before the place
	name   string          // name: of the argument or entry at the place
	begin  int             // index where the argument begins
	given  map[string]bool // names of the arguments before
}

// frames are the brackets around the place, outermost first, from the
// declaration's first token. A line that begins a statement closes what was
// left open before it.
func (c *cursor) frames() (open []frame, stmt int) {
	stmt = c.decl
	for i := max(c.decl, 0); i < c.at; i++ {
		t := c.toks[i]
		switch t.Kind {
		case token.LParen, token.LBrack, token.LBrace:
			f := frame{kind: t.Kind, at: i, begin: i + 1, given: map[string]bool{}}
			if i > 0 && c.toks[i-1].Kind == token.Name {
				f.callee = c.toks[i-1].Text
			}
			open = append(open, f)
			if t.Kind == token.LBrace {
				stmt = i + 1
			}
		case token.RParen, token.RBrack, token.RBrace:
			for n := len(open) - 1; n >= 0; n-- {
				if partner(open[n].kind) == t.Kind {
					open = open[:n]
					break
				}
			}
		case token.Comma:
			if n := len(open) - 1; n >= 0 {
				open[n].arg, open[n].name, open[n].begin = open[n].arg+1, "", i+1
				if open[n].kind == token.LBrace {
					stmt = i + 1
				}
			}
		case token.Colon:
			if n := len(open) - 1; n >= 0 && i-1 == skipLines(c.toks, open[n].begin) && c.toks[i-1].Kind == token.Name {
				open[n].name = c.toks[i-1].Text
				open[n].given[open[n].name] = true
			}
		case token.Newline:
			if c.beginsStatement(i + 1) {
				for len(open) > 1 && open[len(open)-1].kind != token.LBrace {
					open = open[:len(open)-1]
				}
			}
			if n := len(open) - 1; n >= 0 && open[n].kind == token.LBrace {
				stmt = i + 1
				open[n].name, open[n].begin = "", i+1
			}
		}
	}
	return open, stmt
}

func skipLines(toks []token.Token, i int) int {
	for i < len(toks) && toks[i].Kind == token.Newline {
		i++
	}
	return i
}

// beginsStatement tells whether the tokens at i are `name =` or `return`.
func (c *cursor) beginsStatement(i int) bool {
	if i >= len(c.toks) || c.toks[i].Kind != token.Name {
		return false
	}
	return c.toks[i].Text == "return" || i+1 < len(c.toks) && c.toks[i+1].Kind == token.Assign
}

func partner(open token.Kind) token.Kind {
	switch open {
	case token.LParen:
		return token.RParen
	case token.LBrack:
		return token.RBrack
	}
	return token.RBrace
}
