package sig

import "slices"

// Unite is the one rule for merge, backfill, if, choose and fallback: a column
// in all and never nil stays, else it is nullable; int and float are float;
// two other types are a conflict, returned by column name.
func Unite(sets []Type) (Type, string) {
	out := Type{Kind: Items}
	if len(sets) == 1 {
		return sets[0], ""
	}
	most := 0
	for _, s := range sets {
		most = max(most, len(s.Fields))
	}
	if most == 0 {
		return out, ""
	}
	out.Fields = make([]Field, 0, most)
	count := make([]int, 0, most) // how many sets have the field
	var seen map[string]int       // once there are many
	find := func(name string, near int) int {
		if near < len(out.Fields) && out.Fields[near].Name == name { // sets of one kind have one order
			return near
		}
		if seen != nil {
			if i, ok := seen[name]; ok {
				return i
			}
			return -1
		}
		return slices.IndexFunc(out.Fields, func(f Field) bool { return f.Name == name })
	}
	for _, s := range sets {
		for k, f := range s.Fields {
			i := find(f.Name, k)
			if i < 0 {
				out.Fields, count = append(out.Fields, f), append(count, 1)
				switch n := len(out.Fields); {
				case n == manyFields:
					seen = make(map[string]int, 2*manyFields)
					for i, f := range out.Fields {
						seen[f.Name] = i
					}
				case n > manyFields:
					seen[f.Name] = n - 1
				}
				continue
			}
			count[i]++
			t, ok := Common(out.Fields[i].Type, f.Type)
			if !ok {
				return out, f.Name
			}
			out.Fields[i].Type = t
		}
	}
	for i := range out.Fields {
		if count[i] < len(sets) {
			out.Fields[i].Type.Nullable = true
		}
	}
	return out, ""
}

// manyFields of a set are found by a map, not one by one.
const manyFields = 32

// Common is the type both fit: equal kinds, or float for int and float. Nil
// makes the other nullable, Invalid yields the other.
func Common(a, b Type) (Type, bool) {
	switch {
	case a.Kind == Invalid:
		return b, true
	case b.Kind == Invalid:
		return a, true
	case a.Kind == Nil:
		return b.Null(), true
	case b.Kind == Nil:
		return a.Null(), true
	}
	out := a
	out.Bounds = nil
	out.Nullable = a.Nullable || b.Nullable
	if a.Kind != b.Kind {
		if isNumber(a) && isNumber(b) {
			out.Kind = Float
			return out, true
		}
		return a, false
	}
	switch a.Kind {
	case Vector:
		return out, a.Dim == b.Dim || a.Dim == 0 || b.Dim == 0
	case List:
		if a.Elem == nil || b.Elem == nil {
			return out, true
		}
		e, ok := Common(*a.Elem, *b.Elem)
		out.Elem = &e
		return out, ok
	case Record:
		if len(a.Fields) != len(b.Fields) {
			return a, false
		}
		out.Fields = append([]Field(nil), a.Fields...)
		for i := range out.Fields {
			o, ok := b.Field(out.Fields[i].Name)
			if !ok {
				return a, false
			}
			if out.Fields[i].Type, ok = Common(out.Fields[i].Type, o.Type); !ok {
				return a, false
			}
		}
	case Items:
		t, clash := Unite([]Type{a, b})
		return t, clash == ""
	}
	return out, true
}

// Fits tells whether a value of type have may stand where want is wanted:
// int for float, a bare T for T?, never the other way.
func Fits(have, want Type) bool {
	if have.Kind == Invalid || want.Kind == Invalid {
		return true
	}
	if have.Kind == Nil {
		return want.Nullable
	}
	if have.Nullable && !want.Nullable {
		return false
	}
	have.Nullable, want.Nullable = false, false
	if have.Kind == Int && want.Kind == Float {
		return true
	}
	if have.Kind == List && have.Elem != nil && want.Elem != nil && want.Kind == List {
		return Fits(*have.Elem, *want.Elem)
	}
	if have.Kind == Record && want.Kind == Record {
		for _, f := range want.Fields {
			h, ok := have.Field(f.Name)
			if ok && !Fits(h.Type, f.Type) || !ok && !f.Type.Nullable {
				return false
			}
		}
		return true
	}
	_, ok := Common(have, want)
	return ok && have.Kind == want.Kind
}

func isNumber(t Type) bool { return t.Kind == Int || t.Kind == Float }
