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
	var text []byte
	for _, f := range sorted {
		text = append(append(append(text[:0], "file "...), f.Name...), 0)
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
				text = append(text, '\n')
				continue
			}
			newline = false
			text = append(append(text, t.Text...), 0)
		}
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil))
}
