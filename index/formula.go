package index

import (
	"context"
	"fmt"

	"riffle.dev/riffle/internal/column"
)

// Score is the column a rank formula reads for what the retrieval gave.
const Score = "_score"

// formula is an expression compiled for the columns of a view.
type formula struct {
	view    *View
	program *column.Program
	params  Params
}

// compile prepares an expression over the fields, and when it is scored over
// Score. What names it in an error.
func (v *View) compile(e *column.Expr, what string, params Params, scored bool) (*formula, error) {
	if e == nil {
		return nil, fmt.Errorf("%s: no expression", what)
	}
	p, err := column.Compile(e, func(name string) (column.Type, bool) {
		if name == Score && scored {
			return column.Type{Kind: column.Float}, true
		}
		return v.plan.fieldType(name)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return &formula{view: v, program: p, params: params}, nil
}

// compileRank prepares a rank formula; of nil there is none.
func (v *View) compileRank(e *column.Expr, params Params) (*formula, error) {
	if e == nil {
		return nil, nil
	}
	return v.compile(e, "rank", params, true)
}

// input is some rows of a part; scores, when there are any, has one for each
// document of the part.
func (f *formula) input(p *part, rows []int32, scores []float64) column.Input {
	if rows == nil {
		rows = []int32{} // none, where nil would be all
	}
	return column.Input{
		Len: p.n, Sel: rows, Param: f.params,
		Column: func(name string) *column.Column {
			if name == Score && scores != nil {
				return &column.Column{Type: column.Type{Kind: column.Float}, Len: len(scores), Floats: scores}
			}
			if i, ok := f.view.plan.byName[name]; ok {
				return p.cols[i]
			}
			return nil
		},
	}
}

// filter is a condition on documents; of nil all pass that are live.
type filter struct{ *formula }

func (v *View) compileFilter(e *column.Expr, params Params) (filter, error) {
	if e == nil {
		return filter{}, nil
	}
	f, err := v.compile(e, "filter", params, false)
	return filter{f}, err
}

// some appends to dst the rows that pass; all rows are live.
func (f filter) some(ctx context.Context, p *part, rows, dst []int32) ([]int32, error) {
	if f.formula == nil {
		return append(dst, rows...), nil
	}
	return f.program.Filter(ctx, f.input(p, rows, nil), dst)
}

// all appends to dst every live document of the part that passes. The columns
// are read as they stand, the dead documents' rows too.
func (f filter) all(ctx context.Context, p *part, dst []int32) ([]int32, error) {
	if f.formula == nil {
		for from := 0; from < p.n; from += 1 << 15 {
			if err := ctx.Err(); err != nil {
				return dst, err
			}
			dst = p.alive(from, min(p.n, from+1<<15), dst)
		}
		return dst, nil
	}
	in := f.input(p, nil, nil)
	in.Sel = nil
	begin := len(dst)
	dst, err := f.program.Filter(ctx, in, dst)
	if err != nil || p.dead == nil {
		return dst, err
	}
	kept := dst[:begin]
	for _, doc := range dst[begin:] {
		if !p.dead.Get(int(doc)) {
			kept = append(kept, doc)
		}
	}
	return kept, nil
}
