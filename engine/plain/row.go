package plain

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

// ID is who the item is.
func (r Row) ID() string { return r.Resource + "\x00" + r.Key }

// Get is a column of the row, the engine's own included.
func (r Row) Get(name string) column.Value {
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

// Record is the row as expressions see it that read a set.
func (r Row) Record() column.Value {
	out := map[string]column.Value{"_score": r.Score, "_from": r.Get("_from"), "_resource": r.Resource}
	for k, v := range r.Cols {
		out[k] = v
	}
	return out
}

// Clone shares nothing that may be written.
func (r Row) Clone() Row {
	r.Cols = maps.Clone(r.Cols)
	r.From = slices.Clone(r.From)
	return r
}

// CloneAll clones every row.
func CloneAll(rows []Row) []Row {
	out := make([]Row, len(rows))
	for i, r := range rows {
		out[i] = r.Clone()
	}
	return out
}

// Head is the first n rows.
func Head(rows []Row, n int) []Row { return rows[:max(0, min(n, len(rows)))] }

// Only leaves rows the columns named; it changes them.
func Only(rows []Row, names []string) []Row {
	for _, row := range rows {
		for name := range row.Cols {
			if !slices.Contains(names, name) {
				delete(row.Cols, name)
			}
		}
	}
	return rows
}

// ByScore orders rows best first, equal ones as they stood, NaN last.
func ByScore(rows []Row) []Row {
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

// AsScore is a value as a score: null is NaN.
func AsScore(v column.Value) float64 {
	switch x := v.(type) {
	case float64:
		return x
	case int64:
		return float64(x)
	}
	return math.NaN()
}

// Find the place of an item among rows; -1 where it is not.
func Find(rows []Row, id string) int {
	return slices.IndexFunc(rows, func(r Row) bool { return r.ID() == id })
}

// Pick the rows of some places, in that order.
func Pick(rows []Row, places []int) []Row {
	var out []Row
	for _, i := range places {
		out = append(out, rows[i])
	}
	return out
}

// ScoredAs keeps the score of each row in a column too, unless name is "".
func ScoredAs(rows []Row, name string) []Row {
	if name != "" {
		for _, row := range rows {
			row.Cols[name] = row.Score
		}
	}
	return rows
}

// Scores of rows.
func Scores(rows []Row) []float64 {
	out := make([]float64, len(rows))
	for i, row := range rows {
		out[i] = row.Score
	}
	return out
}
