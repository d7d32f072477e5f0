package column

func kernelNot(s *state, n *node, args []vec) vec {
	out := s.newBools()
	for i, b := range args[0].bools[:s.n] {
		out.bools[i] = !b
	}
	out.nulls = args[0].nulls
	return out
}

// kernelLogic is and / or, null being unknown.
func kernelLogic(s *state, n *node, args []vec) vec {
	a, b := &args[0], &args[1]
	decides := n.expr.Op == "or"
	if a.one {
		a, b = b, a
	}
	if b.one && b.val == decides {
		return *b
	}
	if b.one && b.val != nil { // the other side decides alone
		out := *a
		a.own = false
		return out
	}
	out := s.newBools()
	if !b.one && a.nulls == nil && b.nulls == nil {
		y := b.bools[:len(out.bools)]
		x := a.bools[:len(out.bools)]
		if decides {
			for i := range out.bools {
				out.bools[i] = x[i] || y[i]
			}
		} else {
			for i := range out.bools {
				out.bools[i] = x[i] && y[i]
			}
		}
		return out
	}
	for i := range out.bools {
		nullA, nullB := a.isNull(i), b.isNull(i)
		switch {
		case !nullA && a.bools[i] == decides, !nullB && !b.one && b.bools[i] == decides:
			out.bools[i] = decides
		case nullA || nullB:
			out.bools[i] = false
			s.mark(&out, i, true)
		default:
			out.bools[i] = !decides
		}
	}
	return out
}
