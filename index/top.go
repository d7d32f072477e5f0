package index

import (
	"context"
	"fmt"

	"riffle.dev/riffle/internal/column"
)

// MaxHits is the most one query may ask for.
const MaxHits = 10_000

// Params gives the value of a parameter a filter or formula reads.
type Params func(name string) column.Value

// TopQuery asks for the documents that are greatest by a formula.
type TopQuery struct {
	By     *column.Expr // a number over the fields; a column name is an Expr too, see Column
	Skip   int          // so many of the best are left out
	K      int
	Filter *column.Expr // a bool; nil: all
	Params Params
}

// Column is the formula that reads one field, for TopQuery.By.
func (v *View) Column(name string) (*column.Expr, error) {
	t, ok := v.plan.fieldType(name)
	if !ok {
		return nil, fmt.Errorf("resource %s has no field %q", v.plan.schema.Resource, cut(name))
	}
	return &column.Expr{Op: "col", Name: name, Type: t}, nil
}

// Top is the K documents with the greatest By, null and NaN last (their score
// is NaN).
func (v *View) Top(ctx context.Context, q TopQuery) (Hits, error) {
	if q.Skip < 0 || q.Skip > MaxHits {
		return Hits{}, fmt.Errorf("skip %d is not within 0..%d", q.Skip, MaxHits)
	}
	x := v.plan.scratch.take()
	defer v.plan.scratch.give(x)
	best, err := x.newBest(v, q.K, q.Skip)
	if err != nil {
		return Hits{}, err
	}
	field, isField := v.plan.orderOf(q.By)
	if isField && q.Filter != nil {
		if hits, ok, err := x.leading(ctx, v, field, &q); ok || err != nil {
			return hits, err
		}
	}
	by, err := v.compile(q.By, "by", q.Params, false)
	if err != nil {
		return Hits{}, err
	}
	filter, err := v.compileFilter(q.Filter, q.Params)
	if err != nil {
		return Hits{}, err
	}
	if isField {
		for at := range v.parts {
			if err := x.topOf(ctx, best, at, field, filter); err != nil {
				return Hits{}, err
			}
		}
		return best.found(q.Skip), nil
	}
	for at, p := range v.parts {
		if x.rows, err = filter.all(ctx, p, x.rows[:0]); err != nil {
			return Hits{}, err
		}
		if err := x.offer(ctx, best, at, x.rows, by, nil); err != nil {
			return Hits{}, err
		}
	}
	return best.found(q.Skip), nil
}

// orderOf is the field that a formula does no more than read, where the
// documents have an order by it.
func (p *plan) orderOf(by *column.Expr) (field int, ok bool) {
	if by == nil || by.Op != "col" {
		return 0, false
	}
	field, ok = p.byName[by.Name]
	kind := p.schema.Fields[field].Type.Kind
	return field, ok && ordered(kind) && by.Type.Kind == kind
}
