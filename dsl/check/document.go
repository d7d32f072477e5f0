package check

import (
	"fmt"
	"math"
	"strings"
	"time"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
)

// document gives a constant the form that JSON would have for a type, and
// reports what does not fit: times are RFC 3339 texts, vectors lists of numbers,
// durations texts such as 7d. decl is the type as written, where fields with a
// default may be left out; it may be nil.
func (c *checker) document(v ast.Value, want sig.Type, decl *ast.TypeExpr, name string) (any, bool) {
	switch x := v.(type) {
	case nil:
		return nil, false
	case *ast.Record:
		if want.Kind == sig.Record {
			return c.documentRecord(x, want, c.recordOf(decl), name)
		}
	case *ast.List:
		switch want.Kind {
		case sig.List:
			return c.documentList(x, want, decl, name)
		case sig.Vector:
			return c.documentVector(x, want, name)
		}
	}
	if e, ok := v.(*ast.Expr); ok && (e == nil || e.Tree == nil) {
		return nil, false // does not parse, said already
	}
	if s, ok := textOf(v); ok {
		switch want.Kind {
		case sig.Time:
			if _, err := time.Parse(time.RFC3339Nano, s); err != nil {
				c.report(v.Span(), "E0405", fmt.Sprintf("%s is a time, %q is none", show(name), show(s)), `such as "2026-05-01T12:00:00Z"`)
				return nil, false
			}
			return s, true
		case sig.Duration:
			c.report(v.Span(), "E0404", fmt.Sprintf("%s wants a duration such as 30ms", show(name)), "without quotes")
			return nil, false
		}
	}
	before := len(c.diags)
	c.constant(v, want, name)
	x, _, ok := ConstOf(v)
	if !ok || len(c.diags) > before {
		return nil, false
	}
	switch n := x.(type) {
	case int64:
		if want.Kind == sig.Float {
			return float64(n), true
		}
		if want.Kind == sig.Duration {
			return durationText(n), true
		}
	case float64:
		if math.IsInf(n, 0) || math.IsNaN(n) {
			return nil, false
		}
	}
	return x, true
}

// textOf is a constant string.
func textOf(v ast.Value) (string, bool) {
	switch v := v.(type) {
	case *ast.StringLit:
		return v.Value, true
	case *ast.Expr:
		if v != nil {
			if s, ok := v.Tree.(*exprast.StringNode); ok {
				return s.Value, true
			}
		}
	}
	return "", false
}

func (c *checker) documentRecord(r *ast.Record, want sig.Type, decl *ast.RecordType, name string) (any, bool) {
	types, defaults := map[string]*ast.TypeExpr{}, map[string]bool{}
	if decl != nil {
		for _, p := range decl.Fields {
			if p != nil && p.Name != nil {
				types[p.Name.Text], defaults[p.Name.Text] = p.Type, p.Default != nil
			}
		}
	}
	out, ok := map[string]any{}, true
	seen, excused := map[string]bool{}, map[string]bool{}
	for i, f := range r.Fields {
		if c.tooMany(i, r.At, "fields") {
			return nil, false
		}
		if f == nil || f.Key == nil {
			ok = false
			continue
		}
		key := f.Key.Text
		if seen[key] {
			c.report(f.Key.At, "E0302", fmt.Sprintf("%s is already a field here", show(key)), "leave one of them out")
			ok = false
			continue
		}
		seen[key] = true
		field, known := want.Field(key)
		if !known {
			of := want.Name
			if of == "" {
				of = name
			}
			names := fieldNames(&want)
			meant := c.reportNear(f.Key.At, "E0502", fmt.Sprintf("no field %s in %s", show(key), show(of)), key, "there are "+listed(names), names)
			excused[meant] = true // not missing a second time
			ok = false
			continue
		}
		v, fits := c.document(f.Value, field.Type, types[key], key)
		if ok = ok && fits; fits {
			out[key] = v
		}
	}
	var missing []string
	for _, f := range want.Fields {
		if !seen[f.Name] && !excused[f.Name] && !f.Type.Nullable && !defaults[f.Name] && f.Type.Kind != sig.Invalid {
			missing = append(missing, show(f.Name))
		}
	}
	if len(missing) > 0 {
		c.report(r.At, "E0412", fmt.Sprintf("%s wants %s", show(name), listed(missing)), "add "+missing[0]+": …")
		ok = false
	}
	return out, ok
}

func (c *checker) documentList(l *ast.List, want sig.Type, decl *ast.TypeExpr, name string) (any, bool) {
	elem := sig.Type{}
	if want.Elem != nil {
		elem = *want.Elem
	}
	var elemDecl *ast.TypeExpr
	if decl != nil && len(decl.Args) == 1 {
		elemDecl = c.argType(decl.Args[0])
	}
	out, ok := []any{}, true
	for _, e := range l.Elems {
		v, fits := c.document(e, elem, elemDecl, "an element of "+name)
		out, ok = append(out, v), ok && fits
	}
	return out, ok
}

func (c *checker) documentVector(l *ast.List, want sig.Type, name string) (any, bool) {
	if want.Dim > 0 && len(l.Elems) != want.Dim {
		c.report(l.At, "E0401", fmt.Sprintf("%s is %s, this has %s", show(name), want, diag.Count(len(l.Elems), "number")), "")
		return nil, false
	}
	out, ok := []any{}, true
	for _, e := range l.Elems {
		v, fits := c.document(e, sig.Type{Kind: sig.Float}, nil, "an element of "+name)
		out, ok = append(out, v), ok && fits
	}
	return out, ok
}

// recordOf is the record type behind a type as written: its own, that of the
// named type, or nil.
func (c *checker) recordOf(t *ast.TypeExpr) *ast.RecordType {
	if t == nil || t.Record != nil {
		if t == nil {
			return nil
		}
		return t.Record
	}
	if t.Name != nil {
		if d := c.typeDecl(t.Name.Text); d != nil {
			return d.Record
		}
	}
	return nil
}

// durationText is a length of time in the largest unit that divides it.
func durationText(ns int64) string {
	for _, u := range []struct {
		name string
		ns   int64
	}{{"d", 86400e9}, {"h", 3600e9}, {"m", 60e9}, {"s", 1e9}, {"ms", 1e6}, {"us", 1e3}} {
		if ns%u.ns == 0 {
			return fmt.Sprintf("%d%s", ns/u.ns, u.name)
		}
	}
	return strings.TrimRight(fmt.Sprintf("%.3f", float64(ns)/1e3), "0") + "us"
}
