package dag

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// Hash is the content hash of a project: sha256, in hex, over its files by
// name and their tokens. Blanks, comments and the order of files do not count;
// a renamed file does, for positions are shown.
func Hash(files []*ast.File) string {
	sorted := append([]*ast.File(nil), files...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].Name < sorted[j].Name })
	h := sha256.New()
	for _, f := range sorted {
		h.Write([]byte("file " + f.Name + "\x00"))
		newline := true
		for _, t := range f.Tokens {
			switch t.Kind {
			case token.Comment, token.DocComment, token.EOF:
				continue
			case token.Newline:
				if newline {
					continue
				}
				newline = true
				h.Write([]byte{'\n'})
				continue
			}
			newline = false
			h.Write([]byte(t.Text))
			h.Write([]byte{0})
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
