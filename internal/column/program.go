package column

import (
	"context"
	"fmt"
	"math"
	"sync"
)

// Input is the rows a Program runs over. Nothing in it is written to.
type Input struct {
	Len    int                       // rows of every column
	Column func(name string) *Column // nil: there is none
	Param  func(name string) Value   // nil function: no parameters are bound
	Sel    []int32                   // the rows to compute, in this order; nil is all
}

// rows is how many rows the input selects.
func (in *Input) rows() int {
	if in.Sel != nil {
		return len(in.Sel)
	}
	return in.Len
}

// Program is a compiled expression: safe for any number of goroutines at once.
// Its values are those of EvalRow, computed column by column: branches on all
// rows, operands that are the same for all rows kept single.
type Program struct {
	typ      Type
	root     *node
	cols     []string // by slot
	colTypes []Type
	prms     []string // by slot
	prmTypes []Type
	memos    int
	keeps    int
	pool     sync.Pool // of *state
}

// Type of the program's values.
func (p *Program) Type() Type { return p.typ }

// Columns names the columns the program reads.
func (p *Program) Columns() []string { return p.cols }

// Params names the parameters the program reads.
func (p *Program) Params() []string { return p.prms }

// Eval computes a new column with a row for each selected row. The context is
// looked at every 1024 rows. Errors: the context's; a column that is not there
// or of another kind than compiled for; a parameter of another type.
func (p *Program) Eval(ctx context.Context, in Input) (*Column, error) {
	b := NewBuilder(p.typ, in.rows())
	if err := p.run(ctx, in, func(s *state, v *vec, _ int) { v.appendTo(b, s.n) }); err != nil {
		return nil, err
	}
	return b.Build(), nil
}

// Floats appends to dst a score for each selected row: an Int kind as a Float,
// null as NaN. Errors as Eval's, or a program that gives no number.
func (p *Program) Floats(ctx context.Context, in Input, dst []float64) ([]float64, error) {
	if r := repOf(p.typ.Kind); r != repInt && r != repFloat {
		return dst, fmt.Errorf("want a number, the expression is %s", p.typ)
	}
	err := p.run(ctx, in, func(s *state, v *vec, _ int) { dst = v.appendFloats(dst, s.n) })
	return dst, err
}

// Filter appends to dst those of the selected rows for which the expression is
// true, in their order. Null is not true. Errors as Eval's, or a program that
// gives no bool.
func (p *Program) Filter(ctx context.Context, in Input, dst []int32) ([]int32, error) {
	if p.typ.Kind != Bool {
		return dst, fmt.Errorf("want a bool, the expression is %s", p.typ)
	}
	err := p.run(ctx, in, func(s *state, v *vec, from int) {
		if !v.one && v.rep == repBool && v.nulls == nil {
			if in.Sel != nil {
				for i, b := range v.bools[:s.n] {
					if b {
						dst = append(dst, in.Sel[from+i])
					}
				}
				return
			}
			for i, b := range v.bools[:s.n] {
				if b {
					dst = append(dst, int32(from+i))
				}
			}
			return
		}
		for i := range s.n {
			if !v.isTrue(i) {
				continue
			}
			row := int32(from + i)
			if in.Sel != nil {
				row = in.Sel[from+i]
			}
			dst = append(dst, row)
		}
	})
	return dst, err
}

var nan = math.NaN()
