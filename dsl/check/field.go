package check

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// What an index takes.
const (
	maxIndexed    = 256  // fields of a resource
	maxIndexedDim = 4096 // of a vector in it
	minWeight     = 1e-6 // of a text
	maxWeight     = 1e6
)

func (c *checker) fields(r *Resource, rec *ast.RecordType) {
	seen := map[string]bool{}
	keys := 0
	for i, p := range rec.Fields {
		if i == maxIndexed {
			c.report(r.Decl.Name.At, "E0902", fmt.Sprintf("resource %s has %d fields, at most %d", show(r.Name), len(rec.Fields), maxIndexed), "put fields that are read together into a record")
			break
		}
		if p == nil || p.Name == nil || p.Name.Text == "" {
			continue
		}
		if seen[p.Name.Text] {
			c.report(p.Name.At, "E0302", fmt.Sprintf("%s is already a field here", show(p.Name.Text)), "give one of them another name")
			continue
		}
		if strings.HasPrefix(p.Name.Text, "_") {
			c.report(p.Name.At, "E0303", fmt.Sprintf("%s begins with _, such names belong to the engine", show(p.Name.Text)), "leave the _ out")
		}
		seen[p.Name.Text] = true
		f := c.field(p)
		if f.Kind == "key" {
			if keys++; keys == 2 {
				c.report(p.Name.At, "E0801", fmt.Sprintf("%s is a second key of %s", show(p.Name.Text), show(r.Name)), "a resource has one key; keyword reads alike")
			}
		}
		r.Fields = append(r.Fields, f)
		indexed := f.Kind
		r.Items.Fields = append(r.Items.Fields, sig.Field{Name: f.Name, Type: f.Type, Indexed: indexed})
	}
	if keys == 0 {
		c.report(r.Decl.Name.At, "E0801", fmt.Sprintf("resource %s has no key", show(r.Name)), "write id: key among its fields")
	}
	// Derived fields read the others and call what may be declared further below.
	for i := range r.Fields {
		if _, derived := r.Fields[i].Decl.Default.(*ast.Call); derived {
			c.deriving = append(c.deriving, deriving{r, c.file})
			break
		}
	}
}

// given is a document as it comes: without the fields derived from it.
func given(r *Resource) sig.Type {
	t := sig.Type{Kind: sig.Record, Name: r.Name}
	for i := range r.Fields {
		if _, derived := r.Fields[i].Decl.Default.(*ast.Call); !derived {
			t.Fields = append(t.Fields, r.Items.Fields[i])
		}
	}
	return t
}

func (c *checker) field(p *ast.Param) ResourceField {
	f := ResourceField{Name: p.Name.Text, Kind: "value", Decl: p, Type: c.typeOf(p.Type)}
	if p.Type != nil && p.Type.Name != nil {
		switch w := p.Type.Name.Text; w {
		case "key", "text", "keyword", "vector":
			f.Kind = w
		}
	}
	c.options(&f, p.Type)
	switch {
	case holdsSet(f.Type):
		c.report(p.Type.At, "E0403", "a field can't be a set", "write list(keyword), or a resource of its own")
		f.Type = sig.Type{}
	case f.Kind == "vector" && f.Type.Dim > maxIndexedDim:
		c.report(p.Type.At, "E0403", fmt.Sprintf("a resource holds vectors of up to %d dimensions", maxIndexedDim), "")
	}
	if f.Kind == "key" && f.Type.Nullable {
		c.report(p.Type.At, "E0801", "a key is never nil", "leave the ? out")
		f.Type.Nullable = false
	}
	if _, derived := p.Default.(*ast.Call); p.Default != nil && !derived {
		if f.Kind == "key" {
			c.report(p.Default.Span(), "E0801", "a key has no default", "every document brings its own")
			return f
		}
		f.Default = p.Default
		c.constant(p.Default, f.Type, f.Name)
	}
	return f
}

// holdsSet tells whether a type is a set or has one within.
func holdsSet(t sig.Type) bool {
	if t.Kind == sig.Record {
		for i := range t.Fields {
			if holdsSet(t.Fields[i].Type) {
				return true
			}
		}
	}
	return t.Kind == sig.Items || t.Kind == sig.List && t.Elem != nil && holdsSet(*t.Elem)
}

var (
	analyzers = []string{"english", "chinese", "plain"}
	metrics   = []string{"cosine", "dot", "l2"}
)

// options reads analyzer and weight of a text, metric of a vector.
func (c *checker) options(f *ResourceField, t *ast.TypeExpr) {
	if f.Kind == "text" {
		f.Analyzer, f.Weight = "english", 1
	}
	if f.Kind == "vector" {
		f.Metric = "cosine"
	}
	if t == nil {
		return
	}
	for _, a := range t.Args {
		if a == nil || a.Label == nil {
			continue
		}
		switch label := a.Label.Text; {
		case f.Kind == "text" && label == "analyzer":
			c.option(a, analyzers, &f.Analyzer)
		case f.Kind == "vector" && label == "metric":
			c.option(a, metrics, &f.Metric)
		case f.Kind == "text" && label == "weight":
			n, ok := a.Value.(*ast.NumberLit)
			if !ok || n.Unit != "" || n.Num < minWeight || n.Num > maxWeight {
				c.report(a.At, "E0405", "weight wants a number from 0.000001 to 1000000", "")
				continue
			}
			f.Weight = n.Num
		case f.Kind == "text" || f.Kind == "vector":
			known := []string{"analyzer", "weight"}
			if f.Kind == "vector" {
				known = []string{"metric"}
			}
			c.reportNear(a.Label.At, "E0403", fmt.Sprintf("%s has no option %s", f.Kind, show(label)), label, "there are "+listed(known), known)
		}
	}
}

func (c *checker) option(a *ast.TypeArg, words []string, out *string) {
	w, ok := wordOf(a.Value)
	if !ok && a.Type != nil && a.Type.Name != nil {
		w, ok = a.Type.Name.Text, true
	}
	if !ok || !contains(words, w) {
		c.reportNear(a.At, "E0405", fmt.Sprintf("%s can't be %s", a.Label.Text, show(w)), w, "it is one of "+listed(words), words)
		return
	}
	*out = w
}
