package ref

import (
	"maps"
	"math"
	"slices"

	"riffle.dev/riffle/internal/column"
)

// Row is an item.
type Row struct {
	Resource, Key string
	Score         float64
	From          []string // node names, in the graph's order
	Cols          map[string]column.Value
}

func (r Row) id() string { return r.Resource + "\x00" + r.Key }

// get is a column of the row, the engine's own included.
func (r Row) get(name string) column.Value {
	switch name {
	case "_score":
		return r.Score
	case "_resource":
		return r.Resource
	case "_from":
		out := []column.Value{}
		for _, f := range r.From {
			out = append(out, f)
		}
		return out
	}
	return r.Cols[name]
}

// record is the row as expressions see it that read a set.
func (r Row) record() column.Value {
	out := map[string]column.Value{"_score": r.Score, "_from": r.get("_from"), "_resource": r.Resource}
	for k, v := range r.Cols {
		out[k] = v
	}
	return out
}

func (r Row) clone() Row {
	r.Cols = maps.Clone(r.Cols)
	r.From = slices.Clone(r.From)
	return r
}

func cloneAll(rows []Row) []Row {
	out := make([]Row, len(rows))
	for i, r := range rows {
		out[i] = r.clone()
	}
	return out
}

func head(rows []Row, n int) []Row { return rows[:max(0, min(n, len(rows)))] }

// byScore orders rows best first, equal ones as they stood, NaN last.
func byScore(rows []Row) []Row {
	out := slices.Clone(rows)
	slices.SortStableFunc(out, func(a, b Row) int {
		switch x, y := a.Score, b.Score; {
		case math.IsNaN(x) && math.IsNaN(y):
			return 0
		case math.IsNaN(x):
			return 1
		case math.IsNaN(y):
			return -1
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return out
}

// asScore is a value as a score: null is NaN.
func asScore(v column.Value) float64 {
	switch x := v.(type) {
	case float64:
		return x
	case int64:
		return float64(x)
	}
	return math.NaN()
}
