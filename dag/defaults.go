package dag

import (
	"slices"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// Field is a field of a record parameter that may be left out of a request.
type Field struct {
	Path  []string // from the parameter down: active_days, or address region; Elements for every element of a list
	Value any      // its default, as column.Parse takes it
}

// Elements in a Path goes into every element of a list; it is no name.
const Elements = "[]"

// fieldDefaults finds the defaults of the fields of a parameter's record type,
// records and lists within it included.
func (b *builder) fieldDefaults(t *ast.TypeExpr, written sig.Type, path []string) []Field {
	const deepest = 16
	if t == nil || len(path) >= deepest {
		return nil
	}
	if written.Kind == sig.List && written.Elem != nil && len(t.Args) == 1 {
		return b.fieldDefaults(t.Args[0].Type, *written.Elem, append(slices.Clone(path), Elements))
	}
	if written.Kind != sig.Record {
		return nil
	}
	rec := t.Record
	if rec == nil && t.Name != nil {
		rec = b.declared(t.Name.Text)
	}
	if rec == nil {
		return nil
	}
	var out []Field
	for _, f := range rec.Fields {
		if f == nil || f.Name == nil {
			continue
		}
		ft, ok := written.Field(f.Name.Text)
		if !ok {
			continue
		}
		at := append(append([]string(nil), path...), f.Name.Text)
		if f.Default != nil {
			ct := columnType(ft.Type)
			if v, _, ok := check.ConstOf(f.Default); ok {
				out = append(out, Field{at, column.Render(ct, canonical(v, ct))})
			}
			continue
		}
		out = append(out, b.fieldDefaults(f.Type, ft.Type, at)...)
	}
	return out
}

// declared is the record of a type declaration, of this project or of one it
// imports from; nil when there is none.
func (b *builder) declared(name string) *ast.RecordType {
	if r := declaredIn(b.info, name); r != nil {
		return r
	}
	for _, here := range sorted(b.info.Imports) {
		im := b.info.Imports[here]
		if here == name {
			name = im.Of
		}
		if r := declaredIn(im.From, name); r != nil {
			return r
		}
	}
	return nil
}

func declaredIn(info *check.Info, name string) *ast.RecordType {
	for _, f := range info.Files {
		for _, d := range f.Decls {
			if t, ok := d.(*ast.Type); ok && t.Name != nil && t.Name.Text == name {
				return t.Record
			}
		}
	}
	return nil
}
