package parse

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/file"
	exprparser "github.com/expr-lang/expr/parser"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// maxExpr bounds the size of one expression given to expr-lang.
const maxExpr = 8 << 10

// expr reads an expression: the tokens that scan takes, handed to expr-lang.
func (p *parser) expr() *ast.Expr {
	start := p.at
	from := p.here()
	p.scan()
	at := p.from(from)
	if p.halted || p.at == start {
		return &ast.Expr{At: at, Text: string(p.src[at.From:at.To])}
	}
	for i := start; i < p.at; i++ {
		if t := p.toks[i]; t.Kind == token.Newline && t.raw >= 0 {
			p.drop[t.raw] = true
		}
	}
	if p.size(start, p.at) > maxExpr {
		p.report(at, "E0902", "the expression is longer than 8 KB", "give its parts names")
		return &ast.Expr{At: at}
	}
	e, places := p.island(start, p.at)
	if p.broken(start, p.at) || p.refused(start, p.at) {
		return e
	}
	if e.Tree = plainTree(e, p.toks[start:p.at], places); e.Tree == nil {
		if err := p.hand(e); err != nil {
			p.exprError(e, err)
		}
	}
	return e
}

// broken tells whether lexer or layout have reported something in there.
func (p *parser) broken(start, end int) bool {
	if p.badFrom(p.toks[start].Range.From, p.toks[end-1].Range.To) {
		return true
	}
	for _, t := range p.toks[start:end] {
		if t.Text == "" && t.Kind != token.EOF {
			return true
		}
	}
	return false
}

// badFrom tells whether lexer or layout reported something that begins in a
// range of offsets.
func (p *parser) badFrom(from, to int) bool {
	i := sort.SearchInts(p.bad, from)
	return i < len(p.bad) && p.bad[i] < to
}

// island builds the text for expr: the tokens with one blank where blanks,
// comments or line ends stood, and identifiers as wide in the place of units;
// between the entries of a record a line end is a comma. A record behind a comma
// gets round brackets: expr takes the brace that begins a closure's body for a
// block. The places are those of the tokens without line ends; of one alone there
// are none.
func (p *parser) island(start, stop int) (*ast.Expr, []place) {
	toks := p.toks[start:stop]
	at := token.Range{From: toks[0].Range.From, To: toks[len(toks)-1].Range.To}
	e := &ast.Expr{At: at}
	if len(toks) == 1 && toks[0].Kind != token.Unit {
		e.Text = toks[0].Text
		e.Map = func(l file.Location) token.Range { return mapped([]place{{0, e.At.From, e.Text}}, l) }
		return e, nil
	}
	places := make([]place, 0, len(toks))
	var b strings.Builder
	runes, end := 0, at.From // of what was written
	before := token.EOF
	var records []int32 // closing braces of records behind commas, the innermost last
	var open []token.Kind
	for i, t := range toks {
		switch t.Kind {
		case token.Newline:
			if n := len(open); n > 0 && open[n-1] == token.LBrace && separates(before, toks[i+1:]) {
				b.WriteByte(',')
				runes++
				before = token.Comma
			}
			continue
		case token.LParen, token.LBrack, token.LBrace:
			open = append(open, t.Kind)
		case token.RParen, token.RBrack, token.RBrace:
			open = open[:max(0, len(open)-1)]
		}
		if t.Range.From > end {
			b.WriteByte(' ')
			runes++
		}
		end = t.Range.To
		text := t.Text
		if t.Kind == token.Unit {
			text = unitName(len(e.Unit), t.Text)
			if e.Unit == nil {
				e.Unit = map[string]*ast.NumberLit{}
			}
			e.Unit[text] = numberLit(t.Token)
		}
		if t.Kind == token.LBrace && before == token.Comma {
			records = append(records, t.partner)
			b.WriteByte('(')
			runes++
		}
		before = t.Kind
		places = append(places, place{runes, t.Range.From, t.Text})
		b.WriteString(text)
		runes += utf8.RuneCountInString(text)
		if n := len(records); n > 0 && int(records[n-1]) == start+i {
			records = records[:n-1]
			b.WriteByte(')')
			runes++
		}
	}
	e.Text = b.String()
	e.Map = func(l file.Location) token.Range { return mapped(places, l) }
	return e, places
}

