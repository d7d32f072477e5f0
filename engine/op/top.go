package op

import (
	"math"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

func top() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "top",
				Summary: "Gives the documents with the greatest value of a field or formula.",
				Doc: "`_score` is that value as a number (a time: nanoseconds since 1970), greatest first, ties by key; " +
					"nil and NaN come last. With rank: that formula is the order, and `_score` in it the value of by.",
				Example: `hot = top(games, by: installs, k: 100)`,
				Off:     offSource,
				Source:  true,
				Args: []sig.Arg{
					resourceArg(),
					{Name: "by", Kind: sig.Order, Required: true, Named: true, Doc: "a field or formula over the fields, a number or a time"},
					kArg("k", "how many at most", defaultK),
					{Name: "skip", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true, Default: int64(0), Doc: "how many of the greatest to leave out, for paging"},
					filterArg(), asArg(), rankArg(),
				},
				Result: ordered(sig.FieldsOf("res", "as")),
			},
			Deterministic: true, Parallel: true, PushFilter: true, PushLimit: true, Cost: dag.Heavy,
		},
		Plain: topPlain,
		Exec: func(c *Call) (Out, error) {
			k, err := c.count("k", defaultK)
			if err != nil {
				return Out{}, err
			}
			skip, err := c.count("skip", 0)
			if err != nil {
				return Out{}, err
			}
			v, err := c.View(c.Node.Resource)
			if err != nil {
				return Out{}, err
			}
			hits, err := c.best(v, index.TopQuery{
				By: c.order(), K: min(k, index.MaxHits), Skip: skip, Filter: c.expr("filter"), Params: c.Param,
			})
			if err != nil {
				return Out{}, err
			}
			return c.found(v, hits)
		},
	}
}

// best of a resource, without those that what follows drops. Where these are all
// there is, one of them tells that something was found.
func (c *Call) best(v View, q index.TopQuery) (index.Hits, error) {
	if c.Node.Pushed == nil {
		return v.Top(c.Ctx, q)
	}
	narrow := q
	if narrow.Filter = c.Node.Pushed; q.Filter != nil {
		narrow.Filter = &column.Expr{Op: "and", Type: column.Type{Kind: column.Bool, Nullable: true}, Args: []*column.Expr{q.Filter, c.Node.Pushed}}
	}
	hits, err := v.Top(c.Ctx, narrow)
	if err != nil || hits.Len() > 0 {
		return hits, err
	}
	q.K = min(q.K, 1)
	return v.Top(c.Ctx, q)
}

// order is by:, or the formula of rank: over it.
func (c *Call) order() *column.Expr {
	by, rank := c.expr("by"), c.expr("rank")
	if rank == nil {
		return by
	}
	return replaced(rank, index.Score, asNumber(by))
}

// replaced is an expression in which a column is computed.
func replaced(e *column.Expr, name string, by *column.Expr) *column.Expr {
	if e.Op == "col" && e.Name == name {
		return by
	}
	out := *e
	out.Args = make([]*column.Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = replaced(a, name, by)
	}
	return &out
}

// asNumber is a number, time or duration as a float, nil as NaN.
func asNumber(e *column.Expr) *column.Expr {
	float := column.Type{Kind: column.Float, Nullable: e.Type.Nullable}
	one := func(k column.Kind) *column.Expr {
		return &column.Expr{Op: "const", Value: int64(1), Type: column.Type{Kind: k}}
	}
	switch e.Type.Kind {
	case column.Int:
		e = &column.Expr{Op: "*", Type: float, Args: []*column.Expr{e, {Op: "const", Value: 1.0, Type: column.Type{Kind: column.Float}}}}
	case column.Time:
		began := &column.Expr{Op: "const", Value: int64(0), Type: column.Type{Kind: column.Time}}
		e = &column.Expr{Op: "-", Type: column.Type{Kind: column.Duration, Nullable: e.Type.Nullable}, Args: []*column.Expr{e, began}}
		fallthrough
	case column.Duration:
		e = &column.Expr{Op: "/", Type: float, Args: []*column.Expr{e, one(column.Duration)}}
	}
	if !e.Type.Nullable {
		return e
	}
	nan := &column.Expr{Op: "const", Value: math.NaN(), Type: column.Type{Kind: column.Float}}
	return &column.Expr{Op: "??", Type: column.Type{Kind: column.Float}, Args: []*column.Expr{e, nan}}
}

func topPlain(c *plain.Call) (plain.Out, error) {
	return retrieved(c, func(row plain.Row) (float64, bool) {
		row.Score = plain.AsScore(c.Of("by", row))
		if c.Has("rank") {
			return plain.AsScore(c.Of("rank", row)), true
		}
		return row.Score, true
	}, func(v *index.View) (index.Hits, error) {
		same := &column.Expr{Op: "const", Value: 0.0, Type: column.Type{Kind: column.Float}}
		return v.Top(plain.Background, index.TopQuery{By: same, K: index.MaxHits})
	})
}
