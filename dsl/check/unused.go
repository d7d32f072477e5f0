package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// unusedDecls hints at types, services, functions and imports of a project with
// pipelines whose name stands nowhere else: they exist only to be used.
// Resources may be kept for their data, pipelines for runs by hand. Texts are
// asked, not trees: what is used on a broken line is used.
func (c *checker) unusedDecls() {
	if len(c.info.Pipelines) == 0 || c.diags.HasErrors() {
		return
	}
	count := map[string]int{}
	c.usable(func(n *ast.Name, _ string) { count[n.Text] = 0 })
	if len(count) == 0 {
		return
	}
	for _, f := range c.info.Files {
		if f == nil {
			continue
		}
		for i := range f.Tokens {
			if t := &f.Tokens[i]; t.Kind == token.Name {
				if n, ok := count[t.Text]; ok {
					count[t.Text] = n + 1
				}
			}
		}
	}
	c.usable(func(n *ast.Name, what string) {
		if count[n.Text] == 1 {
			c.report(n.At, "H0306", fmt.Sprintf(what, show(n.Text)), "take it out, or use it")
		}
	})
}

// usable visits the names that exist only to be used.
func (c *checker) usable(visit func(n *ast.Name, what string)) {
	c.eachDecl(func(d ast.Decl) {
		switch d := d.(type) {
		case *ast.Type, *ast.Service, *ast.Function:
			if n := d.DeclName(); n != nil && n.Text != "" {
				visit(n, kindOf(d)+" %s is never used")
			}
		case *ast.Import:
			for _, n := range d.Names {
				here := n.Name
				if n.As != nil {
					here = n.As
				}
				if here != nil && c.info.Imports[here.Text] != nil {
					visit(here, "%s is imported and never used")
				}
			}
		}
	})
}
