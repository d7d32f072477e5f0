package column

// rep is how a vec holds its rows.
type rep uint8

const (
	repAny    rep = iota // vals, or the rows of col
	repInt               // ints: Int Time Duration
	repFloat             // floats
	repBool              // bools
	repString            // codes into dict; computed texts are repAny
)

// repOf is the representation kernels choose by: what a column of the kind is
// loaded as.
func repOf(k Kind) rep {
	switch k {
	case Int, Time, Duration:
		return repInt
	case Float:
		return repFloat
	case Bool:
		return repBool
	case String:
		return repString
	}
	return repAny
}

// vec is the value of a node over the rows of a chunk: one value for all of
// them, or a value each.
type vec struct {
	rep    rep
	one    bool // the same for all rows: val, and i f b where of that kind
	val    Value
	i      int64
	f      float64
	b      bool
	nulls  Bitmap // of rows; nil: none
	ints   []int64
	floats []float64
	bools  []bool
	codes  []uint32
	dict   *Dict
	vals   []Value // repAny, computed
	col    *Column // repAny, read: row k is col row at(k)
	rows   []int32 // of col; nil: from, from+1, …
	from   int
	own    bool // the slice is a temporary of the state
}

// oneVec is a single value for all rows. A value that is not of the kind is
// null, but for an Int given for a Float.
func oneVec(k Kind, v Value) vec {
	out := vec{rep: repOf(k), one: true, val: v}
	if out.rep == repString {
		out.rep = repAny
	}
	switch x := v.(type) {
	case int64:
		out.i = x
		if k == Float {
			out.f, out.val = float64(x), float64(x)
		} else if out.rep != repInt && out.rep != repAny {
			out.val = nil
		}
	case float64:
		out.f = x
		if out.rep != repFloat && out.rep != repAny {
			out.val = nil
		}
	case bool:
		out.b = x
		if out.rep != repBool && out.rep != repAny {
			out.val = nil
		}
	default:
		if out.rep != repAny {
			out.val = nil
		}
	}
	return out
}

// isNull tells whether row i is null.
func (v *vec) isNull(i int) bool {
	switch {
	case v.one:
		return v.val == nil
	case v.vals != nil:
		return v.vals[i] == nil
	case v.col != nil:
		return v.col.Nulls.Get(v.row(i))
	}
	return v.nulls.Get(i)
}

// row is where row i of the chunk stands in col.
func (v *vec) row(i int) int {
	if v.rows != nil {
		return int(v.rows[i])
	}
	return v.from + i
}

// value is row i in its canonical form.
func (v *vec) value(i int) Value {
	if v.one {
		return v.val
	}
	if v.nulls.Get(i) {
		return nil
	}
	switch v.rep {
	case repInt:
		return v.ints[i]
	case repFloat:
		return v.floats[i]
	case repBool:
		return v.bools[i]
	case repString:
		return v.dict.Words[v.codes[i]]
	}
	if v.col != nil {
		return v.col.Row(v.row(i))
	}
	return v.vals[i]
}

// text is row i of a String vec, which is not null.
func (v *vec) text(i int) (string, bool) {
	if !v.one && v.rep == repString {
		return v.dict.Words[v.codes[i]], !v.nulls.Get(i)
	}
	s, ok := v.value(i).(string)
	return s, ok
}

func (v *vec) intAt(i int) int64 {
	if v.one {
		return v.i
	}
	return v.ints[i]
}

func (v *vec) isTrue(i int) bool {
	if v.one {
		return v.val == true
	}
	if v.rep == repBool {
		return v.bools[i] && !v.nulls.Get(i)
	}
	return v.value(i) == true
}

// appendFloats appends the n rows as Floats, null as NaN.
func (v *vec) appendFloats(dst []float64, n int) []float64 {
	switch {
	case v.one:
		f, ok := asFloat(v.val)
		if !ok {
			f = nan
		}
		for range n {
			dst = append(dst, f)
		}
		return dst
	case v.rep == repFloat:
		dst = append(dst, v.floats[:n]...)
	case v.rep == repInt:
		for _, x := range v.ints[:n] {
			dst = append(dst, float64(x))
		}
	}
	if v.nulls != nil {
		tail := dst[len(dst)-n:]
		for i := range tail {
			if v.nulls.Get(i) {
				tail[i] = nan
			}
		}
	}
	return dst
}

// appendTo appends the n rows to a builder of the node's type.
func (v *vec) appendTo(b *Builder, n int) {
	if !v.one && v.nulls == nil {
		c := &b.col
		switch {
		case v.rep == repFloat && c.Type.Kind == Float:
			c.Floats = append(c.Floats, v.floats[:n]...)
			c.Len += n
			return
		case v.rep == repInt && repOf(c.Type.Kind) == repInt:
			c.Ints = append(c.Ints, v.ints[:n]...)
			c.Len += n
			return
		case v.rep == repBool && c.Type.Kind == Bool:
			c.Bools = append(c.Bools, v.bools[:n]...)
			c.Len += n
			return
		}
	}
	for i := range n {
		if b.Append(v.value(i)) != nil {
			b.AppendNull()
		}
	}
}
