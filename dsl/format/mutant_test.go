package format_test

import (
	"math/rand"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"riffle.dev/riffle/dsl/parse"
	"riffle.dev/riffle/dsl/token"
)

// splice puts text at offset from, in the place of what stands up to to.
func splice(src []byte, from, to int, text string) []byte {
	out := append(make([]byte, 0, len(src)+len(text)), src[:from]...)
	return append(append(out, text...), src[to:]...)
}

// The example with a comment, on its line or alone, put before its tokens (every
// fifth: formatting a file a thousand times takes long), where that still
// parses: nothing is lost and the result is stable.
func TestCommentsAnywhere(t *testing.T) {
	src, err := os.ReadFile("../parse/testdata/good/language.riffle")
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := txtar.ParseFile("testdata/pairs/blocks.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range [][]byte{src, blocks.Files[0].Data} {
		f, _ := parse.File("f", src)
		parsed, tried := 0, 0
		for i := 0; i < len(f.Tokens); i += 5 {
			tok := f.Tokens[i]
			tried++
			text := []string{" // c\n", "\n/// d\n"}[i%2]
			in := splice(src, tok.Range.From, tok.Range.From, text)
			if _, diags := parse.File("f", in); !diags.HasErrors() {
				parsed++
			}
			check(t, in)
		}
		if parsed < tried/4 {
			t.Errorf("only %d of %d texts parse, the test says little", parsed, tried)
		}
	}
}

// Files with tokens of other files put in: what still parses is formatted well.
func TestMutants(t *testing.T) {
	var files [][]byte
	var tokens []token.Token
	for _, pattern := range []string{"testdata/canon/*.riffle", "../parse/testdata/*/*.riffle"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, _ := parse.File(name, src)
			files, tokens = append(files, src), append(tokens, f.Tokens...)
		}
	}
	random := rand.New(rand.NewSource(1))
	parsed := 0
	for range 200 {
		src := files[random.Intn(len(files))]
		f, _ := parse.File("f", src)
		at := f.Tokens[random.Intn(len(f.Tokens))].Range
		if random.Intn(2) == 0 {
			at.To = at.From
		}
		in := splice(src, at.From, at.To, " "+tokens[random.Intn(len(tokens))].Text+" ")
		if _, diags := parse.File("f", in); !diags.HasErrors() {
			parsed++
		}
		check(t, in)
	}
	if parsed < 10 {
		t.Errorf("only %d mutants parse, the test says little", parsed)
	}
}
