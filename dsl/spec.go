package dsl

import _ "embed"

//go:embed SPEC.md
var spec string

// Spec is the specification of the language, in Markdown.
func Spec() string { return spec }
