package op

import (
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
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
		key := any(nil)
		switch by.Type.Kind {
		case column.Int, column.Time, column.Duration:
			key = by.Ints[i]
		case column.Float:
			key = by.Floats[i]
		case column.Bool:
			key = by.Bools[i]
		case column.String:
			key = by.Text(i)
		default:
			key = fmt.Sprint(by.Row(i)) // lists, vectors and records by their parts
		}
		g, ok := seen[key]
		if !ok {
			g = len(seen)
			seen[key] = g
		}
		out[i] = g
	}
	return out, len(seen), nil
}
