package column

// IsNull tells whether row i is null.
func (c *Column) IsNull(i int) bool { return c.Nulls.Get(i) }

// Row is row i in its canonical form. A vector is a view into the column; the
// caller must not write to it.
func (c *Column) Row(i int) Value {
	if c.Nulls.Get(i) {
		return nil
	}
	switch c.Type.Kind {
	case Int, Time, Duration:
		return c.Ints[i]
	case Float:
		return c.Floats[i]
	case Bool:
		return c.Bools[i]
	case String:
		return c.Dict.Words[c.Codes[i]]
	case Vector:
		return c.Vector(i)
	case List:
		lo, hi := c.Span(i)
		out := make([]Value, 0, hi-lo)
		for j := lo; j < hi; j++ {
			out = append(out, c.Elems.Row(j))
		}
		return out
	case Record:
		return c.Any[i]
	}
	return nil
}

// Text is row i of a String column; of a null row the empty string.
func (c *Column) Text(i int) string { return c.Dict.Words[c.Codes[i]] }

// Vector is row i of a Vector column, a view.
func (c *Column) Vector(i int) []float32 {
	if c.Views != nil {
		return c.Views[i]
	}
	d := c.Type.Dim
	return c.Vecs[i*d : (i+1)*d : (i+1)*d]
}

// Span is where the items of row i of a List column stand in Elems.
func (c *Column) Span(i int) (lo, hi int) {
	if i > 0 {
		lo = int(c.Ends[i-1])
	}
	return lo, int(c.Ends[i])
}

// Take is a column of the given rows in that order. It shares the dictionary,
// what vectors are views of, and nothing else that may be written.
func (c *Column) Take(sel []int32) *Column {
	out := &Column{Type: c.Type, Len: len(sel), Dict: c.Dict}
	if c.Nulls != nil {
		for k, i := range sel {
			if c.Nulls.Get(int(i)) {
				if out.Nulls == nil {
					out.Nulls = NewBitmap(len(sel))
				}
				out.Nulls.Set(k)
			}
		}
	}
	switch c.Type.Kind {
	case Int, Time, Duration:
		out.Ints = gather(c.Ints, sel)
	case Float:
		out.Floats = gather(c.Floats, sel)
	case Bool:
		out.Bools = gather(c.Bools, sel)
	case String:
		out.Codes = gather(c.Codes, sel)
	case Vector:
		if c.Views != nil {
			out.Views = gather(c.Views, sel)
			break
		}
		out.Vecs = make([]float32, 0, len(sel)*c.Type.Dim)
		for _, i := range sel {
			out.Vecs = append(out.Vecs, c.Vector(int(i))...)
		}
	case List:
		out.Ends = make([]uint32, len(sel))
		n := 0
		for k, i := range sel {
			lo, hi := c.Span(int(i))
			n += hi - lo
			out.Ends[k] = uint32(n)
		}
		out.Elems = c.takeElems(sel, n)
	case Record:
		out.Any = gather(c.Any, sel)
	}
	return out
}

// takeElems is the n elements of the lists of rows.
func (c *Column) takeElems(sel []int32, n int) *Column {
	if c.Elems.Type.Kind == String && c.Elems.Nulls == nil {
		out := &Column{Type: c.Elems.Type, Len: n, Dict: c.Elems.Dict, Codes: make([]uint32, 0, n)}
		for _, i := range sel {
			lo, hi := c.Span(int(i))
			out.Codes = append(out.Codes, c.Elems.Codes[lo:hi]...)
		}
		return out
	}
	items := make([]int32, 0, n)
	for _, i := range sel {
		lo, hi := c.Span(int(i))
		for j := lo; j < hi; j++ {
			items = append(items, int32(j))
		}
	}
	return c.Elems.Take(items)
}

func gather[T any](from []T, sel []int32) []T {
	out := make([]T, len(sel))
	for k, i := range sel {
		out[k] = from[i]
	}
	return out
}

// Head is a view of the first n rows, sharing everything.
func (c *Column) Head(n int) *Column {
	if n >= c.Len {
		return c
	}
	out := *c
	out.Len = n
	switch c.Type.Kind {
	case Int, Time, Duration:
		out.Ints = c.Ints[:n:n]
	case Float:
		out.Floats = c.Floats[:n:n]
	case Bool:
		out.Bools = c.Bools[:n:n]
	case String:
		out.Codes = c.Codes[:n:n]
	case Vector:
		if c.Views != nil {
			out.Views = c.Views[:n:n]
			break
		}
		out.Vecs = c.Vecs[: n*c.Type.Dim : n*c.Type.Dim]
	case List:
		out.Ends = c.Ends[:n:n]
	case Record:
		out.Any = c.Any[:n:n]
	}
	return &out
}

// Bytes is about how much memory the column holds, dictionary included,
// records counted as 64 bytes each.
func (c *Column) Bytes() int {
	if c == nil {
		return 0
	}
	n := 8*len(c.Nulls) + 8*len(c.Ints) + 8*len(c.Floats) + len(c.Bools) +
		4*len(c.Codes) + 4*len(c.Vecs) + (24+4*c.Type.Dim)*len(c.Views) + 4*len(c.Ends) + 64*len(c.Any) + c.Elems.Bytes()
	if c.Dict != nil {
		for _, w := range c.Dict.Words {
			n += 2*16 + 8 + len(w)
		}
	}
	return n
}
