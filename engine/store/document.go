package store

import (
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// field is a value of a document as its field's type has it; raw is nil where
// the document has none.
func field(f *index.Field, key string, raw any) (column.Value, error) {
	if raw == nil {
		switch {
		case f.Default != nil:
			return f.Default, nil
		case f.Type.Nullable:
			return nil, nil
		}
		return nil, bad("document %q has no field %s, want %s", clip(key), f.Name, f.Type)
	}
	if _, list := raw.([]any); f.Type.Kind == column.List && !list && f.Type.Elem != nil {
		raw = []any{raw} // to a search engine one value is a list
	}
	v, err := column.Parse(f.Type, column.Declared(f.Type, raw))
	if err != nil {
		return nil, bad("document %q, field %s: %s", clip(key), f.Name, err)
	}
	return v, nil
}

// keyOf is a document's key, which must be a text of a key's length.
func keyOf(name string, raw any) (string, error) {
	key, ok := raw.(string)
	if !ok || key == "" || len(key) > index.MaxKey {
		return "", bad("a document whose key %s is no text of 1 to %d bytes", name, index.MaxKey)
	}
	return key, nil
}

// scoreOf a document by a field, as top has it.
func scoreOf(v column.Value) float64 { return number(v) }
