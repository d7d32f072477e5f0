package column

// kernelCond is ?: : both sides on all rows, then a choice by row.
func kernelCond(s *state, n *node, args []vec) vec {
	test := &args[0]
	if test.one {
		side := &args[2]
		if test.val == true {
			side = &args[1]
		}
		return s.as(n, side)
	}
	if test.nulls == nil {
		return s.choice(n, test.bools[:s.n], &args[1], &args[2])
	}
	truth := s.takeBools()
	for i := range truth {
		truth[i] = test.bools[i] && !test.nulls.Get(i)
	}
	out := s.choice(n, truth, &args[1], &args[2])
	s.bools = append(s.bools, truth[:chunk])
	return out
}

// kernelDefault is ??.
func kernelDefault(s *state, n *node, args []vec) vec {
	a := &args[0]
	if a.one {
		side := a
		if a.val == nil {
			side = &args[1]
		}
		return s.as(n, side)
	}
	if a.rep != repAny && a.nulls == nil {
		return s.as(n, a)
	}
	given := s.takeBools()
	for i := range given {
		given[i] = !a.isNull(i)
	}
	out := s.choice(n, given, a, &args[1])
	s.bools = append(s.bools, given[:chunk])
	return out
}

// as is a vec as the node's kind has it, taken over from the argument.
func (s *state) as(n *node, v *vec) vec {
	if v.one {
		return oneVec(n.expr.Type.Kind, v.val)
	}
	if repOf(n.expr.Type.Kind) == repFloat && v.rep == repInt {
		return s.toFloats(v)
	}
	out := *v
	v.own = false
	return out
}

// choice takes row i from a where first, else from b.
func (s *state) choice(n *node, first []bool, a, b *vec) vec {
	var out vec
	switch want := repOf(n.expr.Type.Kind); {
	case want == repFloat && (a.like(repFloat) || a.like(repInt)) && (b.like(repFloat) || b.like(repInt)):
		x, y := s.toFloats(a), s.toFloats(b)
		out = s.newFloats()
		pick(out.floats, first, x.floats, y.floats, x.f, y.f)
		if a.rep == repInt {
			s.release(&x)
		}
		if b.rep == repInt {
			s.release(&y)
		}
	case want == repInt && a.like(repInt) && b.like(repInt):
		out = s.newInts()
		pick(out.ints, first, a.ints, b.ints, a.i, b.i)
	case want == repBool && a.like(repBool) && b.like(repBool):
		out = s.newBools()
		pick(out.bools, first, a.bools, b.bools, a.b, b.b)
	default:
		vals := make([]Value, s.n)
		for i := range vals {
			if first[i] {
				vals[i] = n.expr.widen(a.value(i))
			} else {
				vals[i] = n.expr.widen(b.value(i))
			}
		}
		return s.unbox(n.expr.Type.Kind, vals)
	}
	if a.mayBeNull() || b.mayBeNull() {
		for i, f := range first {
			if f && a.isNull(i) || !f && b.isNull(i) {
				s.mark(&out, i, true)
			}
		}
	}
	return out
}

// like tells whether a vec is of a representation, as a single null always is.
func (v *vec) like(r rep) bool { return v.rep == r || v.one && v.val == nil }

func (v *vec) mayBeNull() bool { return v.one && v.val == nil || !v.one && v.nulls != nil }

// pick takes from a or x where first, else from b or y.
func pick[T any](dst []T, first []bool, a, b []T, x, y T) {
	for i, f := range first {
		switch {
		case f && a != nil:
			dst[i] = a[i]
		case f:
			dst[i] = x
		case b != nil:
			dst[i] = b[i]
		default:
			dst[i] = y
		}
	}
}
