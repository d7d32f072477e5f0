package ref

import (
	"cmp"
	"math"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// source finds all the index has, then filters, ranks and cuts row by row.
func (r *run) source(n *dag.Node, arg func(string) *column.Expr, word func(string) string) (*value, error) {
	v, err := r.in.Res.View(n.Resource)
	if err != nil {
		return nil, err
	}
	var hits index.Hits
	switch n.Op {
	case "search":
		text, ok := r.eval(arg("query"), nothing).(string)
		if !ok {
			return &value{}, nil
		}
		hits, err = v.Search(background, index.SearchQuery{Text: text, K: index.MaxHits})
	case "nearest":
		to, ok := r.eval(arg("to"), nothing).([]float32)
		if !ok {
			return &value{}, nil
		}
		hits, err = v.Nearest(background, index.NearestQuery{Field: n.Arg("res").Field, To: to, K: index.MaxHits})
	case "top":
		same := &column.Expr{Op: "const", Value: 0.0, Type: column.Type{Kind: column.Float}}
		hits, err = v.Top(background, index.TopQuery{By: same, K: index.MaxHits})
	case "lookup":
		return r.lookup(n, v, arg)
	case "hybrid":
		return r.hybrid(n, v, arg, word)
	}
	if err != nil {
		return nil, err
	}
	rows, err := r.rows(n, v, hits)
	if err != nil {
		return nil, err
	}
	if cond := arg("filter"); cond != nil {
		rows = slices.DeleteFunc(rows, func(row Row) bool { return r.eval(cond, row.get) != true })
	}
	formula := arg("rank")
	if n.Op == "top" {
		formula = arg("by")
	}
	if formula != nil {
		for i := range rows {
			rows[i].Score = asScore(r.eval(formula, rows[i].get))
		}
		slices.SortFunc(rows, func(a, b Row) int { // ties of a source stand by key
			if x, y := math.IsNaN(a.Score), math.IsNaN(b.Score); x != y {
				if x {
					return 1
				}
				return -1
			}
			if c := cmp.Compare(b.Score, a.Score); c != 0 && a.Score == a.Score {
				return c
			}
			return cmp.Compare(a.Key, b.Key)
		})
	}
	rows = rows[min(r.count(n, "skip", 0), len(rows)):]
	return &value{set: scoredAs(head(rows, r.count(n, "k", 100)), word("as"))}, nil
}

func (r *run) lookup(n *dag.Node, v op.View, arg func(string) *column.Expr) (*value, error) {
	keys, one := []string(nil), n.Shape == dag.ValueShape
	if one {
		key, ok := r.eval(arg("key"), nothing).(string)
		if !ok {
			return &value{}, nil
		}
		keys = []string{key}
	} else {
		keys = keysOf(r.eval(arg("keys"), nothing))
	}
	hits, err := v.Lookup(background, keys)
	if err != nil {
		return nil, err
	}
	rows, err := r.rows(n, v, hits)
	switch {
	case err != nil:
		return nil, err
	case !one:
		return &value{set: rows}, nil
	case len(rows) == 0:
		return &value{}, nil
	}
	return &value{scalar: rows[0].Cols}, nil
}

// rows with all fields of the resource.
func (r *run) rows(n *dag.Node, v op.View, hits index.Hits) ([]Row, error) {
	out := make([]Row, hits.Len())
	for i, ref := range hits.Docs {
		out[i] = Row{Resource: n.Resource, Key: v.Key(ref), Score: hits.Scores[i], From: []string{n.Name}, Cols: map[string]column.Value{}}
	}
	for _, f := range v.Schema().Fields {
		cols, err := v.Fetch(background, hits, []string{f.Name})
		if err != nil {
			return nil, err
		}
		for i := range out {
			out[i].Cols[f.Name] = cols[0].Row(i)
		}
	}
	return out, nil
}

// hybrid fuses the two orders, each filtered and cut, as merge does two sets.
func (r *run) hybrid(n *dag.Node, v op.View, arg func(string) *column.Expr, word func(string) string) (*value, error) {
	k := r.count(n, "k", 100)
	side := func(hits index.Hits, err error) ([]Row, error) {
		if err != nil {
			return nil, err
		}
		rows, err := r.rows(n, v, hits)
		if cond := arg("filter"); cond != nil {
			rows = slices.DeleteFunc(rows, func(row Row) bool { return r.eval(cond, row.get) != true })
		}
		return head(rows, k), err
	}
	var sets [2][]Row
	var err error
	if text, ok := r.eval(arg("query"), nothing).(string); ok {
		if sets[0], err = side(v.Search(background, index.SearchQuery{Text: text, K: index.MaxHits})); err != nil {
			return nil, err
		}
	}
	if to, ok := r.eval(arg("to"), nothing).([]float32); ok {
		if sets[1], err = side(v.Nearest(background, index.NearestQuery{Field: word("field"), To: to, K: index.MaxHits})); err != nil {
			return nil, err
		}
	}
	rank := 60.0
	if p := n.Arg("fusion"); p != nil && p.Policy != nil && len(p.Policy.Args) > 0 {
		rank = asScore(p.Policy.Args[0])
	}
	var out []Row
	for _, set := range sets {
		for i, row := range set {
			at := find(out, row.id())
			if at < 0 {
				at = len(out)
				row.Score = 0
				out = append(out, row)
			}
			out[at].Score += 1 / (rank + float64(i+1))
		}
	}
	return &value{set: scoredAs(head(byScore(out), k), word("as"))}, nil
}
