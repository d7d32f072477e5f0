package column

import "math"

// set is a list made ready to be asked many times.
type set struct {
	ints   map[int64]struct{}
	floats map[float64]struct{}
	texts  []string
	many   map[string]struct{} // texts, where there are more than few
	null   bool
	mixed  bool // holds what no map does: ask the list
}

// few texts are looked through faster than hashed.
const few = 8

func newSet(items []Value) *set {
	t := &set{}
	for _, e := range items {
		switch x := e.(type) {
		case nil:
			t.null = true
		case int64:
			t.int(x)
			t.float(float64(x))
		case float64:
			t.float(x)
			if n, ok := exactInt(x); ok {
				t.int(n)
			} else if math.Abs(x) >= 1<<53 {
				t.mixed = true // several Ints equal it
			}
		case string:
			t.texts = append(t.texts, x)
		default:
			t.mixed = true
		}
	}
	if len(t.texts) > few {
		t.many = make(map[string]struct{}, len(t.texts))
		for _, x := range t.texts {
			t.many[x] = struct{}{}
		}
	}
	return t
}

func (t *set) int(x int64) {
	if t.ints == nil {
		t.ints = map[int64]struct{}{}
	}
	t.ints[x] = struct{}{}
}

func (t *set) float(x float64) {
	if t.floats == nil {
		t.floats = map[float64]struct{}{}
	}
	t.floats[x] = struct{}{}
}

func (t *set) text(x string) bool {
	if t.many != nil {
		_, ok := t.many[x]
		return ok
	}
	for _, y := range t.texts {
		if x == y {
			return true
		}
	}
	return false
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
			out.bools[i] = t.text(a.dict.Words[c])
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
