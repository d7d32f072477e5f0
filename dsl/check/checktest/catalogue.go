// Package checktest holds a literal table of operators for tests of the
// language: signatures only, nothing that runs. Programs use the table of
// engine/op, whose declarations are the same in shape.
package checktest

import "riffle.dev/riffle/dsl/sig"

// Catalogue returns a fresh table.
func Catalogue() sig.Catalogue {
	t := table{
		{
			Name: "search", Summary: "BM25 over the text fields", Source: true, Off: "the empty set",
			Example: "found = search(games, query: q, k: 100..300)",
			Args: []sig.Arg{
				resource, {Name: "query", Kind: sig.Scalar, Type: sig.Type{Kind: sig.String, Nullable: true}, Required: true, Named: true},
				k, filter, as,
			},
			Result: sig.FieldsOf("resource", "as"),
		},
		{
			Name: "nearest", Summary: "the nearest vectors", Source: true, Off: "the empty set",
			Example: "similar = nearest(games.taste, to: profile.taste, k: 100)",
			Args: []sig.Arg{
				{Name: "field", Kind: sig.Vectors, Required: true},
				{Name: "to", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Vector, Nullable: true}, Required: true, Named: true},
				k, filter, as,
			},
			Result: sig.NearestResult("field", "to", "as"),
		},
		{
			Name: "top", Summary: "the greatest by a column or formula", Source: true, Off: "the empty set",
			Example: "hot = top(games, by: installs, k: 100)",
			Args: []sig.Arg{
				resource, {Name: "by", Kind: sig.Order, Required: true, Named: true}, k, filter, as,
				{Name: "skip", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true},
			},
			Result: sig.FieldsOf("resource", "as"),
		},
		{
			Name: "lookup", Summary: "documents by key", Source: true, Off: "nil, or the empty set",
			Example: "me = lookup(players, key: user.id)",
			Args: []sig.Arg{
				resource, {Name: "key", Kind: sig.Scalar, Type: sig.Type{Kind: sig.String, Nullable: true}, Named: true},
				{Name: "keys", Kind: sig.Scalar, Type: sig.Type{Kind: sig.List, Nullable: true, Elem: &sig.Type{Kind: sig.String}}, Named: true},
			},
			Result: sig.LookupResult("resource", "key", "keys"),
		},
		{
			Name: "merge", Summary: "one set of several", Off: "the first set", Unites: true,
			Example: "pool = merge([similar, hot], policy: rrf(60))",
			Args: []sig.Arg{
				{Name: "sets", Kind: sig.Sets, Required: true},
				{Name: "policy", Kind: sig.Choice, Named: true, Policies: policies},
				{Name: "by", Kind: sig.Column, Named: true},
			},
			Result: sig.UniteSets("sets"),
		},
		{
			Name: "filter", Summary: "the items for which a condition holds", Off: "the set",
			Example: "fresh = filter(pool, id not in user.seen)",
			Args:    []sig.Arg{set, {Name: "cond", Kind: sig.PerItem, Type: sig.Type{Kind: sig.Bool}, Required: true}},
			Result:  sig.Same("set"),
		},
		{
			Name: "score", Summary: "a formula as the new order", Off: "the set, cut to keep",
			Example: "coarse = score(fresh, 0.6 * _score + 0.4 * log1p(installs), keep: 150..300)",
			Args: []sig.Arg{set, {Name: "expression", Kind: sig.PerItem, Type: sig.Type{Kind: sig.Float}},
				{Name: "model", Kind: sig.ItemModel, Type: sig.Type{Kind: sig.Float}, Named: true}, as, keep},
			Result: sig.ScoreResult("set", "expression", "model", "as"),
		},
		{
			Name: "take", Summary: "the first n", Off: "the set, cut to n",
			Example: "page = take(fine, 20)",
			Args:    []sig.Arg{set, {Name: "n", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Required: true, Knob: true, Cut: true}},
			Result:  sig.Same("set"),
		},
		{
			Name: "sort", Summary: "by a column or formula, nil last", Off: "the set",
			Example: "newest = sort(pool, by: released, order: desc)",
			Args: []sig.Arg{set, {Name: "by", Kind: sig.Order, Required: true, Named: true},
				{Name: "order", Kind: sig.Word, Words: []string{"asc", "desc"}, Default: "desc", Named: true}},
			Result: sig.Same("set"),
		},
		{
			Name: "dedup", Summary: "at most so many of each value", Off: "the set",
			Example: "unique = dedup(pool, by: genre, max: 3)",
			Args: []sig.Arg{set, {Name: "by", Kind: sig.Column, Required: true, Named: true},
				{Name: "max", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true, Default: int64(1)}},
			Result: sig.Same("set"),
		},
		{
			Name: "diversify", Summary: "at most so many of each value in a window", Off: "the set",
			Example: "page = diversify(fine, by: genre, max: 3, window: 10)",
			Args: []sig.Arg{set, {Name: "by", Kind: sig.Column, Required: true, Named: true},
				{Name: "max", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Required: true, Named: true},
				{Name: "window", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true}},
			Result: sig.Same("set"),
		},
		{
			Name: "with", Summary: "columns added or replaced", Off: "the set, the new columns nil",
			Example: "warm = with(pool, heat: log1p(installs))",
			Args:    []sig.Arg{set, {Name: "columns", Kind: sig.Bindings, Required: true}},
			Result:  sig.AddBindings("set", "columns"),
		},
		{
			Name: "select", Summary: "only the columns named", Off: "the set",
			Example: "slim = select(page, [id, title])",
			Args:    []sig.Arg{set, {Name: "columns", Kind: sig.Columns, Required: true}},
			Result:  sig.SelectColumns("set", "columns"),
		},
	}
	return t
}

var (
	resource = sig.Arg{Name: "resource", Kind: sig.Resource, Required: true}
	set      = sig.Arg{Name: "set", Kind: sig.Set, Required: true}
	k        = sig.Arg{Name: "k", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true, Knob: true, Default: int64(100)}
	keep     = sig.Arg{Name: "keep", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true, Knob: true}
	filter   = sig.Arg{Name: "filter", Kind: sig.PerItem, Type: sig.Type{Kind: sig.Bool}, Named: true}
	as       = sig.Arg{Name: "as", Kind: sig.Word, Named: true}
	policies = []sig.Policy{
		{Name: "first"}, {Name: "max"}, {Name: "sum"},
		{Name: "rrf", Args: []sig.Arg{{Name: "k", Kind: sig.Constant, Type: sig.Type{Kind: sig.Int}, Default: int64(60)}}},
		{Name: "weighted", PerSet: true, Args: []sig.Arg{{Name: "weight", Kind: sig.Constant, Type: sig.Type{Kind: sig.Float}}}},
	}
)

type table []*sig.Func

func (t table) Operators() []*sig.Func { return t }

func (t table) Operator(name string) (*sig.Func, bool) {
	for _, f := range t {
		if f.Name == name {
			return f, true
		}
	}
	return nil, false
}
