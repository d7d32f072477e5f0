package parse

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"riffle.dev/riffle/dsl/token"
)

// reporter takes a diagnostic.
type reporter func(at token.Range, code, message, help string)

// lexer cuts src into tokens, comments and all line ends included.
type lexer struct {
	src    []byte
	text   string // src again: token texts are parts of it
	at     int
	space  bool
	report reporter
	out    []token.Token
}

func lex(src []byte, report reporter) []token.Token {
	l := &lexer{src: src, text: string(src), report: report, out: make([]token.Token, 0, len(src)/3+1)}
	if strings.HasPrefix(string(src[:min(3, len(src))]), "\ufeff") {
		l.at = 3
	}
	for l.at < len(src) {
		l.next()
	}
	l.emit(token.EOF, l.at)
	return l.out
}

func (l *lexer) emit(kind token.Kind, from int) {
	l.out = append(l.out, token.Token{Kind: kind, Range: token.Range{From: from, To: l.at}, Text: l.text[from:l.at], Space: l.space})
	l.space = kind == token.Comment || kind == token.DocComment || kind == token.Newline
}

// peek is the byte n behind the cursor, 0 at the end.
func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.src) {
		return l.src[l.at+n]
	}
	return 0
}

func (l *lexer) has(prefix string) bool {
	return len(l.src)-l.at >= len(prefix) && string(l.src[l.at:l.at+len(prefix)]) == prefix
}

func (l *lexer) next() {
	from, c := l.at, l.src[l.at]
	switch {
	case c == ' ' || c == '\t' || c == '\r':
		l.at++
		l.space = true
	case c == '\n':
		l.at++
		l.emit(token.Newline, from)
	case l.has("//"):
		l.comment()
	case l.has("/*"):
		l.blockComment()
	case c == '"' || c == '\'':
		l.quoted(c)
	case c == '`':
		l.raw()
	case c >= '0' && c <= '9':
		l.number()
	case c == '_' || c < utf8.RuneSelf && isLetter(rune(c)):
		l.name()
	case c < utf8.RuneSelf:
		l.punctuation()
	default:
		l.foreign()
	}
}

func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) }

// name takes letters of any script, digits and _.
func (l *lexer) name() {
	from := l.at
	for l.at < len(l.src) {
		r, n := utf8.DecodeRune(l.src[l.at:])
		if !isLetter(r) && !unicode.IsDigit(r) || r == utf8.RuneError && n == 1 {
			break
		}
		l.at += n
	}
	l.emit(token.Name, from)
}

// nameAt tells whether a letter, digit or _ stands n bytes behind the cursor.
func (l *lexer) nameAt(n int) bool {
	if l.at+n >= len(l.src) {
		return false
	}
	r, _ := utf8.DecodeRune(l.src[l.at+n:])
	return isLetter(r) || unicode.IsDigit(r)
}

func (l *lexer) comment() {
	from := l.at
	kind := token.Comment
	if l.has("///") && !l.has("////") {
		kind = token.DocComment
	}
	for l.at < len(l.src) && l.src[l.at] != '\n' {
		l.at++
	}
	end := l.at
	if l.src[end-1] == '\r' {
		l.at--
	}
	l.emit(kind, from)
	l.at = end
}

func (l *lexer) blockComment() {
	from := l.at
	if end := bytes.Index(l.src[from:], []byte("*/")); end >= 0 {
		l.at += end + 2
	} else {
		l.at = len(l.src)
	}
	l.space = true
	l.report(token.Range{From: from, To: l.at}, "E0106", "comments begin with //", "put // before each line")
}

// number takes an integer or float and, touching it, a unit.
func (l *lexer) number() {
	from, kind := l.at, token.Int
	digits := func() {
		for c := l.peek(0); c >= '0' && c <= '9' || c == '_'; c = l.peek(0) {
			l.at++
		}
	}
	digit := func(n int) bool { c := l.peek(n); return c >= '0' && c <= '9' }
	digits()
	if l.peek(0) == '.' && digit(1) {
		kind = token.Float
		l.at++
		digits()
	}
	if e := l.peek(0); (e == 'e' || e == 'E') && (digit(1) || (l.peek(1) == '+' || l.peek(1) == '-') && digit(2)) {
		kind = token.Float
		l.at += 2
		digits()
	}
	end := l.at
	fits := l.checkSize(from, kind)
	if l.unit(from) {
		kind = token.Unit
		if fits {
			l.checkUnit(from, end)
		}
	}
	l.emit(kind, from)
}

// checkUnit refuses a duration whose nanoseconds, or a size whose bytes, do
// not fit an int64. The digits stand before end, the unit behind it.
func (l *lexer) checkUnit(from, end int) {
	unit := l.text[end:l.at]
	factor := token.Nanoseconds(unit)
	most := "a duration is shorter than 106752d"
	if factor == 0 {
		factor, most = token.Bytes(unit), "a size is below 8589934592GB"
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(l.text[from:end], "_", ""), 64)
	if err == nil && n*factor >= math.MaxInt64 {
		l.report(token.Range{From: from, To: l.at}, "E0107", "the number is too large", most)
	}
}

