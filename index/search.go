package index

import (
	"context"

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
	x := v.plan.scratch.take()
	defer v.plan.scratch.give(x)
	best, err := x.newBest(v, q.K, 0)
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
	defer x.forget()
	terms, err := x.queryTerms(ctx, v, q)
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

// matches is what one part answers: the live documents with any of the terms
// in no order, and the score of each by document.
type matches struct {
	docs   []int32
	scores []float64 // by document of the part; 0 of all others
}