// separates tells whether a line end in a record stands for a comma: behind an
// entry, and before one.
func separates(before token.Kind, rest []tok) bool {
	if before == token.Comma || before == token.LBrace {
		return false
	}
	for _, t := range rest {
		if t.Kind != token.Newline {
			return t.Kind != token.RBrace && t.Kind != token.Comma
		}
	}
	return false
}

// size measures an expression, by what formatting does not change.
func (p *parser) size(start, end int) int {
	n := 0
	for _, t := range p.toks[start:end] {
		switch t.Kind {
		case token.Comma, token.Newline:
		case token.Name, token.Int, token.Float, token.Unit, token.String:
			if !isBinaryWord(t.Text) && t.Text != "not" {
				n += len(t.Text)
				continue
			}
			n++
		default:
			n++
		}
	}
	return n
}

// place is where a token of an island stands: in characters of the text given
// to expr, and in bytes of the file.
type place struct {
	rune, byte int
	text       string
}

// mapped turns rune offsets of an island into a byte range of the file.
func mapped(places []place, l file.Location) token.Range {
	from := toByte(places, l.From, 0)
	if l.To <= l.From {
		return token.Range{From: from, To: from}
	}
	return token.Range{From: from, To: max(from, toByte(places, l.To, 1))}
}

// toByte looks for the token that begins at most at offset, less one for the
// end of a range.
func toByte(places []place, offset, less int) int {
	i := sort.Search(len(places), func(i int) bool { return places[i].rune > offset-less }) - 1
	pl := places[max(0, i)]
	at := 0
	for n := offset - pl.rune; n > 0 && at < len(pl.text); n-- {
		_, size := utf8.DecodeRuneInString(pl.text[at:])
		at += size
	}
	return pl.byte + at
}

// unitName is the identifier for unit token number n: $, a letter that counts,
// and _ up to the width of the unit. $ can't be written by a user.
func unitName(n int, text string) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	letter := rune(0x4e00 + n) // CJK ideographs: 20,000 letters one character wide
	if n < len(letters) {
		letter = rune(letters[n])
	}
	return "$" + string(letter) + strings.Repeat("_", max(0, utf8.RuneCountInString(text)-2))
}

// hand gives the island to expr-lang. A panic in there is an error here.
func (p *parser) hand(e *ast.Expr) (err *file.Error) {
	defer func() {
		if recover() != nil {
			err = &file.Error{Message: "unexpected expression"}
		}
	}()
	tree, failure := exprparser.ParseWithConfig(e.Text, p.config)
	if failure == nil {
		e.Tree = tree.Node
		return nil
	}
	if fe, ok := failure.(*file.Error); ok {
		return fe
	}
	return &file.Error{Message: failure.Error()}
}

// exprError reports what expr-lang says, in our words and at our place.
func (p *parser) exprError(e *ast.Expr, err *file.Error) {
	at := e.Map(err.Location)
	at.From, at.To = min(at.From, e.At.To), min(at.To, e.At.To)
	message, help := err.Message, ""
	switch {
	case strings.Contains(message, "coalesce"):
		message, help = "?? and another operator side by side", "put the default in brackets: (price ?? 0) + 1"
	case strings.HasPrefix(message, "unexpected token EOF"), strings.HasPrefix(message, "unexpected end"):
		message = "the expression ends too early"
	case strings.HasPrefix(message, "unexpected token"):
		message = "unexpected " + strings.TrimSpace(string(p.src[at.From:at.To]))
		if t := strings.TrimSpace(string(p.src[at.From:at.To])); t == "#" || t == "." {
			help = "# and .name stand for the element in any(list, …), map(list, …) and their like"
		}
	case strings.HasPrefix(message, "a map key"):
		message = "a key wanted, such as name: value"
	case strings.HasPrefix(message, "compilation failed"):
		p.report(at, "E0902", "the expression has more than 10,000 parts", "give its parts names")
		return
	}
	if message == "unexpected ," && help == "" {
		help = "a list stands in [ ]"
	}
	if len(message) > 200 {
		message = "an expression that can't be understood"
	}
	p.report(at, "E0230", message, help)
}
