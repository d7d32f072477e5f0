package check

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

var typeWords = []string{"int", "float", "bool", "string", "keyword", "text", "key", "time", "duration", "vector", "list", "items", "facet"}

// declaredType resolves a `type` declaration, once; a type that holds itself
// is a cycle.
func (c *checker) declaredType(d *ast.Type) sig.Type {
	if d.Name == nil {
		return sig.Type{}
	}
	name := d.Name.Text
	if t, ok := c.info.Types[name]; ok {
		return t
	}
	if own := c.decls[name]; own.decl != ast.Decl(d) {
		return sig.Type{} // a second one of that name, already reported
	}
	if len(c.opening) > maxTypes {
		c.report(d.Name.At, "E0902", fmt.Sprintf("types hold one another deeper than %d", maxTypes), "")
		return sig.Type{}
	}
	if c.opening[name] {
		c.report(d.Name.At, "E0601", fmt.Sprintf("type %s holds itself%s", show(name), c.typePath(name)), "hold a key and look it up")
		return sig.Type{}
	}
	c.opening[name] = true
	c.holding = append(c.holding, name)
	defer func() {
		delete(c.opening, name)
		c.holding = c.holding[:len(c.holding)-1]
	}()
	t := c.recordType(d.Record)
	t.Name = name
	if t = c.bounded(t, d.Name.At); t.Kind == sig.Invalid {
		c.info.Types[name] = t
		return t
	}
	c.info.Types[name] = t
	return t
}

// typePath is the way on which a type holds itself through others, "" when it
// does so directly.
func (c *checker) typePath(name string) string {
	var path []string
	for _, n := range c.holding {
		if n == name || len(path) > 0 {
			path = append(path, show(n))
		}
	}
	if len(path) < 2 {
		return ""
	}
	return ": " + pathText(append(path, show(name)))
}

// pathText writes the steps of a cycle, cut when they are many.
func pathText(path []string) string {
	if len(path) > 12 {
		path = append(append(path[:6:6], "…"), path[len(path)-5:]...)
	}
	return strings.Join(path, " -> ")
}

func (c *checker) recordType(r *ast.RecordType) sig.Type {
	t := sig.Type{Kind: sig.Record}
	if r == nil {
		return t
	}
	seen := map[string]bool{}
	for i, f := range r.Fields {
		if c.tooMany(i, r.At, "fields") {
			break
		}
		if f == nil || f.Name == nil || f.Name.Text == "" {
			continue
		}
		if seen[f.Name.Text] {
			c.report(f.Name.At, "E0302", fmt.Sprintf("%s is already a field here", show(f.Name.Text)), "give one of them another name")
			continue
		}
		seen[f.Name.Text] = true
		ft := c.typeOf(f.Type)
		t.Fields = append(t.Fields, sig.Field{Name: f.Name.Text, Type: ft})
		if f.Default != nil {
			c.constant(f.Default, ft, f.Name.Text)
		}
	}
	return t
}

// typeOf resolves a type as written; Invalid once reported.
func (c *checker) typeOf(e *ast.TypeExpr) sig.Type {
	if e == nil {
		return sig.Type{}
	}
	t := c.bareType(e)
	if e.Nullable && t.Kind != sig.Invalid {
		if t.Kind == sig.Items {
			c.report(e.At, "E0403", "a set is never nil, only empty", "leave the ? out")
			return t
		}
		t.Nullable = true
	}
	return t
}

func (c *checker) bareType(e *ast.TypeExpr) sig.Type {
	if e.Record != nil {
		return c.recordType(e.Record)
	}
	if e.Name == nil {
		return sig.Type{}
	}
	kind := sig.Invalid
	switch e.Name.Text {
	case "int":
		kind = sig.Int
	case "float":
		kind = sig.Float
	case "bool":
		kind = sig.Bool
	case "string", "keyword", "text", "key":
		kind = sig.String
	case "time":
		kind = sig.Time
	case "duration":
		kind = sig.Duration
	case "vector":
		return c.vectorType(e)
	case "list":
		return c.listType(e)
	case "items":
		return c.itemsType(e)
	case "facet":
		return sig.FacetType()
	default:
		return c.namedType(e)
	}
	t := sig.Type{Kind: kind}
	for _, a := range e.Args {
		c.typeBound(&t, e, a)
	}
	if t.Bounds != nil && len(t.Bounds.Words) > 1 {
		c.wordsTwice(e)
	}
	return t
}

