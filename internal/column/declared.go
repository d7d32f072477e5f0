package column

// Declared is a value as encoding/json decodes it, with only the fields its
// type has: who answers may know more than was asked.
func Declared(t Type, v any) any {
	switch x := v.(type) {
	case []any:
		if t.Kind == List && t.Elem != nil && len(x) <= MaxList {
			for i := range x {
				x[i] = Declared(*t.Elem, x[i])
			}
		}
	case map[string]any:
		if t.Kind != Record {
			return v
		}
		out := make(map[string]any, len(t.Fields))
		for _, f := range t.Fields {
			if e, ok := x[f.Name]; ok {
				out[f.Name] = Declared(f.Type, e)
			}
		}
		return out
	}
	return v
}
