package index

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"riffle.dev/riffle/internal/analyze"
	"riffle.dev/riffle/internal/column"
)

// BM25 as Lucene's BM25Similarity since version 8 (Robertson and Zaragoza,
// "The Probabilistic Relevance Framework", 2009, without the constant factor
// k1+1): idf = ln(1 + (N - df + 0.5)/(df + 0.5)), score = idf × tf / (tf + k1 ×
// (1 - b + b × length/average)). N, df and the average are those of the live
// documents of the whole slice that have the field, lengths are exact.
const (
	bm25K1 = 1.2
	bm25B  = 0.75
)

// Of a query so many bytes are read, and in each field so many different terms
// count; what comes after is left out.
const (
	MaxQueryBytes = 16 << 10
	MaxQueryTerms = 64
)

// SearchQuery asks for the documents that fit a text best.
type SearchQuery struct {
	Text   string   // analysed as each field is; an empty one finds nothing
	Fields []string // texts to look in; nil: all
	K      int
	Filter *column.Expr // a bool; nil: all
	Rank   *column.Expr // a number that replaces the score; may read _score
	Params Params
}

// Search finds documents that have any term of the text in any of the fields.
// The score is the sum over fields of weight times BM25.
func (v *View) Search(ctx context.Context, q SearchQuery) (Hits, error) {
	best, err := newBest(v, q.K, 0)
	if err != nil {
		return Hits{}, err
	}
	filter, err := v.compileFilter(q.Filter, q.Params)
	if err != nil {
		return Hits{}, err
	}
	rank, err := v.compileRank(q.Rank, q.Params)
	if err != nil {
		return Hits{}, err
	}
	x := v.plan.scratch.take()
	defer v.plan.scratch.give(x)
	terms, err := v.queryTerms(ctx, q)
	if err != nil || len(terms) == 0 {
		return Hits{}, err
	}
	k := best.k
	if q.Filter != nil || q.Rank != nil {
		k = 0 // the best by score alone may not be among those wanted
	}
	for at, p := range v.parts {
		if err := x.collect(ctx, p, at, terms, k, best.bound()); err != nil {
			return Hits{}, err
		}
		if x.rows, err = filter.some(ctx, p, x.found.docs, x.rows[:0]); err != nil {
			return Hits{}, err
		}
		if err := x.offer(ctx, best, at, x.rows, rank, x.found.scores); err != nil {
			return Hits{}, err
		}
	}
	return best.found(0), nil
}

// queryTerm is a term in a field, with all that the whole view says of it.
type queryTerm struct {
	field int
	lists []postings // by part
	idf   float64    // times the field's weight
	flat  float64    // k1 × (1 - b)
	slope float64    // k1 × b / average length
}

func (v *View) queryTerms(ctx context.Context, q SearchQuery) ([]queryTerm, error) {
	fields := v.plan.texts
	if q.Fields != nil {
		fields = nil
		for _, name := range q.Fields {
			i, ok := v.plan.byName[name]
			if !ok || !slices.Contains(v.plan.texts, i) {
				return nil, fmt.Errorf("resource %s has no text field %q", v.plan.schema.Resource, cut(name))
			}
			fields = append(fields, i)
		}
	}
	text := q.Text[:min(len(q.Text), MaxQueryBytes)]
	var out []queryTerm
	var tokens [analyze.Kinds][]string
	for _, i := range fields {
		var stats textStats
		for _, p := range v.parts {
			stats.docs += p.stats[i].docs
			stats.tokens += p.stats[i].tokens
		}
		if stats.docs == 0 {
			continue
		}
		weight := v.plan.schema.Fields[i].Weight
		if weight == 0 {
			weight = 1
		}
		kind := v.plan.analyzers[i]
		if tokens[kind] == nil {
			all := kind.QueryTokens(text)
			tokens[kind] = all[:min(len(all), MaxQueryTerms)]
		}
		for _, t := range tokens[kind] {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			lists, df := v.lists(i, t)
			if df == 0 {
				continue
			}
			n := float64(stats.docs)
			out = append(out, queryTerm{
				field: i, lists: lists,
				idf:   weight * math.Log(1+(n-float64(df)+0.5)/(float64(df)+0.5)),
				flat:  bm25K1 * (1 - bm25B),
				slope: bm25K1 * bm25B * n / float64(stats.tokens),
			})
		}
	}
	// The terms that say most first, whatever is asked for: so a score is the same
	// sum always, and the long lists of common words come last.
	slices.SortStableFunc(out, func(a, b queryTerm) int { return cmp.Compare(b.idf, a.idf) })
	return out, nil
}

// postings of a term in one part.
type postings struct {
	docs  []uint32
	freqs []uint16
}

// lists are the postings of a term by part, and how many live documents are in
// them; nil where there are none.
func (v *View) lists(field int, term string) (out []postings, live int) {
	for at, p := range v.parts {
		docs, freqs := p.texts[field].postings(term)
		if len(docs) == 0 {
			continue
		}
		if out == nil {
			out = make([]postings, len(v.parts))
		}
		out[at] = postings{docs, freqs}
		if p.dead == nil {
			live += len(docs)
			continue
		}
		for _, d := range docs {
			if !p.dead.Get(int(d)) {
				live++
			}
		}
	}
	return out, live
}

// matches is what one part answers: the live documents with any of the terms
// in no order, and the score of each by document.
type matches struct {
	docs   []int32
	scores []float64 // by document of the part; 0 of all others
}
