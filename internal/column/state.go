package column

import (
	"context"
	"fmt"
)

// chunk is how many rows are computed at once: small enough for temporaries to
// stay in the first cache, and for the context to be looked at every few
// microseconds; a multiple of 64, so that null bitmaps can be cut.
const chunk = 1024

// state is what one run needs. Runs take it from the program's pool.
type state struct {
	ctx    context.Context
	err    error
	cols   []*Column // by slot
	params []vec     // by slot
	memo   []any     // by memo slot, for the length of a run
	kept   []vec     // by keep slot, for the length of a chunk: what several nodes read
	has    []bool    // by keep slot
	sel    []int32   // of the chunk; nil: from, from+1, …
	from   int
	n      int // rows of the chunk
	stack  []vec
	root   vec // of the chunk
	floats [][]float64
	ints   [][]int64
	bools  [][]bool
	codes  [][]uint32
	nulls  []Bitmap // all bitmaps made in this chunk; [:used] are out
	used   int
}

// stopped is asked by kernels whose rows may be slow, at each row: whether the
// context has ended. What they have computed by then is not used.
func (s *state) stopped(i int) bool {
	if i&63 == 63 && s.err == nil {
		s.err = s.ctx.Err()
	}
	return s.err != nil
}

func (s *state) takeFloats() []float64 {
	if k := len(s.floats); k > 0 {
		f := s.floats[k-1]
		s.floats = s.floats[:k-1]
		return f[:s.n]
	}
	return make([]float64, chunk)[:s.n]
}

func (s *state) takeInts() []int64 {
	if k := len(s.ints); k > 0 {
		f := s.ints[k-1]
		s.ints = s.ints[:k-1]
		return f[:s.n]
	}
	return make([]int64, chunk)[:s.n]
}

func (s *state) takeBools() []bool {
	if k := len(s.bools); k > 0 {
		f := s.bools[k-1]
		s.bools = s.bools[:k-1]
		return f[:s.n]
	}
	return make([]bool, chunk)[:s.n]
}

func (s *state) takeCodes() []uint32 {
	if k := len(s.codes); k > 0 {
		f := s.codes[k-1]
		s.codes = s.codes[:k-1]
		return f[:s.n]
	}
	return make([]uint32, chunk)[:s.n]
}

// takeNulls is an empty bitmap that lives until the chunk's end.
func (s *state) takeNulls() Bitmap {
	if s.used == len(s.nulls) {
		s.nulls = append(s.nulls, NewBitmap(chunk))
	}
	b := s.nulls[s.used]
	s.used++
	clear(b)
	return b
}

// release gives a temporary back.
func (s *state) release(v *vec) {
	if !v.own {
		return
	}
	switch v.rep {
	case repFloat:
		s.floats = append(s.floats, v.floats[:chunk])
	case repInt:
		s.ints = append(s.ints, v.ints[:chunk])
	case repBool:
		s.bools = append(s.bools, v.bools[:chunk])
	case repString:
		s.codes = append(s.codes, v.codes[:chunk])
	}
	v.own = false
}

// newFloats is a Float vec of temporaries; newInts and newBools likewise.
func (s *state) newFloats() vec { return vec{rep: repFloat, floats: s.takeFloats(), own: true} }
func (s *state) newInts() vec   { return vec{rep: repInt, ints: s.takeInts(), own: true} }
func (s *state) newBools() vec  { return vec{rep: repBool, bools: s.takeBools(), own: true} }

// reuseFloats is a Float vec to write to: the argument's own temporary when it
// has one, since a kernel reads row i before it writes row i.
func (s *state) reuseFloats(args ...*vec) vec {
	for _, a := range args {
		if a.own && a.rep == repFloat {
			a.own = false
			return vec{rep: repFloat, floats: a.floats, own: true}
		}
	}
	return s.newFloats()
}

// eitherNull is the union of two vecs' nulls.
func (s *state) eitherNull(a, b *vec) Bitmap {
	if a.one || a.nulls == nil {
		if b.one {
			return nil
		}
		return b.nulls
	}
	if b.one || b.nulls == nil {
		return a.nulls
	}
	out := s.takeNulls()
	copy(out, a.nulls)
	for i, w := range b.nulls {
		if i < len(out) {
			out[i] |= w
		}
	}
	return out
}

