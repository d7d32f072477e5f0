package ref

import (
	"fmt"
	"math"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// arrange computes the operators that draw, mix and spread what is there.
func (r *run) arrange(n *dag.Node, sets [][]Row, word func(string) string) (*value, error) {
	set := func(rows []Row) (*value, error) { return &value{set: rows}, nil }
	number := func(name string, def float64) float64 {
		if a := n.Arg(name); a != nil && a.Expr != nil {
			if f := asScore(r.eval(a.Expr, nothing)); f == f {
				return f
			}
		}
		return def
	}
	perItem := func(name string) func(Row) column.Value {
		return func(row Row) column.Value { return r.eval(n.Arg(name).Expr, row.get) }
	}
	switch n.Op {
	case "sample":
		return set(r.sample(n, sets[0]))
	case "blend":
		return set(r.blend(sets[0], sets[1], number("share", 0)))
	case "position":
		return set(r.position(n, sets[0], sets[1], word("unlike")))
	case "boost":
		for i, row := range sets[0] {
			if perItem("cond")(row) == true {
				sets[0][i].Score *= number("by", 1)
			}
		}
		return set(byScore(sets[0]))
	case "pack":
		left := number("budget", 0)
		return set(slices.DeleteFunc(sets[0], func(row Row) bool {
			size := asScore(perItem("size")(row))
			if size >= 0 && size <= left {
				left -= size
				return false
			}
			return true
		}))
	case "rerank":
		return r.rerank(n, sets[0])
	case "facets":
		return &value{scalar: r.facets(n, sets[0])}, nil
	case "mmr":
		return set(mmr(sets[0], word("vector"), min(1, max(0, number("lambda", 0.5))), r.count(n, "keep", len(sets[0]))))
	case "dpp":
		return set(dpp(sets[0], word("vector"), min(1, max(0, number("lambda", 0.5))), r.count(n, "keep", len(sets[0]))))
	case "calibrate":
		return set(calibrate(sets[0], word("by"), op.Shares(r.eval(n.Arg("share").Expr, nothing)), r.count(n, "keep", len(sets[0]))))
	}
	return nil, fmt.Errorf("no operator %q", n.Op)
}

func (r *run) sample(n *dag.Node, rows []Row) []Row {
	seed, _ := r.eval(n.Arg("seed").Expr, nothing).(string)
	type drawn struct {
		place int
		draw  float64
	}
	var all []drawn
	for i, row := range rows {
		w := 1.0
		if a := n.Arg("weight"); a != nil {
			w = asScore(r.eval(a.Expr, row.get))
		}
		all = append(all, drawn{i, op.Draw(seed, row.Resource, row.Key, w)})
	}
	slices.SortStableFunc(all, func(a, b drawn) int {
		if a.draw > b.draw {
			return -1
		}
		if a.draw < b.draw {
			return 1
		}
		return 0
	})
	all = all[:min(len(all), r.count(n, "n", 0))]
	var out []Row
	for i, row := range rows {
		if slices.ContainsFunc(all, func(d drawn) bool { return d.place == i }) {
			out = append(out, row)
		}
	}
	return out
}

// both is a row of the result of two sets: where the first set has the item its
// values stand, the sources are those of both, the score is of the set it came from.
func (r *run) both(sets [2][]Row, s, i int) Row {
	row := sets[s][i]
	id, score := row.id(), row.Score
	if k := find(sets[0], id); k >= 0 {
		row = sets[0][k]
	}
	row = row.clone()
	row.Score = score
	var from []string
	for _, set := range sets {
		if k := find(set, id); k >= 0 {
			from = append(from, set[k].From...)
		}
	}
	row.From = r.sources(from)
	return row
}

func (r *run) blend(set, other []Row, share float64) []Row {
	sets := [2][]Row{set, other}
	var out []Row
	next, taken := [2]int{}, 0
	for {
		for s := range sets {
			for next[s] < len(sets[s]) && find(out, sets[s][next[s]].id()) >= 0 {
				next[s]++
			}
		}
		s := 0
		switch {
		case next[0] == len(set) && next[1] == len(other):
			return out
		case next[1] == len(other):
		case next[0] == len(set), op.Due(share, len(out), taken):
			s = 1
			taken++
		}
		out = append(out, r.both(sets, s, next[s]))
	}
}

func (r *run) position(n *dag.Node, set, insert []Row, unlike string) []Row {
	at := op.At(r.eval(n.Arg("at").Expr, nothing))
	gap := r.count(n, "gap", 0)
	var out []Row
	last := -1 - gap
	free := func(row Row) bool { return find(out, row.id()) < 0 }
	differ := func(a, b Row) bool {
		return unlike == "" || a.get(unlike) == nil || !column.Equal(a.get(unlike), b.get(unlike))
	}
	for {
		own := slices.IndexFunc(set, free)
		pick := -1
		if len(at) > 0 && at[0] <= len(out)+1 && len(out)-last > gap {
			pick = slices.IndexFunc(insert, func(row Row) bool {
				if !free(row) || len(out) > 0 && !differ(row, out[len(out)-1]) {
					return false
				}
				return own < 0 || set[own].id() == row.id() || differ(row, set[own])
			})
		}
		switch {
		case pick >= 0:
			last, at = len(out), at[1:]
			out = append(out, r.both([2][]Row{set, insert}, 1, pick))
		case own >= 0:
			out = append(out, r.both([2][]Row{set, insert}, 0, own))
		default:
			return out
		}
	}
}

func (r *run) rerank(n *dag.Node, rows []Row) (*value, error) {
	top := min(len(rows), r.count(n, "top", len(rows)))
	answers, err := r.model(n.Arg("model").Model, rows[:top])
	if err != nil {
		return nil, err
	}
	for i, v := range answers {
		rows[i].Score = asScore(v)
	}
	rows = append(byScore(rows[:top]), rows[top:]...)
	return &value{set: head(rows, r.count(n, "keep", len(rows)))}, nil
}

func (r *run) facets(n *dag.Node, rows []Row) column.Value {
	out := []column.Value{}
	for _, name := range n.Arg("by").Words {
		var t column.Type
		for _, in := range r.g.Nodes[n.Inputs[0]].Columns {
			if in.Name == name {
				t = in.Type
			}
		}
		for _, f := range n.Fetch {
			if f.Name == name {
				t = f.Type
			}
		}
		switch name {
		case "_score":
			t = column.Type{Kind: column.Float}
		case "_from":
			t = column.Type{Kind: column.List, Elem: &column.Type{Kind: column.String}}
		}
		counts := map[string]int64{}
		for _, row := range rows {
			op.CountValues(counts, t, row.get(name))
		}
		out = append(out, op.Commonest(name, counts, r.count(n, "top", 10))...)
	}
	return out
}

func vectorOf(row Row, name string) []float32 {
	v, _ := row.get(name).([]float32)
	return v
}

func scoresOf(rows []Row) []float64 {
	out := make([]float64, len(rows))
	for i, row := range rows {
		out[i] = row.Score
	}
	return out
}

func mmr(rows []Row, vector string, lambda float64, keep int) []Row {
	rel := op.Relevance(scoresOf(rows))
	var picked []int
	for len(picked) < min(keep, len(rows)) {
		best, top := -1, 0.0
		for i := range rows {
			if slices.Contains(picked, i) {
				continue
			}
			like := 0.0
			for k, p := range picked {
				if cos := op.Likeness(vectorOf(rows[i], vector), vectorOf(rows[p], vector)); k == 0 || cos > like {
					like = cos
				}
			}
			if x := op.MarginalRelevance(lambda, rel[i], like); best < 0 || x > top {
				best, top = i, x
			}
		}
		picked = append(picked, best)
	}
	return pickRows(rows, picked)
}

// dpp by a Cholesky decomposition anew for every item and place.
func dpp(rows []Row, vector string, lambda float64, keep int) []Row {
	q := op.Quality(lambda, op.Relevance(scoresOf(rows)))
	kernel := func(i, j int) float64 {
		return op.Kernel(q[i], q[j], vectorOf(rows[i], vector), vectorOf(rows[j], vector))
	}
	var picked []int
	var gains []float64
	var factors [][]float64 // of those picked: their rows of the decomposition
	// factor is the row that item i would have, and its gain.
	factor := func(i int) ([]float64, float64) {
		var row []float64
		gain := q[i] * q[i]
		for k, p := range picked {
			dot := 0.0
			for l, x := range factors[k] {
				dot += x * row[l]
			}
			e := (kernel(p, i) - dot) / math.Sqrt(gains[k])
			row = append(row, e)
			gain -= e * e
		}
		return row, gain
	}
	for len(picked) < min(keep, len(rows)) {
		best, top := -1, op.LeastGain
		for i := range rows {
			if slices.Contains(picked, i) {
				continue
			}
			if _, gain := factor(i); gain > top {
				best, top = i, gain
			}
		}
		if best < 0 {
			break
		}
		row, gain := factor(best)
		picked, gains, factors = append(picked, best), append(gains, gain), append(factors, row)
	}
	for i := range rows {
		if len(picked) < keep && !slices.Contains(picked, i) {
			picked = append(picked, i)
		}
	}
	return pickRows(rows, picked)
}

func calibrate(rows []Row, by string, share map[string]float64, keep int) []Row {
	group := func(row Row) string {
		text, ok := row.get(by).(string)
		if _, named := share[text]; !ok || !named {
			return ""
		}
		return text
	}
	took := map[string]int{}
	var picked []int
	for len(picked) < min(keep, len(rows)) {
		best, most := -1, 0.0
		for i, row := range rows {
			if slices.Contains(picked, i) {
				continue
			}
			g := group(row)
			if behind := op.Behind(share[g], len(picked), took[g]); best < 0 || behind > most {
				best, most = i, behind
			}
		}
		took[group(rows[best])]++
		picked = append(picked, best)
	}
	return pickRows(rows, picked)
}

func pickRows(rows []Row, picked []int) []Row {
	var out []Row
	for _, i := range picked {
		out = append(out, rows[i])
	}
	return out
}
