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
	// Published is the checked project, or nil when there is none of that team,
	// name and version. Its facts are shared and never changed.
	Published(team, project string, version int) *Info
}

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
