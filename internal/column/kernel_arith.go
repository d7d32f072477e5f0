package column

import "math"

type number2 interface{ int64 | float64 }

// addMul is + - * over two columns, or a column and a single value on one
// side. dst may be a or b.
func addMul[T number2](op string, dst, a, b []T, x, y T) {
	switch {
	case a == nil:
		b = b[:len(dst)]
		switch op {
		case "+":
			for i := range dst {
				dst[i] = x + b[i]
			}
		case "-":
			for i := range dst {
				dst[i] = x - b[i]
			}
		default:
			for i := range dst {
				dst[i] = x * b[i]
			}
		}
	case b == nil:
		a = a[:len(dst)]
		switch op {
		case "+":
			for i := range dst {
				dst[i] = a[i] + y
			}
		case "-":
			for i := range dst {
				dst[i] = a[i] - y
			}
		default:
			for i := range dst {
				dst[i] = a[i] * y
			}
		}
	default:
		a, b = a[:len(dst)], b[:len(dst)]
		switch op {
		case "+":
			for i := range dst {
				dst[i] = a[i] + b[i]
			}
		case "-":
			for i := range dst {
				dst[i] = a[i] - b[i]
			}
		default:
			for i := range dst {
				dst[i] = a[i] * b[i]
			}
		}
	}
}

// toFloats is a number as a Float vec.
func (s *state) toFloats(v *vec) vec {
	if v.rep != repInt {
		return *v
	}
	if v.one {
		out := *v
		out.rep, out.f = repFloat, float64(v.i)
		if v.val != nil {
			out.val = out.f
		}
		return out
	}
	out := s.newFloats()
	out.nulls = v.nulls
	for i, x := range v.ints[:s.n] {
		out.floats[i] = float64(x)
	}
	return out
}

// moveFloats is toFloats that takes the argument's temporary over.
func (s *state) moveFloats(v *vec) vec {
	out := s.toFloats(v)
	if v.rep == repFloat {
		v.own = false
	}
	return out
}

// kernelFloats is + - * / % ** giving a Float.
func kernelFloats(s *state, n *node, args []vec) vec {
	if args[0].one && args[0].val == nil || args[1].one && args[1].val == nil {
		return vec{rep: repFloat, one: true}
	}
	a, b := s.moveFloats(&args[0]), s.moveFloats(&args[1])
	nulls := s.eitherNull(&a, &b)
	out := s.reuseFloats(&a, &b)
	defer s.release(&a)
	defer s.release(&b)
	op := n.expr.Op
	switch op {
	case "+", "-", "*":
		addMul(op, out.floats, a.floats, b.floats, a.f, b.f)
		out.nulls = nulls
		return out
	case "/":
		if b.one && b.f != 0 {
			for i, x := range a.floats {
				out.floats[i] = x / b.f
			}
			out.nulls = nulls
			return out
		}
	}
	out.nulls = nulls
	copied := false
	x, y := a.f, b.f
	for i := range out.floats {
		if !a.one {
			x = a.floats[i]
		}
		if !b.one {
			y = b.floats[i]
		}
		r, ok := 0.0, true
		switch op {
		case "/":
			r, ok = x/y, y != 0
		case "%":
			r, ok = math.Mod(x, y), y != 0
		default:
			r = math.Pow(x, y)
		}
		out.floats[i] = r
		if !ok {
			s.markShared(&out, i, &copied)
		}
	}
	return out
}

// markShared is mark for a vec whose bitmap may belong to an argument.
func (s *state) markShared(v *vec, i int, copied *bool) {
	if !*copied {
		own := s.takeNulls()
		copy(own, v.nulls)
		v.nulls = own
		*copied = true
	}
	v.nulls.Set(i)
}

// kernelInts is + - * / % over whole numbers giving one.
func kernelInts(s *state, n *node, args []vec) vec {
	a, b := &args[0], &args[1]
	if a.one && a.val == nil || b.one && b.val == nil {
		return vec{rep: repInt, one: true}
	}
	out := s.newInts()
	out.nulls = s.eitherNull(a, b)
	op := n.expr.Op
	if op == "+" || op == "-" || op == "*" {
		addMul(op, out.ints, a.ints, b.ints, a.i, b.i)
		return out
	}
	copied := false
	for i := range out.ints {
		r, ok := intArith(op, a.intAt(i), b.intAt(i))
		out.ints[i] = r
		if !ok {
			s.markShared(&out, i, &copied)
		}
	}
	return out
}

func kernelNeg(s *state, n *node, args []vec) vec {
	a := &args[0]
	if a.rep == repFloat {
		out := s.reuseFloats(a)
		for i, x := range a.floats[:s.n] {
			out.floats[i] = -x
		}
		out.nulls = a.nulls
		return out
	}
	out := s.newInts()
	for i, x := range a.ints[:s.n] {
		out.ints[i] = -x
	}
	out.nulls = a.nulls
	return out
}
