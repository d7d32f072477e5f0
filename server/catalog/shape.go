package catalog

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/server/app"
)

// shape says what a parameter may be, with the bounds as they were written and
// the defaults of a record's fields.
func shape(p dag.Param) app.Shape { return shapeOf(p.Written, p.Fields, nil) }

func shapeOf(t sig.Type, defaults []dag.Field, path []string) app.Shape {
	s := app.Shape{Kind: t.Kind.String(), Nullable: t.Nullable, Dim: t.Dim}
	if b := t.Bounds; b != nil {
		if len(b.Words) > 0 {
			s.Words = b.Words
		} else {
			low, high := b.Lo, b.Hi
			s.Low, s.High = &low, &high
		}
	}
	if t.Kind == sig.List && t.Elem != nil {
		elem := shapeOf(*t.Elem, nil, nil)
		s.Elem = &elem
	}
	if t.Kind == sig.Record {
		for _, f := range t.Fields {
			at := append(slices.Clone(path), f.Name)
			field := app.ShapeField{Name: f.Name, Shape: shapeOf(f.Type, defaults, at)}
			i := slices.IndexFunc(defaults, func(d dag.Field) bool { return slices.Equal(d.Path, at) })
			if i >= 0 {
				field.Default = defaults[i].Value
			}
			field.Required = i < 0 && !f.Type.Nullable
			s.Fields = append(s.Fields, field)
		}
	}
	return s
}
