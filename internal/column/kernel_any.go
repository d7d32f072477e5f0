package column

// kernelAny computes row by row, for what has no kernel of its own.
func kernelAny(s *state, n *node, args []vec) vec {
	row := make([]Value, len(args))
	vals := make([]Value, s.n)
	for i := range s.n {
		if s.stopped(i) || n.inner != nil && s.stopped(63) {
			break
		}
		for k := range args {
			row[k] = args[k].value(i)
		}
		v, err := n.apply(row)
		if err != nil {
			s.err = err
			break
		}
		vals[i] = v
	}
	return s.unbox(n.expr.Type.Kind, vals)
}

// unbox puts values into the representation of their kind; a value of another
// kind is null.
func (s *state) unbox(k Kind, vals []Value) vec {
	var v vec
	switch repOf(k) {
	case repInt:
		v = s.newInts()
		for i, x := range vals {
			n, ok := x.(int64)
			v.ints[i] = n
			s.mark(&v, i, !ok)
		}
	case repFloat:
		v = s.newFloats()
		for i, x := range vals {
			f, ok := asFloat(x)
			v.floats[i] = f
			s.mark(&v, i, !ok)
		}
	case repBool:
		v = s.newBools()
		for i, x := range vals {
			b, ok := x.(bool)
			v.bools[i] = b
			s.mark(&v, i, !ok)
		}
	default:
		v = vec{rep: repAny, vals: vals}
	}
	return v
}

// mark sets row i null.
func (s *state) mark(v *vec, i int, null bool) {
	if !null {
		return
	}
	if v.nulls == nil {
		v.nulls = s.takeNulls()
	}
	v.nulls.Set(i)
}