// load reads the chunk's rows of a column.
func (s *state) load(c *Column) vec {
	v := vec{rep: repOf(c.Type.Kind)}
	if v.rep == repAny {
		v.col, v.rows, v.from = c, s.sel, s.from
		return v
	}
	lo, hi := s.from, s.from+s.n
	if s.sel == nil {
		switch v.rep {
		case repInt:
			v.ints = c.Ints[lo:hi]
		case repFloat:
			v.floats = c.Floats[lo:hi]
		case repBool:
			v.bools = c.Bools[lo:hi]
		case repString:
			v.codes, v.dict = c.Codes[lo:hi], c.Dict
		}
		if w := lo >> 6; w < len(c.Nulls) {
			v.nulls = c.Nulls[w:min(len(c.Nulls), w+chunk/64)]
		}
		return v
	}
	switch v.rep {
	case repInt:
		v = s.newInts()
		for k, r := range s.sel {
			v.ints[k] = c.Ints[r]
		}
	case repFloat:
		v = s.newFloats()
		for k, r := range s.sel {
			v.floats[k] = c.Floats[r]
		}
	case repBool:
		v = s.newBools()
		for k, r := range s.sel {
			v.bools[k] = c.Bools[r]
		}
	case repString:
		v.codes, v.dict, v.own = s.takeCodes(), c.Dict, true
		for k, r := range s.sel {
			v.codes[k] = c.Codes[r]
		}
	}
	if c.Nulls != nil {
		v.nulls = s.takeNulls()
		for k, r := range s.sel {
			if c.Nulls.Get(int(r)) {
				v.nulls.Set(k)
			}
		}
	}
	return v
}

// eval is a node's value over the chunk. One that several nodes read is computed
// once, and its temporary is nobody's to write to or to give back before the
// chunk's end.
func (s *state) eval(n *node) vec {
	if n.keep < 0 {
		return s.compute(n)
	}
	if !s.has[n.keep] {
		v := s.compute(n)
		s.kept[n.keep], s.has[n.keep] = v, true
	}
	v := s.kept[n.keep]
	v.own = false
	return v
}

// forget what was kept for the chunk.
func (s *state) forget() {
	for i, has := range s.has {
		if has {
			s.release(&s.kept[i])
			s.kept[i], s.has[i] = vec{}, false
		}
	}
}

func (s *state) compute(n *node) vec {
	switch n.expr.Op {
	case "const":
		return n.one
	case "param":
		return s.params[n.slot]
	case "col":
		return s.load(s.cols[n.slot])
	}
	base := len(s.stack)
	one := true
	for range n.args {
		s.stack = append(s.stack, vec{})
	}
	for i, a := range n.args {
		v := s.eval(a)
		s.stack[base+i] = v
		one = one && v.one
	}
	args := s.stack[base:]
	var out vec
	if one {
		vals := make([]Value, len(args))
		for i := range args {
			vals[i] = args[i].val
		}
		v, err := n.apply(vals)
		if err != nil && s.err == nil {
			s.err = err
		}
		out = oneVec(n.expr.Type.Kind, v)
	} else {
		out = n.kernel(s, n, args)
	}
	for i := range args {
		s.release(&args[i])
	}
	clear(args)
	s.stack = s.stack[:base]
	return out
}

// run computes the root over all selected rows, chunk by chunk.
func (p *Program) run(ctx context.Context, in Input, use func(s *state, v *vec, from int)) error {
	s, _ := p.pool.Get().(*state)
	if s == nil {
		s = &state{cols: make([]*Column, len(p.cols)), params: make([]vec, len(p.prms)), memo: make([]any, p.memos),
			kept: make([]vec, p.keeps), has: make([]bool, p.keeps)}
	}
	s.ctx, s.err = ctx, nil
	defer func() {
		s.ctx = nil
		clear(s.cols)
		clear(s.params)
		clear(s.memo)
		s.sel, s.root = nil, vec{}
		s.forget()
		p.pool.Put(s)
	}()
	if err := s.bind(p, &in); err != nil {
		return err
	}
	for from := 0; from < in.rows(); from += chunk {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.from, s.n, s.used = from, min(chunk, in.rows()-from), 0
		if in.Sel != nil {
			s.sel = in.Sel[from : from+s.n]
		}
		s.root = s.eval(p.root)
		if s.err != nil {
			return s.err
		}
		use(s, &s.root, from)
		s.release(&s.root)
		s.forget()
	}
	return nil
}

// bind finds the columns and parameters of a run.
func (s *state) bind(p *Program, in *Input) error {
	for i, name := range p.cols {
		c := in.Column(name)
		if c == nil {
			return fmt.Errorf("no column %q among the rows", clip(name))
		}
		if want := p.colTypes[i]; c.Type.Kind != want.Kind || want.Kind == Vector && c.Type.Dim != want.Dim {
			return fmt.Errorf("column %s is %s, the expression reads it as %s", clip(name), c.Type, want)
		}
		s.cols[i] = c
	}
	for i, name := range p.prms {
		var v Value
		if in.Param != nil {
			v = in.Param(name)
		}
		if !canonical(p.prmTypes[i], v) {
			return fmt.Errorf("parameter %s: want %s, got %s", clip(name), p.prmTypes[i], describe(v))
		}
		s.params[i] = oneVec(p.prmTypes[i].Kind, v)
	}
	return nil
}
