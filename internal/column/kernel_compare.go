package column

// compareTo is a comparison of a column with a column, or when b is nil with y.
func compareTo[T number2](op string, dst []bool, a, b []T, y T) {
	a = a[:len(dst)]
	if b == nil {
		switch op {
		case "==":
			for i := range dst {
				dst[i] = a[i] == y
			}
		case "!=":
			for i := range dst {
				dst[i] = a[i] != y
			}
		case "<":
			for i := range dst {
				dst[i] = a[i] < y
			}
		case "<=":
			for i := range dst {
				dst[i] = a[i] <= y
			}
		case ">":
			for i := range dst {
				dst[i] = a[i] > y
			}
		default:
			for i := range dst {
				dst[i] = a[i] >= y
			}
		}
		return
	}
	b = b[:len(dst)]
	switch op {
	case "==":
		for i := range dst {
			dst[i] = a[i] == b[i]
		}
	case "!=":
		for i := range dst {
			dst[i] = a[i] != b[i]
		}
	case "<":
		for i := range dst {
			dst[i] = a[i] < b[i]
		}
	case "<=":
		for i := range dst {
			dst[i] = a[i] <= b[i]
		}
	case ">":
		for i := range dst {
			dst[i] = a[i] > b[i]
		}
	default:
		for i := range dst {
			dst[i] = a[i] >= b[i]
		}
	}
}

// mirrored is the operator with its sides changed.
func mirrored(op string) string {
	switch op {
	case "<":
		return ">"
	case "<=":
		return ">="
	case ">":
		return "<"
	case ">=":
		return "<="
	}
	return op
}

// kernelCompare is a comparison of numbers: whole ones as such, else as Floats.
func kernelCompare(s *state, n *node, args []vec) vec {
	op := n.expr.Op
	a, b := &args[0], &args[1]
	if a.one {
		a, b, op = b, a, mirrored(op)
	}
	if b.one && b.val == nil {
		if op == "==" || op == "!=" {
			return s.nullness(a, op)
		}
		return vec{rep: repBool, one: true}
	}
	out := s.newBools()
	if a.rep == repInt && b.rep == repInt {
		compareTo(op, out.bools, a.ints, b.ints, b.i)
		s.settleNulls(op, &out, a, b)
		return out
	}
	x, y := s.toFloats(a), s.toFloats(b)
	compareTo(op, out.bools, x.floats, y.floats, y.f)
	s.settleNulls(op, &out, a, b)
	if a.rep == repInt {
		s.release(&x)
	}
	if b.rep == repInt {
		s.release(&y)
	}
	return out
}

// settleNulls gives the rows with a null their answer: null, but of == and !=
// whether both are.
func (s *state) settleNulls(op string, out, a, b *vec) {
	nulls := s.eitherNull(a, b)
	if nulls == nil {
		return
	}
	if op != "==" && op != "!=" {
		out.nulls = nulls
		return
	}
	for i := range out.bools {
		if nulls.Get(i) {
			out.bools[i] = (a.isNull(i) && b.isNull(i)) == (op == "==")
		}
	}
}

// nullness is == or != with null.
func (s *state) nullness(a *vec, op string) vec {
	out := s.newBools()
	for i := range out.bools {
		out.bools[i] = a.isNull(i) == (op == "==")
	}
	return out
}

func kernelIsNull(s *state, n *node, args []vec) vec {
	a := &args[0]
	if n.args[0].isNil() {
		a = &args[1]
	}
	return s.nullness(a, n.expr.Op)
}

// kernelSameText is == or != of texts: codes with a code where it can be.
func kernelSameText(s *state, n *node, args []vec) vec {
	a, b := &args[0], &args[1]
	if a.one {
		a, b = b, a
	}
	want := n.expr.Op == "=="
	if b.one && b.val == nil {
		return s.nullness(a, n.expr.Op)
	}
	out := s.newBools()
	switch {
	case b.one && a.rep == repString:
		word, _ := b.val.(string)
		code, known := a.dict.Find(word)
		for i, c := range a.codes {
			out.bools[i] = (known && c == code) == want
		}
		s.settleNulls(n.expr.Op, &out, a, b)
	case a.rep == repString && b.rep == repString && a.dict == b.dict:
		for i, c := range a.codes {
			out.bools[i] = (c == b.codes[i]) == want
		}
		s.settleNulls(n.expr.Op, &out, a, b)
	default:
		for i := range out.bools {
			x, okX := a.text(i)
			y, okY := b.text(i)
			out.bools[i] = (okX == okY && (!okX || x == y)) == want
		}
	}
	return out
}
