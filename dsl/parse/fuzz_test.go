package parse_test

import (
	"testing"

	"riffle.dev/riffle/dsl/diag"
)

// FuzzParse: any bytes end in a tree whose parts lie inside the text; an
// expression without a diagnostic was read by expr-lang to its very end.
func FuzzParse(f *testing.F) {
	for _, src := range sources(f) {
		f.Add(src)
	}
	for _, name := range []string{"3 M (", "64 KB of f(", "1 MB string", "64 KB of ? :"} {
		f.Add(hostile()[name])
	}
	for _, c := range diag.Codes() {
		f.Add([]byte(c.Bad))
		f.Add([]byte(c.Good))
	}
	f.Fuzz(func(t *testing.T, src []byte) { sound(t, src) })
}
