package parse

import (
	"slices"

	"riffle.dev/riffle/dsl/token"
)

// maxDepth bounds the nesting of brackets: what recurs over brackets, expr's
// parser included, can't run out of stack.
const maxDepth = 64

// tok is a token of the parser's stream: no comments, brackets balanced.
// A closing bracket that was missing is there with an empty text.
type tok struct {
	*token.Token
	raw     int32 // index in the lexer's tokens, -1 when made up
	partner int32 // of brackets: index of the other one in the stream
}

// layout is the stream under construction.
type layout struct {
	src    []byte
	raw    []token.Token
	lines  *token.Lines
	report reporter
	code   []int32 // by raw token: index of the first one from there on that is code
	out    []tok
	docs   map[int32]string // by raw token: the /// lines that touch it
	open   []int            // indices in out of brackets not closed yet
	drop   map[int32]bool   // raw line ends that do not separate
	deep   bool             // the depth was reported
	lost   []token.Range    // what ( and [ given up span; in the end ascending and apart
	// swallowed is the index in out of the last string that is not closed.
	swallowed int
	head      int // index in out of a declaration whose { has not come, or -1
	stray     int // where the last closing bracket that closes nothing ends
}

// balance makes the parser's stream of the lexer's tokens.
func balance(src []byte, raw []token.Token, lines *token.Lines, report reporter) *layout {
	l := &layout{src: src, raw: raw, lines: lines, report: report, out: make([]tok, 0, len(raw)), drop: map[int32]bool{}, docs: map[int32]string{}, swallowed: -1, stray: -1, head: -1, code: codeFrom(raw)}
	docs := newDocs(src)
	for i := 0; i < len(raw); i++ {
		t := &raw[i]
		switch t.Kind {
		case token.Comment, token.DocComment:
			docs.comment(t)
			continue
		case token.Newline:
			l.newline(i)
			continue
		}
		l.columnOne(i)
		if doc := docs.take(t); doc != "" {
			l.docs[int32(i)] = doc
		}
		switch t.Kind {
		case token.LParen, token.LBrack, token.LBrace:
			if len(l.open) == maxDepth {
				i = l.tooDeep(i)
				continue
			}
			if t.Kind == token.LBrace {
				l.head = -1
			}
			l.open = append(l.open, len(l.out))
		case token.RParen, token.RBrack, token.RBrace:
			if !l.close(t) {
				continue
			}
			l.out = append(l.out, tok{Token: t, raw: int32(i), partner: l.pop(len(l.out))})
			continue
		case token.Arrow:
			l.arrow(t)
		case token.Name:
			if t.Text == "else" {
				l.elseWithoutBracket(t)
			}
		case token.EOF:
			l.giveUp(0, t.Range.From)
		case token.Bad:
			if t.Text[0] == '"' || t.Text[0] == '\'' || t.Text[0] == '`' {
				l.swallowed = len(l.out)
			}
		}
		l.out = append(l.out, tok{Token: t, raw: int32(i), partner: -1})
	}
	l.lost = united(l.lost)
	return l
}

// united sorts ranges and joins those that overlap.
func united(ranges []token.Range) []token.Range {
	slices.SortFunc(ranges, func(a, b token.Range) int { return a.From - b.From })
	out := ranges[:0]
	for _, r := range ranges {
		if n := len(out); n > 0 && r.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, r.To)
			continue
		}
		out = append(out, r)
	}
	return out
}

// pop takes the innermost open bracket and pairs it with the token at closer.
func (l *layout) pop(closer int) int32 {
	open := l.open[len(l.open)-1]
	l.open = l.open[:len(l.open)-1]
	l.out[open].partner = int32(closer)
	return int32(open)
}

func (l *layout) innermost() token.Kind {
	if len(l.open) == 0 {
		return token.EOF
	}
	return l.out[l.open[len(l.open)-1]].Kind
}

