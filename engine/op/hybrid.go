package op

import (
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/index"
)

func hybrid() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "hybrid",
				Summary: "Finds documents by words and by a vector at once, and fuses the two orders.",
				Doc: "As merge([search(…), nearest(…)]) with k of each, in one node: both orders are cut to k, fused, and cut to k " +
					"again. `_score` is the sum of 1/(k + rank) over the orders an item stands in; equal ones stand as in the " +
					"order by words, then by vector. A query or vector that is nil leaves the other side alone.",
				Example: `found = hybrid(games, query: "space trading", field: taste, to: profile.taste, k: 50..200)`,
				Off:     offSource,
				Source:  true,
				Args: []sig.Arg{
					resourceArg(),
					{Name: "query", Kind: sig.Scalar, Type: sig.Type{Kind: sig.String, Nullable: true}, Required: true, Named: true, Doc: "the text; nil finds nothing"},
					{Name: "field", Kind: sig.Column, Required: true, Named: true, Doc: "a vector field of the resource"},
					{Name: "to", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Vector, Nullable: true}, Required: true, Named: true, Doc: "the vector; nil finds nothing"},
					kArg("k", "how many at most", defaultK),
					{Name: "fusion", Kind: sig.Choice, Named: true, Default: "rrf", Doc: "how the two orders become one", Policies: []sig.Policy{rrfPolicy()}},
					filterArg(), asArg(),
				},
				Result: hybridResult,
			},
			Deterministic: true, Parallel: true, PushFilter: true, PushLimit: true, Cost: dag.Heavy,
		},
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
			return c.found(v, fuse(policy, k, words, near))
		},
	}
}

// hybridResult is that of nearest, with the field an argument of its own.
func hybridResult(u *sig.Use) (sig.Type, *sig.Problem) {
	t := u.Types["res"]
	if names := u.Names["field"]; len(names) > 0 {
		f, _ := t.Field(names[0])
		if f.Type.Kind != sig.Vector && f.Type.Kind != sig.Invalid {
			return t, &sig.Problem{Arg: "field", Code: "E0401", Message: "field wants a vector, " + names[0] + " is " + f.Type.String()}
		}
		if to := u.Types["to"]; to.Kind == sig.Vector && to.Dim > 0 && f.Type.Dim > 0 && to.Dim != f.Type.Dim {
			return t, &sig.Problem{Arg: "to", Code: "E0401", Message: fmt.Sprintf("%s has %d dimensions, this has %d", names[0], f.Type.Dim, to.Dim),
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

// fuse orders of one resource by a policy of merge, and keep k.
func fuse(policy dag.Policy, k int, orders ...index.Hits) index.Hits {
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
	sel := best(all.Scores)
	out := index.Hits{}
	for _, row := range sel[:min(k, len(sel))] {
		out.Docs, out.Scores = append(out.Docs, all.Docs[row]), append(out.Scores, all.Scores[row])
	}
	return out
}
