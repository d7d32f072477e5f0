package check

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// Options of a check.
type Options struct {
	Catalogue sig.Catalogue // only read
	// Published finds what other projects published; nil when nothing can be
	// imported.
	Published Resolver
}

// Resolver finds published projects. It is asked once for each project and
// version a text imports from; it may be asked by several checks at once.
type Resolver interface {
	// Published is the checked project; its facts are shared and never changed.
	// The error, an *Unpublished where there is more to say, is why the text
	// can't have it.
	Published(team, project string, version int) (*Info, error)
}

// Unpublished is why a project can't be imported.
type Unpublished struct {
	Code    string // "" is E0301
	Message string
	Help    string
}

// Error is the message.
func (u *Unpublished) Error() string { return u.Message }

// Import is one imported name. What it means stands in Info.Resources, Types,
// Pipelines, Services or Functions under the name it has here.
type Import struct {
	Decl    *ast.Import
	Name    string // here
	Of      string // there
	Kind    string // resource type pipeline service function
	Team    string
	Project string
	Version int
	From    *Info // the project it comes from: what an imported pipeline reads stands there
}
