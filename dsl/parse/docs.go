package parse

import (
	"bytes"
	"strings"

	"riffle.dev/riffle/dsl/token"
)

// docs collects the /// lines that touch the token behind them.
type docs struct {
	src  []byte
	text []string
	end  int // offset behind the last of them
}

func newDocs(src []byte) *docs { return &docs{src: src} }

func (d *docs) comment(t *token.Token) {
	if !d.touches(t.Range.From) {
		d.text = nil
	}
	if t.Kind == token.DocComment && ownLine(d.src, t.Range.From) {
		line := strings.TrimRight(strings.TrimPrefix(t.Text, "///"), " \t")
		d.text = append(d.text, strings.TrimPrefix(line, " "))
		d.end = t.Range.To
	}
}

// touches tells whether only one line end stands between the docs and offset.
func (d *docs) touches(offset int) bool {
	return len(d.text) > 0 && bytes.Count(d.src[d.end:offset], []byte("\n")) == 1
}

// take gives the docs of t and forgets them.
func (d *docs) take(t *token.Token) string {
	if d.text == nil {
		return ""
	}
	text := ""
	if d.touches(t.Range.From) {
		text = strings.Join(d.text, "\n")
	}
	d.text = nil
	return text
}

// ownLine tells whether nothing but blanks stands before offset on its line.
func ownLine(src []byte, offset int) bool {
	for offset--; offset >= 0 && src[offset] != '\n'; offset-- {
		if c := src[offset]; c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}
