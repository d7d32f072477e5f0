// Package docs carries the pages about the language in the binary, for
// `riffle docs`. It imports the standard library.
package docs

import "embed"

//go:embed language/*.md
var pages embed.FS

// Page is the Markdown of a page of docs/language, such as howto.md.
func Page(name string) (string, error) {
	text, err := pages.ReadFile("language/" + name)
	return string(text), err
}
