package format_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"riffle.dev/riffle/dsl/diag"
)

// FuzzFormat: of any text that parses the canonical form parses too, means the
// same, keeps every comment and is its own canonical form.
func FuzzFormat(f *testing.F) {
	for _, pattern := range []string{"testdata/canon/*.riffle", "../parse/testdata/good/*.riffle"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src)
			f.Add(bytes.ReplaceAll(src, []byte(", "), []byte(", // c\n")))
		}
	}
	pairs, _ := filepath.Glob("testdata/pairs/*.txtar")
	for _, name := range pairs {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(a.Files[0].Data)
	}
	for _, c := range diag.Codes() {
		f.Add([]byte(c.Good))
	}
	f.Add(bytes.Repeat([]byte("("), 3_000_000))
	f.Fuzz(func(t *testing.T, src []byte) { check(t, src) })
}
