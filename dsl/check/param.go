package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// params resolves a signature's parameters, defaults included.
func (c *checker) params(s *ast.Signature) []Param {
	if s == nil {
		return nil
	}
	var out []Param
	seen := map[string]bool{}
	for i, p := range s.Params {
		if c.tooMany(i, s.At, "parameters") {
			break
		}
		if p == nil || p.Name == nil || p.Name.Text == "" {
			continue
		}
		if !c.givable(p.Name.Text, p.Name.At, seen) {
			continue
		}
		t := c.typeOf(p.Type)
		out = append(out, Param{Name: p.Name.Text, Type: t, Default: p.Default, Decl: p})
		if p.Default != nil {
			c.constant(p.Default, t, p.Name.Text)
		}
	}
	return out
}

// givable tells whether a name may be given here, and marks it given.
func (c *checker) givable(name string, at token.Range, seen map[string]bool) bool {
	switch {
	case seen[name]:
		c.report(at, "E0302", fmt.Sprintf("%s is already a name of this pipeline", show(name)), "give one of them another name")
		return false
	case len(name) > 0 && name[0] == '_':
		c.report(at, "E0303", fmt.Sprintf("%s begins with _, such names belong to the engine", show(name)), "leave the _ out")
	}
	seen[name] = true
	return true
}
