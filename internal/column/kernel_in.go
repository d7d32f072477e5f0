package column

import "math"

// set is a list made ready to be asked many times.
type set struct {
	ints   map[int64]struct{}
	floats map[float64]struct{}
	texts  map[string]struct{}
	null   bool
	mixed  bool // holds what no map does: ask the list
}

func newSet(items []Value) *set {
	t := &set{ints: map[int64]struct{}{}, floats: map[float64]struct{}{}, texts: map[string]struct{}{}}
	for _, e := range items {
		switch x := e.(type) {
		case nil:
			t.null = true
		case int64:
			t.ints[x] = struct{}{}
			t.floats[float64(x)] = struct{}{}
		case float64:
			t.floats[x] = struct{}{}
			if n, ok := exactInt(x); ok {
				t.ints[n] = struct{}{}
			} else if math.Abs(x) >= 1<<53 {
				t.mixed = true // several Ints equal it
			}
		case string:
			t.texts[x] = struct{}{}
		default:
			t.mixed = true
		}
	}
	return t
}

// exactInt is a Float as the only Int that equals it.
func exactInt(f float64) (int64, bool) {
	return int64(f), math.Abs(f) < 1<<53 && f == math.Trunc(f)
}

// kernelIn is in: a set is made once a run of a list that is the same for all
// rows; a text is looked for by its code in a column of lists.
func kernelIn(s *state, n *node, args []vec) vec {
	a, list := &args[0], &args[1]
	if list.one {
		items, ok := list.val.([]Value)
		if !ok {
			return vec{rep: repBool, one: true}
		}
		t, _ := s.memo[n.memo].(*set)
		if t == nil {
			t = newSet(items)
			s.memo[n.memo] = t
		}
		if !t.mixed {
			if out, ok := s.inSet(a, t); ok {
				return out
			}
		}
		return kernelAny(s, n, args)
	}
	word, isText := a.val.(string)
	if !a.one || !isText || list.col == nil || list.col.Elems == nil || list.col.Elems.Type.Kind != String {
		return kernelAny(s, n, args)
	}
	out := s.newBools()
	elems := list.col.Elems
	code, known := elems.Dict.Find(word)
	for i := range out.bools {
		row := list.row(i)
		if list.col.Nulls.Get(row) {
			out.bools[i] = false
			s.mark(&out, i, true)
			continue
		}
		found := false
		lo, hi := list.col.Span(row)
		for j := lo; known && j < hi && !found; j++ {
			found = elems.Codes[j] == code && !elems.Nulls.Get(j)
		}
		out.bools[i] = found
	}
	return out
}

func (s *state) inSet(a *vec, t *set) (vec, bool) {
	out := s.newBools()
	switch a.rep {
	case repInt:
		for i, x := range a.ints[:s.n] {
			_, out.bools[i] = t.ints[x]
		}
	case repFloat:
		for i, x := range a.floats[:s.n] {
			_, out.bools[i] = t.floats[x]
		}
	case repString:
		for i, c := range a.codes[:s.n] {
			_, out.bools[i] = t.texts[a.dict.Words[c]]
		}
	default:
		s.release(&out)
		return vec{}, false
	}
	if a.nulls != nil {
		for i := range out.bools {
			if a.nulls.Get(i) {
				out.bools[i] = t.null
			}
		}
	}
	return out, true
}
