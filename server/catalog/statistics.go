package catalog

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/app"
)

// How many documents statistics look at, and how many frequent values of a
// keyword they name.
const (
	looked     = index.MaxHits
	mostCommon = 10
)

// Statistics implements app.Runtime: counts over the first documents by key.
func (c *Catalog) Statistics(ctx context.Context, team, resource string) (app.ResourceStatistics, error) {
	l, err := c.library(team, resource)
	if err != nil {
		return app.ResourceStatistics{}, err
	}
	done, err := c.try(ctx)
	if err != nil {
		return app.ResourceStatistics{}, err
	}
	defer done()
	view := l.View()
	one := &column.Expr{Op: "const", Value: int64(0), Type: column.Type{Kind: column.Int}}
	hits, err := view.Top(ctx, index.TopQuery{By: one, K: looked})
	if err != nil {
		return app.ResourceStatistics{}, err
	}
	out := app.ResourceStatistics{Docs: int64(view.Stats().Docs), Looked: int64(hits.Len()), Fields: []app.FieldStatistics{}}
	for _, f := range l.schema.Fields {
		cols, err := view.Fetch(ctx, hits, []string{f.Name})
		if err != nil {
			return app.ResourceStatistics{}, err
		}
		out.Fields = append(out.Fields, statisticsOf(f, cols[0]))
	}
	return out, nil
}

func statisticsOf(f index.Field, c *column.Column) app.FieldStatistics {
	out := app.FieldStatistics{Name: f.Name}
	count := map[string]int64{}
	var low, high column.Value
	lists := c.Type.Kind == column.List && c.Type.Elem != nil && c.Type.Elem.Kind == column.String
	for i := range c.Len {
		if c.IsNull(i) {
			out.Null++
			continue
		}
		switch v := c.Row(i).(type) {
		case int64:
			count[fmt.Sprint(v)]++
			low, high = least(low, v), most(high, v)
		case float64:
			count[fmt.Sprint(v)]++
			low, high = least(low, v), most(high, v)
		case string:
			if f.Kind == index.KeywordField {
				count[v]++
			}
		case []column.Value:
			if !lists {
				continue
			}
			for _, e := range v {
				if s, ok := e.(string); ok {
					count[s]++
				}
			}
		}
	}
	out.Distinct = int64(len(count))
	if low != nil {
		out.Min, out.Max = column.Render(c.Type, low), column.Render(c.Type, high)
	}
	if f.Kind == index.KeywordField || lists {
		out.Common = common(count)
	}
	return out
}

func least[T cmp.Ordered](have column.Value, v T) column.Value {
	if h, ok := have.(T); ok && h <= v {
		return h
	}
	return v
}

func most[T cmp.Ordered](have column.Value, v T) column.Value {
	if h, ok := have.(T); ok && h >= v {
		return h
	}
	return v
}

// common values, most frequent first.
func common(count map[string]int64) []app.Common {
	out := make([]app.Common, 0, len(count))
	for v, n := range count {
		out = append(out, app.Common{Value: v, Count: n})
	}
	slices.SortFunc(out, func(a, b app.Common) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return out[:min(len(out), mostCommon)]
}
