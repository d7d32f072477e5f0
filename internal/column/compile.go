package column

import (
	"context"
	"fmt"
)

type node struct{}
type state struct{ n int }
type vec struct{ vals []Value }

func (v *vec) appendTo(b *Builder, i int) {
	if b.Append(v.vals[i]) != nil {
		b.AppendNull()
	}
}
func (v *vec) isTrue(i int) bool { return v.vals[i] == true }
func (v *vec) appendFloats(dst []float64, n int) []float64 {
	for _, x := range v.vals[:n] {
		if f, ok := asFloat(x); ok {
			dst = append(dst, f)
		} else {
			dst = append(dst, nan)
		}
	}
	return dst
}

// Compile prepares an expression. types gives the columns it will run over, so
// that a tree made for other columns is refused here; nil takes the tree's word.
func Compile(e *Expr, types func(name string) (Type, bool)) (*Program, error) {
	if err := e.check(0, new(int)); err != nil {
		return nil, err
	}
	p := &Program{expr: e, cols: e.Columns(), prms: e.Params()}
	var wrong error
	e.Walk(func(n *Expr) {
		if n.Op != "col" || types == nil || wrong != nil {
			return
		}
		if t, ok := types(n.Name); !ok {
			wrong = fmt.Errorf("unknown column %q", clip(n.Name))
		} else if t.Kind != n.Type.Kind || t.Kind == Vector && t.Dim != n.Type.Dim {
			wrong = fmt.Errorf("column %s is %s, the expression reads it as %s", n.Name, t, n.Type)
		}
	})
	if wrong != nil {
		return nil, wrong
	}
	return p, nil
}

func (p *Program) run(ctx context.Context, in Input, use func(s *state, v *vec, from int)) error {
	cols := map[string]*Column{}
	for _, name := range p.cols {
		if cols[name] = in.Column(name); cols[name] == nil {
			return fmt.Errorf("no column %q among the rows", name)
		}
	}
	const chunk = 1024
	for from := 0; from < in.rows(); from += chunk {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(chunk, in.rows()-from)
		v := &vec{vals: make([]Value, n)}
		for i := range n {
			r := from + i
			if in.Sel != nil {
				r = int(in.Sel[r])
			}
			v.vals[i] = evalRow(p.expr, func(name string) Value { return cols[name].Row(r) }, in.Param)
		}
		use(&state{n: n}, v, from)
	}
	return nil
}
