package op

import (
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

func dedup() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "dedup",
				Summary: "Keeps at most max items of each value of a column, the first ones.",
				Doc:     "Items whose value is nil all stay: nil is no value.",
				Example: `unique = dedup(pool, by: genre, max: 3)`,
				Off:     offTransform,
				Args: []sig.Arg{
					setArg("the candidates"),
					byColumn("the column whose values count"),
					{Name: "max", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true, Default: int64(1), Doc: "how many of each"},
				},
				Result: sig.Same("set"),
			},
			Deterministic: true,
		},
		Plain: dedupPlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			limit, err := c.count("max", 1)
			if err != nil {
				return Out{}, err
			}
			groups, n, err := c.groups("by", b.Named(c.word("by")))
			if err != nil {
				return Out{}, err
			}
			seen := make([]int, n)
			sel := make([]int32, 0, b.Len())
			for i, g := range groups {
				if g >= 0 {
					if seen[g] >= limit {
						continue
					}
					seen[g]++
				}
				sel = append(sel, int32(i))
			}
			return Out{Set: b.Take(sel)}, nil
		},
	}
}

// valueAt is a value in a form that is equal for equal ones; nil for none.
func valueAt(c *column.Column, i int) any {
	if c.IsNull(i) {
		return nil
	}
	switch c.Type.Kind {
	case column.Int, column.Time, column.Duration:
		return c.Ints[i]
	case column.Float:
		return c.Floats[i]
	case column.Bool:
		return c.Bools[i]
	case column.String:
		return c.Text(i)
	}
	return fmt.Sprintf("%#v", c.Row(i)) // lists, vectors and records by their parts
}

// groups numbers the values of a column from 0 in order of first sight; nil is -1.
func (c *Call) groups(arg string, by *column.Column) ([]int, int, error) {
	if by == nil {
		return nil, 0, fmt.Errorf("%s: no column %q among the candidates", arg, c.word(arg))
	}
	out := make([]int, by.Len)
	seen := map[any]int{}
	for i := range out {
		if by.IsNull(i) {
			out[i] = -1
			continue
		}
		key := valueAt(by, i)
		g, ok := seen[key]
		if !ok {
			g = len(seen)
			seen[key] = g
		}
		out[i] = g
	}
	return out, len(seen), nil
}

func dedupPlain(c *plain.Call) (plain.Out, error) {
	by, limit := c.Word("by"), c.Count("max", 1)
	var out []plain.Row
	for _, row := range c.Sets[0] {
		same := 0
		for _, kept := range out {
			if v := kept.Get(by); v != nil && column.Equal(v, row.Get(by)) {
				same++
			}
		}
		if row.Get(by) == nil || same < limit {
			out = append(out, row)
		}
	}
	return plain.Set(out)
}
