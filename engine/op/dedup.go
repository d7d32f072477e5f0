package op

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

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
	return string(parts(nil, c.Row(i), i))
}

// parts writes a list, a vector or a record so that texts are equal where
// column.Equal says that values are: the zeros are one, and NaN is equal to
// nothing, so it stands with its row.
func parts(out []byte, v column.Value, row int) []byte {
	switch v := v.(type) {
	case int64:
		return strconv.AppendInt(out, v, 10)
	case float64:
		if v == 0 {
			v = 0 // without a sign
		}
		if out = strconv.AppendFloat(out, v, 'g', -1, 64); math.IsNaN(v) {
			out = strconv.AppendInt(out, int64(row), 10)
		}
		return out
	case bool:
		return strconv.AppendBool(out, v)
	case string:
		return strconv.AppendQuote(out, v)
	case []float32:
		for _, f := range v {
			out = append(parts(out, float64(f), row), ',')
		}
		return append(out, ';')
	case []column.Value:
		for _, e := range v {
			out = append(parts(out, e, row), ',')
		}
		return append(out, ';')
	case map[string]column.Value:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out = append(parts(append(strconv.AppendQuote(out, name), ':'), v[name], row), ',')
		}
		return append(out, ';')
	}
	return append(out, "nil"...)
}

// groups numbers the values of a column from 0 in order of first sight; nil is -1.
func (c *Call) groups(arg string, by *column.Column) ([]int, int, error) {
	if by == nil {
		return nil, 0, fmt.Errorf("%s: no column %q among the candidates", arg, c.word(arg))
	}
	if by.Type.Kind == column.String && by.Dict != nil && len(by.Dict.Words) <= 4*by.Len {
		out, n := textGroups(by)
		return out, n, nil
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

// textGroups is groups of texts, of which each word is looked at once. A dictionary
// may have a word twice.
func textGroups(by *column.Column) ([]int, int) {
	out, of := make([]int, by.Len), make([]int, len(by.Dict.Words)) // by code: its group + 1
	seen := map[string]int{}
	for i, code := range by.Codes[:by.Len] {
		switch {
		case by.IsNull(i):
			out[i] = -1
			continue
		case of[code] == 0:
			word := by.Dict.Words[code]
			g, ok := seen[word]
			if !ok {
				g = len(seen)
				seen[word] = g
			}
			of[code] = g + 1
		}
		out[i] = of[code] - 1
	}
	return out, len(seen)
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