// newline keeps the line end i if it can separate. An open ( or [ is given up
// where a line begins `name =`, `return` or `next`, and where one that is not
// indented deeper than the bracket's begins with a name though no comma or
// operator is pending.
func (l *layout) newline(i int) {
	if in := l.innermost(); in == token.LParen || in == token.LBrack {
		if !l.beginsStatement(i+1) && !l.outdented(i+1) {
			l.drop[int32(i)] = true
			return
		}
		keep := len(l.open)
		for keep > 0 && l.out[l.open[keep-1]].Kind != token.LBrace {
			keep--
		}
		l.giveUp(keep, l.raw[i].Range.From)
	}
	l.bodyWithoutBracket(i)
	l.out = append(l.out, tok{Token: &l.raw[i], raw: int32(i), partner: -1})
}

// bodyWithoutBracket reports a declaration whose { is missing at the line end
// i although an indented line follows, and makes one up, so that the body is
// read.
func (l *layout) bodyWithoutBracket(i int) {
	last := len(l.out) - 1
	if l.head < 0 || len(l.open) > 0 || last <= l.head || !endsOperand(l.out[last]) || isBinary(l.out[last]) || l.out[last].Text == "by" {
		return
	}
	next := l.raw[l.code[i]]
	if next.Kind != token.Name || l.indent(next.Range.From) <= l.indent(l.out[l.head].Range.From) {
		return
	}
	end := l.out[last].Range.To
	at := token.Range{From: end, To: end}
	l.report(at, "E0203", "{ wanted, not the end of the line", "")
	l.head = -1
	l.open = append(l.open, len(l.out))
	l.out = append(l.out, tok{Token: &token.Token{Kind: token.LBrace, Range: at}, raw: -1, partner: -1})
}

// elseWithoutBracket reports a block that is still open where a line begins with
// else that is not indented deeper than the line that opened it, and closes it.
func (l *layout) elseWithoutBracket(t *token.Token) {
	if l.innermost() != token.LBrace || len(l.out) == 0 || l.out[len(l.out)-1].Kind != token.Newline {
		return
	}
	open := l.out[l.open[len(l.open)-1]]
	if open.Text == "" || l.indent(t.Range.From) > l.indent(open.Range.From) {
		return
	}
	l.report(open.Range, "E0202", "{ is never closed", "add } before else")
	at := token.Range{From: t.Range.From, To: t.Range.From}
	l.out = append(l.out, tok{Token: &token.Token{Kind: token.RBrace, Range: at}, raw: -1, partner: l.pop(len(l.out))})
}

// codeFrom gives for every raw token the first one from there on that is no
// line end and no comment; the last, the end of the file, is code.
func codeFrom(raw []token.Token) []int32 {
	code := make([]int32, len(raw))
	next := int32(len(raw) - 1)
	for i := len(raw) - 1; i >= 0; i-- {
		switch raw[i].Kind {
		case token.Newline, token.Comment, token.DocComment:
		default:
			next = int32(i)
		}
		code[i] = next
	}
	return code
}

// beginsStatement tells whether the next code from raw token i on does.
func (l *layout) beginsStatement(i int) bool {
	code := l.code[i]
	if l.raw[code].Kind != token.Name {
		return false
	}
	word, next := l.raw[code].Text, l.raw[code+1].Kind
	return next == token.Assign || (word == "return" || word == "next") && next == token.Name
}

// outdented tells whether the next code from raw token i on is a name that
// stands where an element of the innermost bracket can't.
func (l *layout) outdented(i int) bool {
	last := l.out[len(l.out)-1]
	if !endsOperand(last) || isBinary(last) || last.Text == "not" {
		return false
	}
	t := l.raw[l.code[i]]
	if t.Kind != token.Name || isBinaryWord(t.Text) || t.Text == "not" {
		return false
	}
	open := l.out[l.open[len(l.open)-1]]
	return l.indent(t.Range.From) <= l.indent(open.Range.From)
}

// endsOperand tells whether t ends a name, a number, a string or a bracket.
func endsOperand(t tok) bool {
	switch t.Kind {
	case token.Name, token.String, token.RParen, token.RBrack, token.RBrace:
		return true
	}
	return isNumber(t.Kind)
}

// indent counts the blanks at the beginning of the line of an offset.
func (l *layout) indent(offset int) int {
	from := l.lines.Start(l.lines.Line(offset))
	n := 0
	for from+n < len(l.src) && (l.src[from+n] == ' ' || l.src[from+n] == '\t') {
		n++
	}
	return n
}

