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

// inCodes tells which texts are in the set: by their codes, where it is few and the
// dictionary can be asked.
func (t *set) inCodes(codes []uint32, dict *Dict, out []bool) {
	out = out[:len(codes)]
	if t.many != nil || len(dict.slots) == 0 || len(codes) <= 2*len(t.texts) {
		for i, c := range codes {
			out[i] = t.text(dict.Words[c])
		}
		return
	}
	clear(out)
	for _, word := range t.texts {
		code, known := dict.Find(word)
		if !known {
			continue
		}
		for i, c := range codes {
			if c == code {
				out[i] = true
			}
		}
	}
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
	return s.inLists(word, list)
}

// inLists tells which rows of a column of lists of texts hold a word.
func (s *state) inLists(word string, list *vec) vec {
	out := s.newBools()
	clear(out.bools)
	elems := list.col.Elems
	if code, known := elems.Dict.Find(word); known {
		if list.rows == nil && elems.Nulls == nil {
			inRun(code, elems.Codes, list.col, list.from, out.bools)
		} else {
			for i := range out.bools {
				lo, hi := list.col.Span(list.row(i))
				for j := lo; j < hi && !out.bools[i]; j++ {
					out.bools[i] = elems.Codes[j] == code && !elems.Nulls.Get(j)
				}
			}
		}
	}
	if list.col.Nulls != nil {
		for i := range out.bools {
			if list.col.Nulls.Get(list.row(i)) {
				out.bools[i] = false
				s.mark(&out, i, true)
			}
		}
	}
	return out
}

// inRun is inLists of neighbouring rows: their codes stand side by side, so they
// are gone through at once, and the row is looked for where one fits.
func inRun(code uint32, codes []uint32, lists *Column, from int, out []bool) {
	begin, _ := lists.Span(from)
	_, end := lists.Span(from + len(out) - 1)
	ends := lists.Ends[from : from+len(out)]
	row := 0
	for j, c := range codes[begin:end] {
		if c != code {
			continue
		}
		for int(ends[row]) <= begin+j {
			row++
		}
		out[row] = true
	}
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
		t.inCodes(a.codes[:s.n], a.dict, out.bools)
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