// checkSize refuses what fits neither an int64 nor a float64.
func (l *lexer) checkSize(from int, kind token.Kind) bool {
	text := strings.ReplaceAll(l.text[from:l.at], "_", "")
	var err error
	if kind == token.Int {
		_, err = strconv.ParseInt(text, 10, 64)
	} else {
		var f float64
		if f, err = strconv.ParseFloat(text, 64); math.IsInf(f, 0) {
			err = strconv.ErrRange
		}
	}
	if err != nil {
		l.report(token.Range{From: from, To: l.at}, "E0107", "the number is too large", "integers go up to 9223372036854775807")
	}
	return err == nil
}

// unit takes what touches the number that began at from.
func (l *lexer) unit(from int) bool {
	behind := l.at
	switch c := l.peek(0); {
	case c == '%' && !l.nameAt(1) && l.peek(1) != '(':
		l.at++
		return true
	case c == '%':
		l.at++
		text := l.text[from:l.at]
		l.report(token.Range{From: from, To: l.at}, "E0104", text+" is a share, and something touches it",
			"the remainder has blanks: "+text[:len(text)-1]+" % n")
		return true
	case c == '/' && (l.peek(1) == 's' || l.peek(1) == 'm' || l.peek(1) == 'h') && !l.nameAt(2):
		l.at += 2
		return true
	case !l.nameAt(0):
		return false
	}
	for l.nameAt(0) {
		_, n := utf8.DecodeRune(l.src[l.at:])
		l.at += n
	}
	if unit := l.text[behind:l.at]; !token.IsUnit(unit) {
		help := "units are us ms s m h d, KB MB GB, %, /s /m /h; a name does not begin with a digit"
		if meant := meantUnit(unit); meant != "" {
			help = "write " + l.text[from:behind] + meant
		}
		l.report(token.Range{From: from, To: l.at}, "E0104", unit+" is no unit", help)
	}
	return true
}

// meantUnit is the unit that other languages write so, "" of anything else.
func meantUnit(word string) string {
	switch strings.ToLower(word) {
	case "micros", "usec", "µs":
		return "us"
	case "ms", "msec", "msecs", "millis", "millisecond", "milliseconds", "mss":
		return "ms"
	case "s", "sec", "secs", "second", "seconds":
		return "s"
	case "min", "mins", "minute", "minutes":
		return "m"
	case "h", "hr", "hrs", "hour", "hours":
		return "h"
	case "d", "day", "days":
		return "d"
	case "k", "kb", "kib":
		return "KB"
	case "mb", "mib":
		return "MB"
	case "gb", "gib":
		return "GB"
	case "qps", "rps", "ps":
		return "/s"
	}
	return ""
}

// quoted takes "…" (and '…', which it reports); it ends with its line.
func (l *lexer) quoted(quote byte) {
	from := l.at
	l.at++
	for l.at < len(l.src) && l.src[l.at] != quote && l.src[l.at] != '\n' {
		if l.src[l.at] == '\\' && l.at+1 < len(l.src) && l.src[l.at+1] != '\n' {
			l.at++
		}
		l.at++
	}
	if l.peek(0) != quote {
		for l.at > from+1 && l.src[l.at-1] == '\r' {
			l.at--
		}
		l.report(token.Range{From: from, To: l.at}, "E0102", "the string is not closed", "close it with "+string(quote)+" on the same line")
		l.emit(token.Bad, from)
		return
	}
	l.at++
	at := token.Range{From: from, To: l.at}
	text := l.text[from:l.at]
	if quote == '\'' {
		l.report(at, "E0103", "strings stand in double quotes", `"`+strings.ReplaceAll(text[1:len(text)-1], `"`, `\"`)+`"`)
	} else if !utf8.ValidString(text) {
		l.report(at, "E0101", "the string is not UTF-8", "save the file as UTF-8")
	} else if _, err := strconv.Unquote(text); err != nil {
		l.badEscape(from)
	}
	l.emit(token.String, from)
}

// badEscape reports the first escape of a string that has no meaning.
func (l *lexer) badEscape(from int) {
	for i := from + 1; i < l.at-1; i++ {
		if l.src[i] != '\\' {
			continue
		}
		if _, _, _, err := strconv.UnquoteChar(string(l.src[i:l.at-1]), '"'); err != nil {
			_, n := utf8.DecodeRune(l.src[i+1:])
			l.report(token.Range{From: i, To: i + 1 + n}, "E0105", fmt.Sprintf("%s is no escape", l.src[i:i+1+n]),
				`a backslash itself is \\; patterns are easier in backticks`)
			return
		}
		i++
	}
	l.report(token.Range{From: from, To: l.at}, "E0105", "the string has an unknown escape", `a backslash itself is \\`)
}

// raw takes `…`, over several lines if need be; a doubled backtick is one.
func (l *lexer) raw() {
	from := l.at
	l.at++
	for l.at < len(l.src) {
		if l.src[l.at] == '`' {
			if l.peek(1) != '`' {
				break
			}
			l.at++
		}
		l.at++
	}
	if l.at >= len(l.src) {
		l.at = len(l.src)
		l.report(token.Range{From: from, To: from + 1}, "E0102", "the raw string is not closed", "close it with `")
		l.emit(token.Bad, from)
		return
	}
	l.at++
	if !utf8.Valid(l.src[from:l.at]) {
		l.report(token.Range{From: from, To: l.at}, "E0101", "the string is not UTF-8", "save the file as UTF-8")
	}
	l.emit(token.String, from)
}