// columnOne gives up everything open where a declaration begins in column 1.
func (l *layout) columnOne(i int) {
	t := &l.raw[i]
	if !atColumnOne(l.src, t) || !isDeclaration(t.Text) || i+1 >= len(l.raw) {
		return
	}
	if next := l.raw[i+1].Kind; next != token.Name && next != token.String {
		return
	}
	if len(l.open) > 0 {
		l.giveUp(0, t.Range.From)
		l.out = append(l.out, tok{Token: &token.Token{Kind: token.Newline, Range: token.Range{From: t.Range.From, To: t.Range.From}}, raw: -1, partner: -1})
	}
	if l.head = len(l.out); t.Text == "import" {
		l.head = -1 // it has no body
	}
}

// arrow gives up the bracket of a signature that is open where its -> comes.
func (l *layout) arrow(t *token.Token) {
	if len(l.open) == 0 {
		return
	}
	first := l.open[0]
	if l.out[first].Kind == token.LParen && first >= 2 && l.out[first-1].Kind == token.Name &&
		atColumnOne(l.src, l.out[first-2].Token) && isDeclaration(l.out[first-2].Text) {
		l.giveUp(0, t.Range.From)
	}
}

func atColumnOne(src []byte, t *token.Token) bool {
	return t.Kind == token.Name && (t.Range.From == 0 || src[t.Range.From-1] == '\n')
}

func isDeclaration(word string) bool {
	for _, d := range token.Declarations {
		if d == word {
			return true
		}
	}
	return false
}

// giveUp closes all but keep open brackets at a byte offset; the outermost of
// them is reported, since the others follow from it.
func (l *layout) giveUp(keep, at int) {
	if len(l.open) <= keep {
		return
	}
	first := l.out[l.open[keep]]
	if first.Kind != token.LBrace {
		l.lost = append(l.lost, token.Range{From: first.Range.From, To: at})
	}
	if l.swallowed < l.open[keep] && first.Text != "" { // else a string not closed took the closing bracket with it
		l.report(first.Range, "E0202", first.Text+" is never closed", "add "+token.Closer(first.Kind))
	}
	for len(l.open) > keep {
		kind := closerOf(l.innermost())
		l.out = append(l.out, tok{Token: &token.Token{Kind: kind, Range: token.Range{From: at, To: at}}, raw: -1, partner: l.pop(len(l.out))})
	}
}

func closerOf(open token.Kind) token.Kind {
	switch open {
	case token.LParen:
		return token.RParen
	case token.LBrack:
		return token.RBrack
	}
	return token.RBrace
}

// close makes the closing bracket t fit the innermost open one, giving up what
// stands between; false when it closes nothing.
func (l *layout) close(t *token.Token) bool {
	for keep := len(l.open) - 1; keep >= 0; keep-- {
		open := l.out[l.open[keep]].Kind
		if closerOf(open) == t.Kind {
			l.giveUp(keep+1, t.Range.From)
			return true
		}
		if open == token.LBrace && t.Kind != token.RBrace && !l.insideParens(keep) {
			break
		}
	}
	if l.stray != t.Range.From { // else the one before it was reported
		l.report(t.Range, "E0204", t.Text+" closes nothing", "take it away, or open it before")
	}
	l.stray = t.Range.To
	return false
}

// insideParens tells whether the open brace number n stands in ( or [.
func (l *layout) insideParens(n int) bool {
	return n > 0 && l.out[l.open[n-1]].Kind != token.LBrace
}

// tooDeep reports the bracket at i and returns the last token that it holds.
func (l *layout) tooDeep(i int) int {
	if !l.deep {
		l.report(l.raw[i].Range, "E0902", "nested deeper than 64 brackets", "give the inner part a name")
		l.deep = true
	}
	depth := 0
	for ; i < len(l.raw)-1; i++ {
		switch t := l.raw[i]; t.Kind {
		case token.LParen, token.LBrack, token.LBrace:
			depth++
		case token.RParen, token.RBrack, token.RBrace:
			if depth--; depth == 0 {
				return i
			}
		case token.Newline:
			if l.beginsStatement(i+1) || i+1 < len(l.raw) && atColumnOne(l.src, &l.raw[i+1]) && isDeclaration(l.raw[i+1].Text) {
				return i - 1
			}
			l.drop[int32(i)] = true
		}
	}
	return i - 1
}
