package parse

import (
	"sort"

	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/token"
)

// MaxFile is the size of a source file above which it is not parsed.
const MaxFile = 1 << 20

// File parses one source file. The tree is never nil; the list holds every
// diagnostic of syntax, in the order of the text.
func File(name string, src []byte) (*ast.File, diag.List) {
	p := &parser{name: name, src: src, lines: token.NewLines(src)}
	f := &ast.File{Name: name, Src: src, Lines: p.lines}
	if len(src) > MaxFile {
		p.report(token.Range{}, "E0902", "the file is larger than 1 MB", "split it; a project may have many files")
		return f, p.diags
	}
	raw := lex(src, p.lexical)
	l := balance(src, raw, p.lines, p.report)
	p.toks, p.drop, p.docs, p.lost = l.out, l.drop, l.docs, l.lost
	for _, d := range p.diags {
		p.bad = append(p.bad, d.Range.From)
	}
	sort.Ints(p.bad)
	p.config = &conf.Config{DisableIfOperator: true, MaxNodes: conf.DefaultMaxNodes, Disabled: map[string]bool{}}
	for _, name := range builtin.Names {
		p.config.Disabled[name] = true
	}
	f.Decls = p.file()
	f.Tokens = raw[:0] // nobody reads raw any more
	for i, t := range raw {
		if t.Kind != token.Newline || !p.drop[int32(i)] {
			f.Tokens = append(f.Tokens, t)
		}
	}
	return f, p.diags.Sort()
}

// parser walks the balanced stream. After fail it is halted: every look at the
// stream sees the end of the file, so all loops end and nothing more is
// reported, until the statement or entry that was being read recovers.
type parser struct {
	name   string
	src    []byte
	lines  *token.Lines
	toks   []tok
	drop   map[int32]bool   // raw line ends that do not separate
	docs   map[int32]string // by raw token: the /// lines that touch it
	bad    []int            // offsets of what lexer and layout reported, ascending
	lost   []token.Range    // what brackets never closed span
	at     int
	halted bool
	inside int // brackets ( [ { of values around the cursor
	config *conf.Config
	diags  diag.List
}

// maxDiagnostics of one file; what comes behind is dropped.
const maxDiagnostics = 1000

func (p *parser) report(at token.Range, code, message, help string) {
	if len(p.diags) >= maxDiagnostics {
		return
	}
	p.diags = append(p.diags, diag.New(p.name, p.lines, at, code, message, help))
}

// fail reports and halts. It says nothing where lexer or layout have: next to
// a broken token, or inside a bracket that is never closed.
func (p *parser) fail(at token.Range, code, message, help string) {
	if p.halted {
		return
	}
	if t := p.toks[p.at]; t.Kind == token.Newline && at == t.Range && p.at > 0 {
		end := p.toks[p.at-1].Range.To // before the comment
		at = token.Range{From: end, To: end}
	}
	if !p.broken(max(0, p.at-1), min(p.at+1, len(p.toks))) && !p.isLost(at.From) {
		p.report(at, code, message, help)
	}
	p.halted = true
}

// isLost tells whether an offset is inside a bracket that is never closed.
func (p *parser) isLost(offset int) bool {
	i := sort.Search(len(p.lost), func(i int) bool { return p.lost[i].From > offset }) - 1
	return i >= 0 && offset <= p.lost[i].To
}

// peek is the token n behind the cursor, the end of the file beyond it.
func (p *parser) peek(n int) tok {
	if p.halted || p.at+n >= len(p.toks) {
		return p.toks[len(p.toks)-1]
	}
	return p.toks[p.at+n]
}

func (p *parser) kind() token.Kind        { return p.peek(0).Kind }
func (p *parser) is(kind token.Kind) bool { return p.kind() == kind }

// word tells whether the cursor stands at this name.
func (p *parser) word(text string) bool {
	t := p.peek(0)
	return t.Kind == token.Name && t.Text == text
}

func (p *parser) next() tok {
	t := p.peek(0)
	if !p.halted && p.at < len(p.toks)-1 {
		p.at++
	}
	return t
}

func (p *parser) accept(kind token.Kind) bool {
	if p.is(kind) && kind != token.EOF {
		p.next()
		return true
	}
	return false
}

func (p *parser) acceptWord(text string) bool {
	if p.word(text) {
		p.next()
		return true
	}
	return false
}

// expect takes a token of the kind or fails with E0203.
func (p *parser) expect(kind token.Kind, what string) tok {
	if !p.is(kind) {
		p.wanted(what, "")
		return p.peek(0)
	}
	return p.next()
}

func (p *parser) expectWord(text string) {
	if !p.acceptWord(text) {
		p.wanted(text, "")
	}
}

// wanted fails with E0203, naming what stands there instead.
func (p *parser) wanted(what, help string) {
	t := p.peek(0)
	p.fail(t.Range, "E0203", what+" wanted, not "+describe(t), help)
}

// describe a token as a person would.
func describe(t tok) string {
	switch {
	case t.Kind == token.EOF:
		return "the end of the file"
	case t.Kind == token.Newline:
		return "the end of the line"
	case t.Text == "":
		return "the end"
	case len(t.Text) > 40:
		return "the text from here on"
	}
	return t.Text
}

// name takes a name that is given here, which no word of the language can be.
func (p *parser) ident(what string) *ast.Name {
	t := p.peek(0)
	if t.Kind == token.Name && token.IsReserved(t.Text) {
		p.fail(t.Range, "E0205", t.Text+" is a word of the language, not a name", "another name, such as "+t.Text+"_")
		return &ast.Name{Text: t.Text, At: t.Range}
	}
	return p.anyName(what)
}

// anyName takes a name that may be a word of the language: of a setting, an
// argument, a field.
func (p *parser) anyName(what string) *ast.Name {
	t := p.expect(token.Name, what)
	if t.Kind != token.Name {
		return &ast.Name{At: token.Range{From: t.Range.From, To: t.Range.From}}
	}
	return &ast.Name{Text: t.Text, At: t.Range}
}

// from is the range of a node that began at offset and ends before the cursor.
func (p *parser) from(offset int) token.Range {
	end := offset
	if i := p.at - 1; i >= 0 {
		end = max(offset, p.toks[i].Range.To)
	}
	return token.Range{From: offset, To: end}
}

func (p *parser) here() int { return p.toks[p.at].Range.From }

func (p *parser) skipNewlines() {
	for p.is(token.Newline) {
		p.next()
	}
}

// join makes line ends from the cursor on no separators, and skips them.
func (p *parser) join() {
	for p.is(token.Newline) {
		if raw := p.next().raw; raw >= 0 {
			p.drop[raw] = true
		}
	}
}
