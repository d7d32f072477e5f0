package parse_test

import (
	"os"
	"path/filepath"
	"testing"

	"riffle.dev/riffle/dsl/parse"
)

// sources are the well-formed files of this folder and the formatter's.
func sources(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, pattern := range []string{"testdata/good/*.riffle", "../format/testdata/canon/*.riffle"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no files match %s (%v)", pattern, err)
		}
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out[name] = src
		}
	}
	return out
}

func TestGoodFiles(t *testing.T) {
	for name, src := range sources(t) {
		if _, got := parse.File(name, src); len(got) > 0 {
			t.Errorf("%s:\n%s", name, listing(got))
		}
	}
}
