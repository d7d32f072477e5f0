package op

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

func diversify() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "diversify",
				Summary: "Reorders so that no window of neighbours has more than max items of one value.",
				Doc: "Place by place the best item that fits is taken; where none fits, the best of the rest. Nothing is " +
					"dropped. Without a window the whole set is one. Items whose value is nil always fit.",
				Example: `page = diversify(fine, by: genre, max: 3, window: 10)`,
				Off:     offTransform,
				Args: []sig.Arg{
					setArg("the candidates, best first"),
					byColumn("the column whose values are spread"),
					{Name: "max", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true, Default: int64(1), Doc: "how many of one value in a window"},
					{Name: "window", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true, Doc: "how many neighbours are looked at together; all when not given"},
				},
				Result: sig.Same("set"),
			},
			Stage: "rank", Deterministic: true,
		},
		Plain: diversifyPlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			limit, err := c.count("max", 1)
			if err != nil {
				return Out{}, err
			}
			window, err := c.count("window", 0)
			if err != nil {
				return Out{}, err
			}
			groups, n, err := c.groups("by", b.Named(c.word("by")))
			if err != nil {
				return Out{}, err
			}
			sel, err := c.spread(groups, n, limit, window)
			if err != nil {
				return Out{}, err
			}
			return Out{Set: b.Take(sel)}, nil
		},
	}
}

// spread picks the order. Every group has a queue of its rows; the next row is
// the least head among the groups with room, so a place costs one look at each
// group.
func (c *Call) spread(groups []int, n, limit, window int) ([]int32, error) {
	rows := int32(len(groups))
	queues := make([]queue, n+1) // the last one: rows without a value
	for g := range queues {
		queues[g].head = rows
	}
	after := make([]int32, rows) // by row: the next of its group; rows where there is none
	for i := rows - 1; i >= 0; i-- {
		g := &queues[groupOf(groups, i, n)]
		g.head, after[i] = i, g.head
	}
	sel := make([]int32, 0, rows)
	for len(sel) < len(groups) {
		if len(sel)&63 == 0 {
			if err := c.Ctx.Err(); err != nil {
				return nil, err
			}
		}
		if window > 0 && len(sel) >= window {
			queues[groupOf(groups, sel[len(sel)-window], n)].inWindow--
		}
		best, first := rows, rows
		for g := range queues {
			q := &queues[g]
			first = min(first, q.head)
			if g == n || q.inWindow < limit {
				best = min(best, q.head)
			}
		}
		if best == rows {
			best = first
		}
		sel = append(sel, best)
		q := &queues[groupOf(groups, best, n)]
		q.head = after[best]
		q.inWindow++
	}
	return sel, nil
}

// queue of the rows of a group that are not placed yet.
type queue struct {
	head     int32
	inWindow int // how many of it stand in the window
}

// groupOf a row; n of one without a value.
func groupOf(groups []int, row int32, n int) int {
	if g := groups[row]; g >= 0 {
		return g
	}
	return n
}

func diversifyPlain(c *plain.Call) (plain.Out, error) {
	rows, by, limit, window := c.Sets[0], c.Word("by"), c.Count("max", 1), c.Count("window", 0)
	var out []plain.Row
	for len(rows) > 0 {
		recent := out
		if window > 0 {
			recent = out[max(0, len(out)-window+1):]
		}
		pick := max(0, slices.IndexFunc(rows, func(row plain.Row) bool {
			if row.Get(by) == nil {
				return true
			}
			same := 0
			for _, o := range recent {
				if column.Equal(o.Get(by), row.Get(by)) {
					same++
				}
			}
			return same < limit
		}))
		out = append(out, rows[pick])
		rows = slices.Delete(slices.Clone(rows), pick, pick+1)
	}
	return plain.Set(out)
}
