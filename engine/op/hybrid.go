package op

import (
	"context"

	"fmt"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
)

func hybrid() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "hybrid",
				Summary: "Finds documents by words and by a vector at once, and fuses the two orders.",
				Doc: "As merge([search(…), nearest(…)]) with k of each, in one node: both orders are cut to k, fused, and cut to k " +
					"again. `_score` is the sum of 1/(k + rank) over the orders an item stands in; equal ones stand as in the " +
					"order by words, then by vector. With rank: that formula is the order of what both found, before the last cut. A query or vector that is nil leaves the other side alone.",
				Example: `found = hybrid(games, query: "space trading", field: taste, to: profile.taste, k: 50..200)`,
				Off:     offSource,
				Source:  true,
				Args: []sig.Arg{
					resourceArg(),
					{Name: "query", Kind: sig.Scalar, Type: sig.Type{Kind: sig.String, Nullable: true}, Required: true, Named: true, Doc: "the text; nil finds nothing"},
					{Name: "field", Kind: sig.Column, Type: sig.Type{Kind: sig.Vector}, Required: true, Named: true, Doc: "a vector field of the resource"},
					{Name: "to", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Vector, Nullable: true}, Required: true, Named: true, Doc: "the vector; nil finds nothing"},
					kArg("k", "how many at most", defaultK),
					{Name: "fusion", Kind: sig.Choice, Named: true, Default: "rrf", Doc: "how the two orders become one", Policies: []sig.Policy{rrfPolicy()}},
					filterArg(), asArg(), rankArg(),
				},
				Result: hybridResult,
			},
			Deterministic: true, Parallel: true, PushFilter: true, PushLimit: true, Cost: dag.Heavy,
		},
		Plain: hybridPlain,
		Exec: func(c *Call) (Out, error) {
			k, err := c.count("k", defaultK)
			if err != nil {
				return Out{}, err
			}
			k = min(k, index.MaxHits)
			v, err := c.View(c.Node.Resource)
			if err != nil {
				return Out{}, err
			}
			words, err := c.byWords(v, k)
			if err != nil {
				return Out{}, err
			}
			near, err := c.byVector(v, k)
			if err != nil {
				return Out{}, err
			}
			policy := dag.Policy{Name: "rrf"}
			if p, _ := c.arg("fusion"); p != nil && p.Policy != nil {
				policy = *p.Policy
			}
			fused, err := fuse(c.Ctx, policy, words, near)
			if err != nil {
				return Out{}, err
			}
			hits, err := c.reranked(v, fused)
			if err != nil {
				return Out{}, err
			}
			hits.Docs, hits.Scores = hits.Docs[:min(k, hits.Len())], hits.Scores[:min(k, hits.Len())]
			return c.found(v, hits)
		},
	}
}

// hybridResult is that of nearest, with the field an argument of its own.
func hybridResult(u *sig.Use) (sig.Type, *sig.Problem) {
	t := u.Types["res"]
	if names := u.Names["field"]; len(names) > 0 {
		f, _ := t.Field(names[0])
		if to := u.Types["to"]; to.Kind == sig.Vector && to.Dim > 0 && f.Type.Dim > 0 && to.Dim != f.Type.Dim {
			return t, &sig.Problem{Arg: "to", Code: "E0401", Message: fmt.Sprintf("%s has %s, this has %d", names[0], plural.Of(f.Type.Dim, "dimension"), to.Dim),
				Help: "compare vectors of one model"}
		}
	}
	return sig.FieldsOf("res", "as")(u)
}

func (c *Call) byWords(v View, k int) (index.Hits, error) {
	q, err := c.value("query")
	text, ok := q.(string)
	if err != nil || !ok {
		return index.Hits{}, err
	}
	return v.Search(c.Ctx, index.SearchQuery{Text: text, K: k, Filter: c.expr("filter"), Params: c.Param})
}

func (c *Call) byVector(v View, k int) (index.Hits, error) {
	q, err := c.value("to")
	to, ok := q.([]float32)
	if err != nil || !ok {
		return index.Hits{}, err
	}
	return v.Nearest(c.Ctx, index.NearestQuery{Field: c.word("field"), To: to, K: k, Filter: c.expr("filter"), Params: c.Param})
}

