package dag

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/parse"
	"riffle.dev/riffle/dsl/sig"
)

// Source is the text of one file of a project.
type Source struct {
	Name string
	Text []byte
}

// Operators is the whole table: what the checker and what the compiler need.
type Operators interface {
	sig.Catalogue
	Catalogue
}

// Compile takes a project from text to graphs: parse, check, Build. The list
// is everything found on the way; with an error in it the project is nil.
func Compile(sources []Source, ops Operators) (*Project, diag.List) {
	return CompileWith(sources, ops, nil)
}

// CompileWith is Compile where published projects can be imported from.
func CompileWith(sources []Source, ops Operators, published check.Resolver) (*Project, diag.List) {
	var found diag.List
	files := make([]*ast.File, 0, len(sources))
	for _, s := range sources {
		f, list := parse.File(s.Name, s.Text)
		files = append(files, f)
		found = append(found, list...)
	}
	info, list := check.CheckWith(files, check.Options{Catalogue: ops, Published: published})
	found = append(found, list...).Sort()
	if found.HasErrors() {
		return nil, found
	}
	p, list := Build(info, ops)
	return p, append(found, list...).Sort()
}
