package parse

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"riffle.dev/riffle/dsl/token"
)

// operators, the longest first.
var operators = [...]string{"**", "==", "!=", "<=", ">=", "&&", "||", "??", "?.",
	"+", "-", "*", "/", "%", "<", ">", "!", "^", "|", ";", "#"}

func (l *lexer) punctuation() {
	from := l.at
	switch l.src[l.at] {
	case '(':
		l.single(token.LParen)
		return
	case ')':
		l.single(token.RParen)
		return
	case '[':
		l.single(token.LBrack)
		return
	case ']':
		l.single(token.RBrack)
		return
	case '{':
		l.single(token.LBrace)
		return
	case '}':
		l.single(token.RBrace)
		return
	case ',':
		l.single(token.Comma)
		return
	case ':':
		l.single(token.Colon)
		return
	case '$':
		l.at++
		for l.nameAt(0) {
			_, n := utf8.DecodeRune(l.src[l.at:])
			l.at += n
		}
		l.emit(token.Operator, from)
		return
	}
	switch {
	case l.has("->"):
		l.at += 2
		l.emit(token.Arrow, from)
		return
	case l.has(".."):
		l.at += 2
		l.emit(token.DotDot, from)
		return
	case l.has("."):
		l.single(token.Dot)
		return
	}
	for _, op := range operators {
		if l.has(op) {
			l.at += len(op)
			l.emit(token.Operator, from)
			return
		}
	}
	switch l.src[l.at] {
	case '=':
		l.single(token.Assign)
	case '?':
		l.single(token.Question)
	default:
		l.foreign()
	}
}

func (l *lexer) single(kind token.Kind) {
	l.at++
	l.emit(kind, l.at-1)
}

// lookalike names our character for one of a Chinese or Arabic keyboard.
func lookalike(r rune) (string, bool) {
	switch r {
	case '（':
		return "(", true
	case '）':
		return ")", true
	case '【':
		return "[", true
	case '】':
		return "]", true
	case '｛':
		return "{", true
	case '｝':
		return "}", true
	case '，', '、', '،':
		return ",", true
	case '：':
		return ":", true
	case '；':
		return "a new line", true
	case '。':
		return ".", true
	case '“', '”', '‘', '’':
		return `"`, true
	case '＝':
		return "=", true
	case '－', '–', '—':
		return "-", true
	case '×':
		return "*", true
	case '÷':
		return "/", true
	case '≤':
		return "<=", true
	case '≥':
		return ">=", true
	case '≠':
		return "!=", true
	case '\u3000', '\u00a0':
		return "a plain blank", true
	}
	return "", false
}

// typographic takes a string in quotes of prose that ends on its line.
func (l *lexer) typographic(open rune) bool {
	var closer rune
	switch open {
	case '“':
		closer = '”'
	case '‘':
		closer = '’'
	default:
		return false
	}
	from := l.at
	line := l.text[from:]
	if end := strings.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	end := strings.IndexRune(line, closer)
	if end < 0 {
		return false
	}
	inner := line[utf8.RuneLen(open):end]
	l.at += end + utf8.RuneLen(closer)
	l.report(token.Range{From: from, To: l.at}, "E0103", "strings stand in double quotes", `"`+strings.ReplaceAll(inner, `"`, `\"`)+`"`)
	l.emit(token.String, from)
	return true
}

// foreign takes a name in another script, or reports a run of characters that
// mean nothing.
func (l *lexer) foreign() {
	from := l.at
	r, n := utf8.DecodeRune(l.src[l.at:])
	if isLetter(r) && r != utf8.RuneError {
		l.name()
		return
	}
	if l.typographic(r) {
		return
	}
	l.at += n
	at := token.Range{From: from, To: l.at}
	switch ours, ok := lookalike(r); {
	case r == utf8.RuneError && n == 1:
		for l.at < len(l.src) {
			if r, n := utf8.DecodeRune(l.src[l.at:]); r != utf8.RuneError || n != 1 {
				break
			}
			l.at++
		}
		at.To = l.at
		l.report(at, "E0101", "the text is not UTF-8 here", "save the file as UTF-8")
	case ok:
		l.report(at, "E0101", fmt.Sprintf("character %q has no meaning here", r), "write "+ours)
	case unicode.IsPrint(r):
		l.report(at, "E0101", fmt.Sprintf("character %c has no meaning here", r), "")
	default:
		l.report(at, "E0101", fmt.Sprintf("character %U has no meaning here", r), "")
	}
	l.emit(token.Bad, from)
}
