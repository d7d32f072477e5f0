package column

// chooseCall is the kernel of a function.
func chooseCall(n *node) func(s *state, n *node, args []vec) vec {
	switch {
	case n.re != nil:
		return kernelMatches
	case n.over.float1 != nil:
		return kernelFloat1
	case n.over.float2 != nil && len(n.args) == 2:
		return kernelFloat2
	case n.over.ints3 != nil:
		return kernelInts3
	case n.over.vectors != nil:
		return kernelVectors
	case n.over.texts != nil:
		return kernelTexts
	}
	return kernelAny
}

func kernelFloat1(s *state, n *node, args []vec) vec {
	a := s.moveFloats(&args[0])
	out := s.reuseFloats(&a)
	out.nulls = a.nulls
	if f := n.over.floats; f != nil {
		f(out.floats, a.floats[:s.n])
	} else {
		f := n.over.float1
		for i, x := range a.floats[:s.n] {
			out.floats[i] = f(x)
		}
	}
	s.release(&a)
	return out
}

func kernelFloat2(s *state, n *node, args []vec) vec {
	if args[0].one && args[0].val == nil || args[1].one && args[1].val == nil {
		return vec{rep: repFloat, one: true}
	}
	a, b := s.moveFloats(&args[0]), s.moveFloats(&args[1])
	nulls := s.eitherNull(&a, &b)
	out := s.reuseFloats(&a, &b)
	out.nulls = nulls
	f := n.over.float2
	x, y := a.f, b.f
	for i := range out.floats {
		if !a.one {
			x = a.floats[i]
		}
		if !b.one {
			y = b.floats[i]
		}
		out.floats[i] = f(x, y)
	}
	s.release(&a)
	s.release(&b)
	return out
}

func kernelInts3(s *state, n *node, args []vec) vec {
	a, b, c := &args[0], &args[1], &args[2]
	out := s.newFloats()
	for i := range out.floats {
		if a.isNull(i) || b.isNull(i) || c.isNull(i) {
			s.mark(&out, i, true)
			continue
		}
		f, ok := n.over.ints3(a.intAt(i), b.intAt(i), c.intAt(i))
		out.floats[i] = f
		s.mark(&out, i, !ok)
	}
	return out
}

// vectorAt is row i as a vector, without a copy where it is a column's.
func (v *vec) vectorAt(i int) []float32 {
	if v.col != nil && v.col.Type.Kind == Vector {
		row := v.row(i)
		if v.col.Nulls.Get(row) {
			return nil
		}
		return v.col.Vector(row)
	}
	x, _ := v.value(i).([]float32)
	return x
}

func kernelVectors(s *state, n *node, args []vec) vec {
	if n.over.angle && args[0].one != args[1].one {
		if args[0].one {
			return s.cosines(&args[1], &args[0]) // the same to the last bit
		}
		return s.cosines(&args[0], &args[1])
	}
	out := s.newFloats()
	for i := range out.floats {
		x, y := args[0].vectorAt(i), args[1].vectorAt(i)
		if x == nil || y == nil {
			s.mark(&out, i, true)
			continue
		}
		f, ok := n.over.vectors(x, y)
		out.floats[i] = f
		s.mark(&out, i, !ok)
	}
	return out
}

// cosines of many vectors with one, whose length is computed once.
func (s *state) cosines(many, one *vec) vec {
	out := s.newFloats()
	y := one.vectorAt(0)
	size := norm(y)
	for i := range out.floats {
		x := many.vectorAt(i)
		if x == nil || len(x) != len(y) {
			out.floats[i] = 0
			s.mark(&out, i, true)
			continue
		}
		f, ok := cosineOf(x, y, size)
		out.floats[i] = f
		s.mark(&out, i, !ok)
	}
	return out
}

func kernelTexts(s *state, n *node, args []vec) vec {
	out := s.newBools()
	for i := range out.bools {
		if s.stopped(i) {
			break
		}
		x, okX := args[0].text(i)
		y, okY := args[1].text(i)
		out.bools[i] = okX && okY && n.over.texts(x, y)
		s.mark(&out, i, !okX || !okY)
	}
	return out
}

func kernelMatches(s *state, n *node, args []vec) vec {
	out := s.newBools()
	for i := range out.bools {
		if s.stopped(i) {
			break
		}
		x, ok := args[0].text(i)
		out.bools[i] = ok && n.re.MatchString(x)
		s.mark(&out, i, !ok)
	}
	return out
}
