package analyze

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Analyzer says how a text field is cut.
type Analyzer uint8

// Analysers. English and Chinese cut alike, since both take mixed text; the
// name says what a field mostly holds, and is where they will differ.
const (
	Plain   Analyzer = iota // CJK characters one by one
	English                 // words; CJK unigrams and bigrams
	Chinese                 // words; CJK unigrams and bigrams
	Kinds                   // is how many there are
)

// MaxToken is the longest token in bytes; a longer word is cut there, at a
// character's start, so that hostile text cannot fill a dictionary with it.
const MaxToken = 128

// Named is the analyser of that name; the empty name is plain.
func Named(name string) (Analyzer, error) {
	switch name {
	case "", "plain":
		return Plain, nil
	case "english":
		return English, nil
	case "chinese":
		return Chinese, nil
	}
	return 0, fmt.Errorf("unknown analyzer %q: want english, chinese or plain", name)
}

// Index calls emit with each token a document's text is indexed under, in
// order. The bytes are only valid during the call.
func (a Analyzer) Index(text string, emit func(token []byte)) { a.cut(text, false, emit) }

// Query calls emit with each token a query asks for: of a run of CJK
// characters the bigrams, of a single one itself.
func (a Analyzer) Query(text string, emit func(token []byte)) { a.cut(text, true, emit) }

// Words calls emit with each word and each single CJK character: what word
// tables are keyed by.
func Words(text string, emit func(token []byte)) { Plain.cut(text, false, emit) }

// QueryTokens are Query's, each once, in order of first appearance.
func (a Analyzer) QueryTokens(text string) []string {
	var out []string
	seen := map[string]bool{}
	a.Query(text, func(t []byte) {
		if !seen[string(t)] {
			seen[string(t)] = true
			out = append(out, string(t))
		}
	})
	return out
}

func (a Analyzer) cut(text string, query bool, emit func([]byte)) {
	if !norm.NFKC.IsNormalString(text) {
		text = norm.NFKC.String(text)
	}
	var word [MaxToken]byte
	n := 0 // bytes of the word being read
	flush := func() {
		if n > 0 {
			emit(word[:n])
			n = 0
		}
	}
	var gram [2 * utf8.UTFMax]byte
	emitText := func(from, to int) { emit(gram[:copy(gram[:], text[from:to])]) }
	run, prev := 0, 0 // where in text the CJK character before this one stands, its length
	grams := a != Plain
	length := 0 // CJK characters in this run so far
	endRun := func() {
		if query && grams && length == 1 {
			emitText(run, run+prev)
		}
		length = 0
	}
	for i, r := range text {
		if r < utf8.RuneSelf {
			if c := lowerASCII(byte(r)); c != 0 {
				if length > 0 {
					endRun()
				}
				if n < MaxToken {
					word[n] = c
					n++
				}
			} else {
				flush()
				if length > 0 {
					endRun()
				}
			}
			continue
		}
		size := utf8.RuneLen(r)
		switch {
		case r == utf8.RuneError:
			flush()
			endRun()
		case IsCJK(r):
			flush()
			if grams && length > 0 {
				emitText(run, i+size)
			}
			if !query || !grams {
				emitText(i, i+size)
			}
			run, prev = i, size
			length++
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			endRun()
			var low [utf8.UTFMax]byte
			k := utf8.EncodeRune(low[:], unicode.ToLower(r))
			if n+k <= MaxToken {
				n += copy(word[n:], low[:k])
			}
		default:
			flush()
			endRun()
		}
	}
	flush()
	endRun()
}

// lowerASCII is the byte as it stands in a word, 0 when it ends one.
func lowerASCII(c byte) byte {
	switch {
	case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
		return c
	case c >= 'A' && c <= 'Z':
		return c + 'a' - 'A'
	}
	return 0
}

// IsCJK tells whether a character is cut into n-grams rather than words.
func IsCJK(r rune) bool {
	if r >= 0x4E00 && r <= 0x9FFF {
		return true // nearly all of them
	}
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
