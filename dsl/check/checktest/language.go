package checktest

import "riffle.dev/riffle/dsl/sig"

// Language returns a fresh table with nearly every operator the language names:
// those of Catalogue and those that need no new kind of argument. static and
// aggregate are left out, so that something is there which does not run yet.
func Language() sig.Catalogue {
	return append(Catalogue().(table), table{
		{
			Name: "hybrid", Summary: "words and vectors at once", Source: true, Off: "the empty set",
			Example: "found = hybrid(games, query: q, field: taste, to: me.taste)",
			Args: []sig.Arg{resource,
				{Name: "query", Kind: sig.Scalar, Type: text.Null(), Required: true, Named: true},
				{Name: "field", Kind: sig.Column, Required: true, Named: true},
				{Name: "to", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Vector, Nullable: true}, Required: true, Named: true},
				{Name: "fusion", Kind: sig.Choice, Named: true, Policies: policies}, k, filter, as},
			Result: sig.FieldsOf("resource", "as"),
		},
		{
			Name: "skip", Summary: "all but the first n", Off: "the set", Example: "rest = skip(pool, 20)",
			Args:   []sig.Arg{set, {Name: "n", Kind: sig.Scalar, Type: whole, Required: true}},
			Result: sig.Same("set"),
		},
		{
			Name: "minus", Summary: "the items that another set does not have", Off: "the set", Example: "rest = minus(pool, page)",
			Args:   []sig.Arg{set, {Name: "other", Kind: sig.Set, Required: true}},
			Result: sig.Same("set"),
		},
		{
			Name: "sample", Summary: "n by chance", Off: "the set", Example: "some = sample(pool, 20, seed: user.id)",
			Args: []sig.Arg{set, {Name: "n", Kind: sig.Scalar, Type: whole, Required: true, Cut: true},
				{Name: "seed", Kind: sig.Scalar, Type: text, Required: true, Named: true},
				{Name: "weight", Kind: sig.PerItem, Type: real.Null(), Named: true}},
			Result: sig.Same("set"),
		},
		{
			Name: "join", Summary: "a column with the document of another resource", Off: "the set", Example: "full = join(pool, studios, on: studio, as: maker)",
			Args: []sig.Arg{set, {Name: "with", Kind: sig.Resource, Required: true},
				{Name: "on", Kind: sig.Column, Required: true, Named: true}, {Name: "as", Kind: sig.Word, Required: true, Named: true}},
			Result: joined,
		},
		{
			Name: "position", Summary: "items of another set at fixed places", Off: "the set", Example: "page = position(pool, insert: ads, at: [3, 8])",
			Args: []sig.Arg{set, {Name: "insert", Kind: sig.Set, Required: true, Named: true},
				{Name: "at", Kind: sig.Scalar, Type: sig.Type{Kind: sig.List, Elem: &whole}, Required: true, Named: true},
				{Name: "gap", Kind: sig.Scalar, Type: whole, Named: true}, {Name: "unlike", Kind: sig.Column, Named: true}},
			Result: sig.UniteTwo("set", "insert"),
		},
		{
			Name: "blend", Summary: "a share of another set between", Off: "the set", Example: "page = blend(pool, fresh, share: 20%)",
			Args: []sig.Arg{set, {Name: "other", Kind: sig.Set, Required: true},
				{Name: "share", Kind: sig.Scalar, Type: real, Required: true, Named: true}},
			Result: sig.UniteTwo("set", "other"),
		},
		{
			Name: "backfill", Summary: "filled up from another set", Off: "the set", Example: "page = backfill(fine, from: hot, to: k)",
			Args: []sig.Arg{set, {Name: "from", Kind: sig.Set, Required: true, Named: true},
				{Name: "to", Kind: sig.Scalar, Type: whole, Required: true, Named: true}},
			Result: sig.UniteTwo("set", "from"),
		},
		{
			Name: "facets", Summary: "how often each value comes", Off: "the empty list", Example: "counts = facets(pool, by: [genre], top: 10)",
			Args: []sig.Arg{set, {Name: "by", Kind: sig.Columns, Required: true, Named: true},
				{Name: "top", Kind: sig.Scalar, Type: whole, Named: true, Default: int64(10)}},
			Result: func(*sig.Use) (sig.Type, *sig.Problem) { return sig.Type{Kind: sig.List, Elem: &facet}, nil },
		},
		{
			Name: "pack", Summary: "as many as a budget holds", Off: "the set", Example: "pages = pack(sized, size: tokens(body), budget: 3000)",
			Args: []sig.Arg{set, {Name: "size", Kind: sig.PerItem, Type: real, Required: true, Named: true},
				{Name: "budget", Kind: sig.Scalar, Type: real, Required: true, Named: true}},
			Result: sig.Same("set"),
		},
		{
			Name: "rerank", Summary: "the first ones ordered anew by a model", Off: "the set, cut to keep", Example: "best = rerank(pool, model: cross(q), top: 20..50)",
			Args: []sig.Arg{set, {Name: "model", Kind: sig.ItemModel, Type: sig.Type{Kind: sig.Float}, Required: true, Named: true},
				{Name: "top", Kind: sig.Scalar, Type: whole, Named: true, Knob: true}, keep},
			Result: sig.Same("set"),
		},
		{
			Name: "mmr", Summary: "near the query and far from each other", Off: "the set, cut to keep", Example: "spread = mmr(pool, vector: taste, lambda: 0.7, keep: 50)",
			Args: far, Result: sig.Same("set"),
		},
		{
			Name: "dpp", Summary: "a set of unlike items", Off: "the set, cut to keep", Example: "spread = dpp(pool, vector: taste, keep: 50)",
			Args: far, Result: sig.Same("set"),
		},
		{
			Name: "boost", Summary: "a factor for items for which a condition holds", Off: "the set", Example: "up = boost(pool, genre == q, by: 1.2)",
			Args: []sig.Arg{set, {Name: "cond", Kind: sig.PerItem, Type: sig.Type{Kind: sig.Bool}, Required: true},
				{Name: "by", Kind: sig.Scalar, Type: real, Required: true, Named: true}},
			Result: sig.Same("set"),
		},
		{
			Name: "calibrate", Summary: "shares of a column's values", Off: "the set, cut to keep", Example: "fair = calibrate(pool, by: genre, share: { rpg: 50%, sim: 50% })",
			Args: []sig.Arg{set, {Name: "by", Kind: sig.Column, Required: true, Named: true},
				{Name: "share", Kind: sig.Scalar, Required: true, Named: true}, keep},
			Result: sig.Same("set"),
		},
		{
			Name: "log", Summary: "a line an item, to a file", Off: "nothing is written", Example: `after { log(page, to: "file:shown.jsonl", sample: 10%) }`,
			Args: []sig.Arg{set, {Name: "to", Kind: sig.Constant, Type: text, Required: true, Named: true},
				{Name: "sample", Kind: sig.Constant, Type: real, Named: true}},
			Result: sig.Same("set"),
		},
	}...)
}

var (
	whole = sig.Type{Kind: sig.Int}
	real  = sig.Type{Kind: sig.Float}
	text  = sig.Type{Kind: sig.String}
	facet = sig.Type{Kind: sig.Record, Fields: []sig.Field{
		{Name: "column", Type: text}, {Name: "value", Type: text}, {Name: "count", Type: whole}}}
	far = []sig.Arg{set, {Name: "vector", Kind: sig.Column, Required: true, Named: true},
		{Name: "lambda", Kind: sig.Scalar, Type: real, Named: true, Default: 0.5}, keep}
)

// joined is the set with a column holding a record of the other resource, or nil.
func joined(u *sig.Use) (sig.Type, *sig.Problem) {
	t := u.Types["set"]
	if names := u.Names["as"]; len(names) > 0 {
		other := u.Types["with"]
		record := sig.Type{Kind: sig.Record, Nullable: true, Fields: other.Fields, Name: other.Name}
		t.Fields = append(append([]sig.Field(nil), t.Fields...), sig.Field{Name: names[0], Type: record})
		t.Name = ""
	}
	return t, nil
}