func (c *checker) vectorType(e *ast.TypeExpr) sig.Type {
	t := sig.Type{Kind: sig.Vector}
	for _, a := range e.Args {
		if a == nil || a.Label != nil {
			continue // metric: read by the resource
		}
		if n, ok := a.Value.(*ast.NumberLit); ok && n.Int && n.Num >= 1 && n.Num <= 65536 && t.Dim == 0 {
			t.Dim = int(n.Num)
			continue
		}
		c.report(a.At, "E0403", "a vector has between 1 and 65536 dimensions", "write vector(100)")
		return sig.Type{}
	}
	if t.Dim == 0 {
		c.report(e.At, "E0403", "a vector says its dimensions", "write vector(100)")
		return sig.Type{}
	}
	return t
}

func (c *checker) listType(e *ast.TypeExpr) sig.Type {
	if len(e.Args) != 1 || c.argType(e.Args[0]) == nil {
		c.report(e.At, "E0403", "a list says what it holds", "write list(keyword)")
		return sig.Type{}
	}
	elem := c.typeOf(c.argType(e.Args[0]))
	return sig.Type{Kind: sig.List, Elem: &elem}
}

func (c *checker) itemsType(e *ast.TypeExpr) sig.Type {
	switch {
	case len(e.Args) == 0:
		return sig.Type{Kind: sig.Items}
	case len(e.Args) > 1 || c.argType(e.Args[0]) == nil || c.argType(e.Args[0]).Name == nil:
		c.report(e.At, "E0403", "items takes a resource or a type", "write items(games)")
		return sig.Type{}
	}
	a := c.argType(e.Args[0])
	if d := c.decls[a.Name.Text]; d.kind == "resource" {
		if r := c.resourceNamed(a.Name.Text); r != nil {
			return r.Items
		}
		return sig.Type{}
	}
	t := c.typeOf(a)
	if t.Kind != sig.Record {
		if t.Kind != sig.Invalid {
			c.report(a.At, "E0403", fmt.Sprintf("items are records, not %s", t), "write items(games) or items(Card)")
		}
		return sig.Type{}
	}
	return sig.Type{Kind: sig.Items, Fields: t.Fields, Name: t.Name}
}

// argType is a type argument read as a type: the parser may take a bare word
// for a constant.
func (c *checker) argType(a *ast.TypeArg) *ast.TypeExpr {
	if a == nil || a.Label != nil {
		return nil
	}
	if a.Type != nil {
		return a.Type
	}
	if w, ok := a.Value.(*ast.Word); ok {
		return &ast.TypeExpr{At: w.At, Name: &ast.Name{Text: w.Text, At: w.At}}
	}
	return nil
}

func (c *checker) namedType(e *ast.TypeExpr) sig.Type {
	name := e.Name.Text
	switch d := c.decls[name]; d.kind {
	case "type":
		if len(e.Args) > 0 {
			c.report(e.At, "E0403", fmt.Sprintf("%s takes no arguments", show(name)), "")
		}
		return c.typeNamed(name)
	case "import":
		return sig.Type{}
	case "":
		c.reportNear(e.Name.At, "E0301", fmt.Sprintf("unknown type %s", show(name)), name, "", typeWords, c.names("type"))
	default:
		help := "declare it with type"
		if d.kind == "resource" {
			help = fmt.Sprintf("a set of its documents is items(%s)", show(name))
		}
		c.report(e.Name.At, "E0312", fmt.Sprintf("%s is %s, not a type", show(name), an(d.kind)), help)
	}
	return sig.Type{}
}

// inFile runs f with another file at hand.
func (c *checker) inFile(file *ast.File, f func()) {
	was := c.file
	c.file = file
	f()
	c.file = was
}
