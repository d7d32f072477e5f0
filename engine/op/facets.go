package op

import (
	"cmp"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

func facets() Decl {
	facet := sig.FacetType()
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "facets",
				Summary: "Counts how often each value of some columns comes.",
				Doc: "Column after column as they are named, of each the commonest values first, those equally common in order " +
					"of the value. Of a list each item counts. Items without a value are not counted. Values that are no texts " +
					"are written as string() writes them.",
				Example: `by_genre = facets(pool, by: [genre], top: 10)`,
				Off:     "nil",
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "by", Kind: sig.Columns, Required: true, Named: true, Doc: "the columns to count"},
					{Name: "top", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true, Default: int64(10), Doc: "how many values of each"},
				},
				Result: func(*sig.Use) (sig.Type, *sig.Problem) { return sig.Type{Kind: sig.List, Elem: &facet}, nil },
			},
			Deterministic: true,
		},
		Plain: facetsPlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			top, err := c.count("top", 10)
			if err != nil {
				return Out{}, err
			}
			a, _ := c.arg("by")
			out := []column.Value{}
			for _, name := range a.Words {
				col := b.Named(name)
				if col == nil {
					continue
				}
				counts := map[string]int64{}
				for i := range b.Len() {
					if i%1024 == 0 && c.Ctx.Err() != nil {
						return Out{}, c.Ctx.Err()
					}
					countValues(counts, col.Type, col.Row(i))
				}
				out = append(out, commonest(name, counts, top)...)
			}
			return Out{Value: out}, nil
		},
	}
}

// countValues counts a value of a column, of a list its items; nil is none.
func countValues(counts map[string]int64, t column.Type, v column.Value) {
	if list, ok := v.([]column.Value); ok && t.Elem != nil {
		for _, item := range list {
			countValues(counts, *t.Elem, item)
		}
		return
	}
	if text, ok := column.AsText(t, v); ok {
		counts[text]++
	}
}

// commonest are the records of the top values of a column.
func commonest(name string, counts map[string]int64, top int) []column.Value {
	type counted struct {
		value string
		n     int64
	}
	all := make([]counted, 0, len(counts))
	for v, n := range counts {
		all = append(all, counted{v, n})
	}
	slices.SortFunc(all, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.value, b.value))
	})
	out := make([]column.Value, 0, min(top, len(all)))
	for _, x := range all[:min(top, len(all))] {
		out = append(out, map[string]column.Value{"column": name, "value": x.value, "count": x.n})
	}
	return out
}

func facetsPlain(c *plain.Call) (plain.Out, error) {
	out := []column.Value{}
	for _, name := range c.Words("by") {
		counts := map[string]int64{}
		for _, row := range c.Sets[0] {
			countValues(counts, c.Type(name), row.Get(name))
		}
		out = append(out, commonest(name, counts, c.Count("top", 10))...)
	}
	return plain.Out{Value: out}, nil
}
