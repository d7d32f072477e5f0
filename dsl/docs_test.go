package dsl_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/format"
)

// The examples of docs/language check as their marks say.
func TestLanguageDocs(t *testing.T) {
	pages, err := filepath.Glob("../docs/language/*.md")
	if err != nil || len(pages) < 3 {
		t.Fatalf("%d pages of docs/language (%v)", len(pages), err)
	}
	looked := 0
	for _, page := range pages {
		for _, b := range blocks(t, page) {
			if b.file != "" { // of the tutorial, which is run as a whole
				continue
			}
			looked++
			t.Run(fmt.Sprintf("%s line %d", filepath.Base(page), b.line), func(t *testing.T) {
				codes, diags := b.diagnostics()
				if got, want := strings.Join(codes, " "), strings.Join(b.codes, " "); got != want {
					t.Fatalf("diagnostics %q, want %q\n%v\n%s", got, want, diags, b.text)
				}
				if len(codes) == 0 {
					out, _ := format.Source(page, []byte(b.text))
					if d := cmp.Diff(b.text, string(out)); d != "" {
						t.Errorf("not canonical (-page +formatted):\n%s", d)
					}
				}
			})
		}
	}
	if looked < 15 {
		t.Errorf("only %d examples were looked at", looked)
	}
}
