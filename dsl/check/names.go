package check

import (
	"fmt"
	"sort"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// declared is an entry of the project's one namespace.
type declared struct {
	kind string // type resource service function pipeline scene experiment
	decl ast.Decl
	file *ast.File
}

func kindOf(d ast.Decl) string {
	switch d.(type) {
	case *ast.Type:
		return "type"
	case *ast.Resource:
		return "resource"
	case *ast.Service:
		return "service"
	case *ast.Function:
		return "function"
	case *ast.Pipeline:
		return "pipeline"
	case *ast.Scene:
		return "scene"
	case *ast.Experiment:
		return "experiment"
	}
	return "declaration"
}

// declare enters every declaration, once each: all files first, so that order
// of files and declarations does not matter.
func (c *checker) declare() {
	c.eachDecl(func(d ast.Decl) {
		c.info.FileOf[d] = c.file
		if im, ok := d.(*ast.Import); ok {
			for _, n := range im.Names {
				name := n.Name
				if n.As != nil {
					name = n.As
				}
				c.enter(d, name, "import")
			}
			return
		}
		c.enter(d, d.DeclName(), kindOf(d))
	})
}

func (c *checker) enter(d ast.Decl, n *ast.Name, kind string) {
	if n == nil || n.Text == "" {
		return
	}
	switch {
	case strings.HasPrefix(n.Text, "_"):
		c.report(n.At, "E0303", fmt.Sprintf("%s begins with _, such names belong to the engine", show(n.Text)), "leave the _ out")
	case c.isOperator(n.Text):
		c.report(n.At, "E0302", fmt.Sprintf("%s is already the name of an operator", n.Text), "give the "+kind+" another name")
	case kind == "type" && contains(typeWords, n.Text):
		c.report(n.At, "E0302", fmt.Sprintf("%s is already a type of the language", n.Text), "give the type another name")
	case isBuiltin(n.Text), isCalled(kind) && token.IsClosure(n.Text):
		c.report(n.At, "E0302", fmt.Sprintf("%s is already the name of a built-in function", n.Text), "give the "+kind+" another name")
	}
	if first, ok := c.decls[n.Text]; ok {
		c.report(n.At, "E0302", fmt.Sprintf("%s is already the name of %s", show(n.Text), an(first.kind)), "give one of them another name")
		if at := first.decl.DeclName(); at != nil {
			c.related(first.file, at.At, "first given here")
		}
		return
	}
	c.decls[n.Text] = declared{kind, d, c.file}
}

func (c *checker) isOperator(name string) bool {
	if c.cat == nil {
		return false
	}
	_, ok := c.cat.Operator(name)
	return ok
}

// isCalled tells whether what is declared is called by its name, where a
// function with a closure would be meant.
func isCalled(kind string) bool {
	switch kind {
	case "pipeline", "function", "service", "import":
		return true
	}
	return false
}

func isBuiltin(name string) bool {
	_, ok := sig.Function(name)
	return ok
}

// names of all declarations of the kinds, sorted.
func (c *checker) names(kinds ...string) []string {
	key := strings.Join(kinds, " ")
	if out, ok := c.listed[key]; ok {
		return out
	}
	var out []string
	for name, d := range c.decls {
		for _, k := range kinds {
			if d.kind == k {
				out = append(out, name)
			}
		}
	}
	sort.Strings(out)
	c.listed[key] = out
	return out
}

// callable names: operators, functions, pipelines, services, built-ins.
func (c *checker) callable() []string {
	if out, ok := c.listed["callable"]; ok {
		return out
	}
	out := append([]string(nil), c.names("function", "pipeline", "service")...)
	if c.cat != nil {
		for _, f := range c.cat.Operators() {
			out = append(out, f.Name)
		}
	}
	for _, f := range sig.Functions() {
		out = append(out, f.Name)
	}
	c.listed["callable"] = out
	return out
}

// an puts the article before a word.
func an(word string) string {
	if word != "" && strings.ContainsRune("aeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}
