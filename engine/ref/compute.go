package ref

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// compute a node whose inputs are there.
func (r *run) compute(n *dag.Node) (*value, error) {
	var sets [][]Row // by n.Inputs, lists of sets spread
	var names []string
	for i, in := range n.Inputs {
		v := r.node(in).clone()
		name := setName(n, i)
		if r.g.Nodes[in].Shape != dag.SetsShape {
			sets, names = append(sets, v.set), append(names, name)
		}
		for _, set := range v.sets {
			sets, names = append(sets, set), append(names, name)
		}
	}
	switch n.Op {
	case "if", "choose":
		return r.branch(n)
	case "loop":
		return r.loop(n)
	case "each":
		return r.each(n)
	case "recur":
		return r.recur(n)
	case "service":
		return r.service(n)
	case "part":
		return r.node(n.Inputs[0]).parts[n.Arg("name").Words[0]].clone(), nil
	case "list":
		return &value{sets: sets}, nil
	case "record":
		return r.gather(n), nil
	}
	arg := func(name string) *column.Expr {
		if a := n.Arg(name); a != nil {
			return a.Expr
		}
		return nil
	}
	word := func(name string) string {
		if a := n.Arg(name); a != nil && len(a.Words) > 0 {
			return a.Words[0]
		}
		return ""
	}
	set := func(rows []Row) (*value, error) { return &value{set: rows}, nil }
	switch n.Op {
	case "expr":
		return &value{scalar: r.eval(arg("value"), nothing)}, nil
	case "call":
		if n.Shape == dag.BundleShape {
			return r.gather(n), nil
		}
		return set(sets[0])
	case "empty":
		return set(nil)
	case "words":
		t, err := r.in.Res.Words(word("table"))
		if err != nil {
			return nil, err
		}
		if text, ok := r.eval(arg("text"), nothing).(string); ok {
			if v := t.Vector(text); v != nil {
				return &value{scalar: v}, nil
			}
		}
		return &value{}, nil
	case "search", "nearest", "top", "hybrid", "lookup":
		return r.source(n, arg, word)
	case "merge":
		return set(r.merge(n, sets, names))
	case "filter":
		return set(slices.DeleteFunc(sets[0], func(row Row) bool { return r.eval(arg("cond"), row.get) != true }))
	case "take":
		return set(head(sets[0], r.count(n, "n", 0)))
	case "skip":
		return set(sets[0][min(r.count(n, "n", 0), len(sets[0])):])
	case "sort":
		return set(r.sort(sets[0], arg("by"), word("order") == "asc"))
	case "dedup":
		return set(dedup(sets[0], word("by"), r.count(n, "max", 1)))
	case "minus":
		return set(slices.DeleteFunc(sets[0], func(row Row) bool { return find(sets[1], row.id()) >= 0 }))
	case "backfill":
		out, to := sets[0], r.count(n, "to", 0)
		for _, row := range sets[1] {
			if len(out) < to && find(sets[0], row.id()) < 0 {
				out = append(out, row)
			}
		}
		return set(out)
	case "with":
		rows, err := r.with(n, sets[0])
		return &value{set: rows}, err
	case "select":
		for _, row := range sets[0] {
			for name := range row.Cols {
				if !slices.Contains(n.Arg("columns").Words, name) {
					delete(row.Cols, name)
				}
			}
		}
		return set(sets[0])
	case "score":
		by, err := r.perItem(n.Arg("model"), n.Arg("expression"), sets[0])
		if err != nil {
			return nil, err
		}
		for i := range sets[0] {
			sets[0][i].Score = asScore(by[i])
		}
		return set(scoredAs(head(byScore(sets[0]), r.count(n, "keep", len(sets[0]))), word("as")))
	case "diversify":
		return set(diversify(sets[0], word("by"), r.count(n, "max", 1), r.count(n, "window", 0)))
	}
	return r.arrange(n, sets, word)
}

func scoredAs(rows []Row, as string) []Row {
	if as != "" {
		for _, row := range rows {
			row.Cols[as] = row.Score
		}
	}
	return rows
}

func find(rows []Row, id string) int {
	return slices.IndexFunc(rows, func(r Row) bool { return r.id() == id })
}

func (r *run) sort(rows []Row, by *column.Expr, ascending bool) []Row {
	slices.SortStableFunc(rows, func(a, b Row) int {
		x, y := r.eval(by, a.get), r.eval(by, b.get)
		if ascending || !ordered(x) || !ordered(y) {
			return column.Compare(x, y)
		}
		return column.Compare(y, x)
	})
	return rows
}

// ordered values are neither nil nor NaN.
func ordered(v column.Value) bool {
	f, isFloat := v.(float64)
	return v != nil && (!isFloat || f == f)
}

func (r *run) with(n *dag.Node, rows []Row) ([]Row, error) {
	before := cloneAll(rows)
	for k := range n.Args {
		for _, b := range n.Args[k].Bindings {
			values := make([]column.Value, len(rows))
			if b.Model != nil {
				var err error
				if values, err = r.model(b.Model, before); err != nil {
					return nil, err
				}
			} else {
				for i := range before {
					values[i] = r.eval(b.Expr, before[i].get)
				}
			}
			for i := range rows {
				rows[i].Cols[b.Name] = values[i]
			}
		}
	}
	return rows, nil
}

// perItem is a model's answer for each row, or an expression's.
func (r *run) perItem(model, expr *dag.Arg, rows []Row) ([]column.Value, error) {
	if model != nil && model.Model != nil {
		return r.model(model.Model, rows)
	}
	out := make([]column.Value, len(rows))
	for i := range rows {
		out[i] = r.eval(expr.Expr, rows[i].get)
	}
	return out, nil
}

// setName is what policies call the set of an input by.
func setName(n *dag.Node, input int) string {
	for _, a := range n.Args {
		for i, at := range a.Sets {
			if at == input && i < len(a.SetNames) {
				return a.SetNames[i]
			}
		}
	}
	return ""
}

func dedup(rows []Row, by string, limit int) []Row {
	var out []Row
	for _, row := range rows {
		same := 0
		for _, kept := range out {
			if v := kept.get(by); v != nil && column.Equal(v, row.get(by)) {
				same++
			}
		}
		if row.get(by) == nil || same < limit {
			out = append(out, row)
		}
	}
	return out
}

func diversify(rows []Row, by string, limit, window int) []Row {
	var out []Row
	for len(rows) > 0 {
		recent := out
		if window > 0 {
			recent = out[max(0, len(out)-window+1):]
		}
		pick := slices.IndexFunc(rows, func(row Row) bool {
			if row.get(by) == nil {
				return true
			}
			same := 0
			for _, o := range recent {
				if column.Equal(o.get(by), row.get(by)) {
					same++
				}
			}
			return same < limit
		})
		pick = max(0, pick)
		out = append(out, rows[pick])
		rows = slices.Delete(slices.Clone(rows), pick, pick+1)
	}
	return out
}
