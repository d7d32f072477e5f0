package column

import (
	"strings"
	"unicode"
)

// snippet is the run of at most that many words in which most different words
// of the query stand, the earliest of equal ones, with … where text is left out.
// Words are what countTokens counts, compared in lower case.
func snippet(text, query string, words int) string {
	spans := wordSpans(text)
	if len(spans) <= words {
		return strings.TrimSpace(text)
	}
	wanted := map[string]int{} // how often it stands in the window
	for _, s := range wordSpans(query) {
		wanted[strings.ToLower(query[s.from:s.to])] = 0
	}
	best, most, have := 0, 0, 0
	for i, s := range spans {
		w := strings.ToLower(text[s.from:s.to])
		if n, ok := wanted[w]; ok {
			if wanted[w] = n + 1; n == 0 {
				have++
			}
		}
		if out := i - words; out >= 0 {
			w := strings.ToLower(text[spans[out].from:spans[out].to])
			if n, ok := wanted[w]; ok {
				if wanted[w] = n - 1; n == 1 {
					have--
				}
			}
		}
		if start := max(0, i-words+1); have > most {
			most, best = have, start
		}
	}
	last := min(best+words, len(spans)) - 1
	out := text[spans[best].from:spans[last].to]
	if best > 0 {
		out = "…" + out
	}
	if last < len(spans)-1 {
		out += "…"
	}
	return out
}

type span struct{ from, to int }

// wordSpans are the words of a text: runs of letters and digits, and each CJK
// character for itself.
func wordSpans(s string) []span {
	var out []span
	start := -1
	end := func(at int) {
		if start >= 0 {
			out = append(out, span{start, at})
			start = -1
		}
	}
	for i, r := range s {
		switch {
		case isCJK(r):
			end(i)
			out = append(out, span{i, i + len(string(r))})
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r):
			if start < 0 {
				start = i
			}
		default:
			end(i)
		}
	}
	end(len(s))
	return out
}
