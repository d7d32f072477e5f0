package dag

import (
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// kinds of the language in columns. A set read in an expression is a list of
// records, so Items is one too.
var kinds = map[sig.Kind]column.Kind{
	sig.Int: column.Int, sig.Float: column.Float, sig.Bool: column.Bool, sig.String: column.String,
	sig.Time: column.Time, sig.Duration: column.Duration, sig.Vector: column.Vector,
	sig.List: column.List, sig.Record: column.Record, sig.Items: column.List,
}

// columnType is a type of the language as columns have it. The type of the
// literal nil, and of nothing, is Invalid.
func columnType(t sig.Type) column.Type {
	out := column.Type{Kind: kinds[t.Kind], Nullable: t.Nullable || t.Kind == sig.Nil, Dim: t.Dim}
	switch t.Kind {
	case sig.List:
		if t.Elem != nil {
			elem := columnType(*t.Elem)
			out.Elem = &elem
		}
	case sig.Record:
		out.Fields = columnFields(t.Fields)
	case sig.Items:
		out.Dim = 0
		out.Elem = &column.Type{Kind: column.Record, Fields: columnFields(t.Fields)}
	}
	return out
}

func columnFields(fields []sig.Field) []column.Field {
	out := make([]column.Field, len(fields))
	for i, f := range fields {
		out[i] = column.Field{Name: f.Name, Type: columnType(f.Type)}
	}
	return out
}

// canonical brings a constant of the checker into the form of a type: an int
// where a float is wanted becomes one.
func canonical(v any, t column.Type) column.Value {
	switch x := v.(type) {
	case int64:
		if t.Kind == column.Float {
			return float64(x)
		}
	case []any:
		elem := column.Type{}
		if t.Elem != nil {
			elem = *t.Elem
		}
		if t.Kind == column.Vector {
			out := make([]float32, len(x))
			for i, e := range x {
				if f, ok := canonical(e, column.Type{Kind: column.Float}).(float64); ok {
					out[i] = float32(f)
				}
			}
			return out
		}
		out := make([]column.Value, len(x))
		for i, e := range x {
			out[i] = canonical(e, elem)
		}
		return out
	case map[string]any:
		out := make(map[string]column.Value, len(x))
		for _, f := range t.Fields {
			out[f.Name] = canonical(x[f.Name], f.Type)
		}
		return out
	}
	return v
}