// reranked orders hits by the formula of rank:, if there is one.
func (c *Call) reranked(v View, hits index.Hits) (index.Hits, error) {
	_, i := c.arg("rank")
	if i < 0 {
		return hits, nil
	}
	program := c.programs[i]
	cols := map[string]*column.Column{index.Score: {Type: column.Type{Kind: column.Float}, Len: hits.Len(), Floats: hits.Scores}}
	for _, name := range program.Columns() {
		if cols[name] != nil {
			continue
		}
		read, err := v.Fetch(c.Ctx, hits, []string{name})
		if err != nil {
			return hits, err
		}
		cols[name] = read[0]
	}
	scores, err := program.Floats(c.Ctx, column.Input{Len: hits.Len(), Column: func(name string) *column.Column { return cols[name] }, Param: c.Param}, nil)
	if err != nil {
		return hits, err
	}
	order, err := best(c.Ctx, c.Scratch, scores)
	if err != nil {
		return hits, err
	}
	out := index.Hits{}
	for _, row := range order {
		out.Docs, out.Scores = append(out.Docs, hits.Docs[row]), append(out.Scores, scores[row])
	}
	return out, nil
}

// fuse orders of one resource by a policy of merge.
func fuse(ctx context.Context, policy dag.Policy, orders ...index.Hits) (index.Hits, error) {
	gain := fusion(policy, nil)
	at := map[index.Ref]int{}
	all := index.Hits{}
	for s, hits := range orders {
		for i, ref := range hits.Docs {
			row, seen := at[ref]
			if !seen {
				row = len(all.Docs)
				at[ref] = row
				all.Docs, all.Scores = append(all.Docs, ref), append(all.Scores, 0)
			}
			all.Scores[row] = gain(all.Scores[row], !seen, s, i, hits.Scores[i])
		}
	}
	order, err := best(ctx, nil, all.Scores)
	if err != nil {
		return index.Hits{}, err
	}
	out := index.Hits{}
	for _, row := range order {
		out.Docs, out.Scores = append(out.Docs, all.Docs[row]), append(out.Scores, all.Scores[row])
	}
	return out, nil
}

// hybridPlain fuses the two orders, each filtered and cut, as merge does two
// sets.
func hybridPlain(c *plain.Call) (plain.Out, error) {
	v, err := c.View(c.Node.Resource)
	if err != nil {
		return plain.Out{}, err
	}
	k := c.Count("k", defaultK)
	side := func(hits index.Hits, err error) ([]plain.Row, error) {
		if err != nil {
			return nil, err
		}
		rows, err := c.Rows(v, hits)
		if c.Has("filter") {
			rows = slices.DeleteFunc(rows, func(row plain.Row) bool { return c.Of("filter", row) != true })
		}
		return plain.Head(rows, k), err
	}
	var sets [2][]plain.Row
	if text, ok := c.Value("query").(string); ok {
		if sets[0], err = side(v.Search(plain.Background, index.SearchQuery{Text: text, K: index.MaxHits})); err != nil {
			return plain.Out{}, err
		}
	}
	if to, ok := c.Value("to").([]float32); ok {
		if sets[1], err = side(v.Nearest(plain.Background, index.NearestQuery{Field: c.Word("field"), To: to, K: index.MaxHits})); err != nil {
			return plain.Out{}, err
		}
	}
	damp := 60.0
	if p := c.Node.Arg("fusion"); p != nil && p.Policy != nil && len(p.Policy.Args) > 0 {
		damp = plain.AsScore(p.Policy.Args[0])
	}
	var out []plain.Row
	for _, set := range sets {
		for i, row := range set {
			at := plain.Find(out, row.ID())
			if at < 0 {
				at = len(out)
				row.Score = 0
				out = append(out, row)
			}
			out[at].Score += 1 / (damp + float64(i+1))
		}
	}
	out = plain.ByScore(out)
	if c.Has("rank") {
		for i := range out {
			out[i].Score = plain.AsScore(c.Of("rank", out[i]))
		}
		out = plain.ByScore(out)
	}
	return plain.Set(plain.ScoredAs(plain.Head(out, k), c.Word("as")))
}
