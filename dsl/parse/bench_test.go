package parse_test

import (
	"bytes"
	"testing"

	"riffle.dev/riffle/dsl/parse"
)

// BenchmarkFile reads the example, repeated up to 10,000 lines.
func BenchmarkFile(b *testing.B) {
	src := sources(b)["testdata/good/language.riffle"]
	src = bytes.Repeat(src, 10_000/bytes.Count(src, []byte("\n"))+1)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		parse.File("f.riffle", src)
	}
}
