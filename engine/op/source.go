package op

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// defaultK is how many a source gives when it is not told.
const defaultK = 100

// found makes the batch of a source's hits: ids, scores, its bit of _from, the
// fields something reads, the score under as:.
func (c *Call) found(v View, hits index.Hits) (Out, error) {
	items := make([]batch.ID, hits.Len())
	for i, r := range hits.Docs {
		items[i] = batch.MakeID(c.Code, r.Part, r.Doc)
	}
	b := batch.New(c.Space, c.Bit, items, hits.Scores)
	if len(c.Node.Fetch) > 0 {
		cols, err := v.Fetch(c.Ctx, hits, c.fetch)
		if err != nil {
			return Out{}, err
		}
		b.Cols = make([]batch.Col, len(cols))
		for i, col := range cols {
			b.Cols[i] = batch.Col{Name: c.fetch[i], Column: col}
		}
	}
	return Out{Set: withScoreColumn(b, c.word("as"))}, nil
}

// None is what a source gives that is off or finds nothing: no items, with the
// columns that what follows reads.
func (c *Call) None() *batch.Batch {
	b := batch.None(c.Space, nil)
	for _, col := range c.Node.Columns {
		b = b.Put(col.Name, batch.Nulls(col.Type, 0))
	}
	return b
}

// expr of an argument; nil when not given.
func (c *Call) expr(name string) *column.Expr {
	if a, i := c.arg(name); i >= 0 {
		return a.Expr
	}
	return nil
}

// ordered wants a by: that has an order as a number.
func ordered(rule sig.Rule) sig.Rule {
	return func(u *sig.Use) (sig.Type, *sig.Problem) {
		t, ok := u.Types["by"]
		switch t.Kind {
		case sig.Int, sig.Float, sig.Time, sig.Duration, sig.Invalid:
		default:
			if ok {
				return u.Types["res"], &sig.Problem{Arg: "by", Code: "E0401",
					Message: fmt.Sprintf("by wants a number or a time, this is %s", t), Help: "order texts with `sort`"}
			}
		}
		return rule(u)
	}
}

// retrieved is a ranking source as rows: all that find gives, then filter,
// formula and k by itself. formula gives a new score, if any; ties of a source stand by key.
func retrieved(c *plain.Call, formula func(plain.Row) (float64, bool), find func(*index.View) (index.Hits, error)) (plain.Out, error) {
	v, err := c.View(c.Node.Resource)
	if err != nil {
		return plain.Out{}, err
	}
	hits, err := find(v)
	if err != nil {
		return plain.Out{}, err
	}
	rows, err := c.Rows(v, hits)
	if err != nil {
		return plain.Out{}, err
	}
	if c.Has("filter") {
		rows = slices.DeleteFunc(rows, func(row plain.Row) bool { return c.Of("filter", row) != true })
	}
	anew := false
	for i := range rows {
		if score, ok := formula(rows[i]); ok {
			rows[i].Score, anew = score, true
		}
	}
	if anew {
		slices.SortFunc(rows, func(a, b plain.Row) int {
			if x, y := math.IsNaN(a.Score), math.IsNaN(b.Score); x || y {
				return cmp.Or(cmp.Compare(oneOf(x), oneOf(y)), cmp.Compare(a.Key, b.Key))
			}
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Key, b.Key))
		})
	}
	rows = rows[min(c.Count("skip", 0), len(rows)):]
	return plain.Set(plain.ScoredAs(plain.Head(rows, c.Count("k", defaultK)), c.Word("as")))
}

func oneOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// rankOf is the formula of rank:, where there is one.
func rankOf(c *plain.Call) func(plain.Row) (float64, bool) {
	return func(row plain.Row) (float64, bool) { return plain.AsScore(c.Of("rank", row)), c.Has("rank") }
}
