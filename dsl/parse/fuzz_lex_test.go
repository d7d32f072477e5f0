package parse

import (
	"bytes"
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/token"
)

// texts that lexers stumble over; the large ones are made, not kept.
func lexSeeds() [][]byte {
	many := func(s string, n int) []byte { return []byte(strings.Repeat(s, n)) }
	return [][]byte{
		many("(", 3_000_000), many("[{(", 100_000), many("x", 1<<20), many(`"`, 99_999), many("`", 99_999), many("/*", 50_000),
		append([]byte(`"`), many("s", 1<<20)...), append([]byte("// "), many("c", 1<<20)...), many("9", 1<<20), many("9.", 1<<18), many("1_", 1<<18),
		many("围棋", 1<<17), many("\u0301", 1<<17), many("\xff", 1<<16), many("\x00", 1<<16), []byte("\ufeff\ufeffa"), []byte("a\u2028b\u2029c\u0085d"),
		[]byte("é = \"\\u{1F600}\\xZZ\\777\""), []byte("35%% 30mss 2000/sx 1e999 0x1F 1..2...3 .5 5. 1.e3 64MBs"), []byte("a\r\nb\rc\n\rd"),
	}
}

// FuzzLex: tokens stand in the order of the text, do not overlap, say what
// stands there, and leave out nothing but blanks.
func FuzzLex(f *testing.F) {
	for _, src := range lexSeeds() {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		reported := 0
		toks := lex(src, func(at token.Range, code, message, _ string) {
			if reported++; code == "" || message == "" || at.From < 0 || at.From > at.To || at.To > len(src) {
				t.Fatalf("a report that is none: %v %q %q", at, code, message)
			}
		})
		end := 0
		if bytes.HasPrefix(src, []byte("\ufeff")) {
			end = 3
		}
		bad := false
		for i, k := range toks {
			if k.Range.From < end || k.Range.To < k.Range.From || k.Range.To > len(src) {
				t.Fatalf("token %d at %v, behind %d of %d", i, k.Range, end, len(src))
			}
			if k.Text != string(src[k.Range.From:k.Range.To]) {
				t.Fatalf("token %d says %.40q, there stands %.40q", i, k.Text, src[k.Range.From:k.Range.To])
			}
			if between := src[end:k.Range.From]; len(bytes.Trim(between, " \t\r")) > 0 && reported == 0 {
				t.Fatalf("%.40q was left out without a word", between)
			}
			if k.Kind != token.EOF && k.Range.From == k.Range.To {
				t.Fatalf("token %d is empty", i)
			}
			bad, end = bad || k.Kind == token.Bad, k.Range.To
		}
		if len(toks) == 0 || toks[len(toks)-1].Kind != token.EOF {
			t.Fatal("the tokens do not end")
		}
		if bad && reported == 0 {
			t.Fatal("a bad token, and nothing reported")
		}
	})
}
