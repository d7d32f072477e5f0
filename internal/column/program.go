package column

import (
	"context"
	"fmt"
	"math"
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

// Program is a compiled expression: immutable, safe for any number of
// goroutines at once.
type Program struct {
	expr *Expr
	root *node
	cols []string // by slot
	prms []string // by slot
	memo int      // nodes that keep something for the length of a run
}

// Type of the program's values.
func (p *Program) Type() Type { return p.expr.Type }

// Columns names the columns the program reads.
func (p *Program) Columns() []string { return p.cols }

// Params names the parameters the program reads.
func (p *Program) Params() []string { return p.prms }

// Eval computes a new column with a row for each selected row. The context is
// looked at every 1024 rows; its error, a column that is not there or one of
// another kind are the only errors.
func (p *Program) Eval(ctx context.Context, in Input) (*Column, error) {
	b := NewBuilder(p.expr.Type, in.rows())
	err := p.run(ctx, in, func(s *state, v *vec, _ int) {
		for i := range s.n {
			v.appendTo(b, i)
		}
	})
	if err != nil {
		return nil, err
	}
	return b.Build(), nil
}

// Floats computes a score for each selected row, appended to dst: an Int kind
// as a Float, null as NaN.
func (p *Program) Floats(ctx context.Context, in Input, dst []float64) ([]float64, error) {
	switch p.expr.Type.Kind {
	case Int, Float, Time, Duration:
	default:
		return dst, fmt.Errorf("want a number, the expression is %s", p.expr.Type)
	}
	err := p.run(ctx, in, func(s *state, v *vec, _ int) { dst = v.appendFloats(dst, s.n) })
	return dst, err
}

// Filter appends to dst those of the selected rows for which the expression is
// true, in their order. Null is not true.
func (p *Program) Filter(ctx context.Context, in Input, dst []int32) ([]int32, error) {
	if p.expr.Type.Kind != Bool {
		return dst, fmt.Errorf("want a bool, the expression is %s", p.expr.Type)
	}
	err := p.run(ctx, in, func(s *state, v *vec, from int) {
		for i := range s.n {
			if v.isTrue(i) {
				row := int32(from + i)
				if in.Sel != nil {
					row = in.Sel[from+i]
				}
				dst = append(dst, row)
			}
		}
	})
	return dst, err
}

var nan = math.NaN()
