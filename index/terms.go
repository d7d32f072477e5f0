package index

import (
	"context"
	"fmt"
	"math"
	"slices"

	"riffle.dev/riffle/internal/analyze"
)

// queryTerm is a term in a field, with all that the whole view says of it.
type queryTerm struct {
	field int
	lists []postings // by part
	idf   float64    // times the field's weight
	flat  float64    // k1 × (1 - b)
	slope float64    // k1 × b / average length
}

// postings of a term in one part.
type postings struct {
	docs  []uint32
	freqs []uint16
	most  float64 // its saturation at most

	// Where the segment has codes: a saturation is at most its code's steps, and at
	// least one step less, times sure.
	codes      []uint8
	wide       *wide // nil of most terms
	step, sure float64
}

// asking is the terms of a query while they are made, for one query after the
// other.
type asking struct {
	tokens [analyze.Kinds][]token
	text   []byte // of the tokens
	terms  []queryTerm
	lists  []postings // of the terms, by part
	looked []looked   // by part and token
	order  []int32
	sorted []queryTerm

	counted int // postings that were gone through since the last look at the context
}

// token of a query, with its hash.
type token struct {
	from, to int // in text
	hash     uint64
}

// tokensOf a text: each once, in order of first appearance, so many at most.
func (x *asking) tokensOf(kind analyze.Analyzer, text string) []token {
	list := x.tokens[kind]
	kind.Query(text, func(t []byte) {
		if len(list) == MaxQueryTerms {
			return
		}
		hash := hashOf(t)
		for i := range list {
			if list[i].hash == hash && string(x.text[list[i].from:list[i].to]) == string(t) {
				return
			}
		}
		from := len(x.text)
		x.text = append(x.text, t...)
		list = append(list, token{from, len(x.text), hash})
	})
	x.tokens[kind] = list
	return list
}

// queryTerms are the terms of a query that any live document has, those that say
// most first. They are good until the scratch is used again.
func (x *asking) queryTerms(ctx context.Context, v *View, q SearchQuery) ([]queryTerm, error) {
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
	x.text, x.terms, x.lists = x.text[:0], x.terms[:0], x.lists[:0]
	for k := range x.tokens {
		x.tokens[k] = x.tokens[k][:0]
	}
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
		tokens := x.tokens[v.plan.analyzers[i]]
		if len(tokens) == 0 {
			tokens = x.tokensOf(v.plan.analyzers[i], text)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x.look(v, i, tokens)
		n, average := float64(stats.docs), float64(stats.tokens)/float64(stats.docs)
		for at := range tokens {
			if x.counted >= tallyStep {
				if x.counted = 0; ctx.Err() != nil {
					return nil, ctx.Err()
				}
			}
			df := x.find(v, i, at, average)
			if df == 0 {
				continue
			}
			x.terms = append(x.terms, queryTerm{
				field: i,
				idf:   weight * math.Log(1+(n-float64(df)+0.5)/(float64(df)+0.5)),
				flat:  bm25K1 * (1 - bm25B),
				slope: bm25K1 * bm25B * n / float64(stats.tokens),
			})
		}
	}
	return x.ranked(len(v.parts)), nil
}

// look tokens up in a field of all parts.
func (x *asking) look(v *View, field int, tokens []token) {
	x.looked = grown(x.looked, len(v.parts)*len(tokens))
	for k, p := range v.parts {
		p.texts[field].look(x.text, tokens, x.looked[k*len(tokens):(k+1)*len(tokens)])
	}
}

// find appends to the lists the postings by part of the token at a place, and tells
// how many live documents are in them; where there are none, it appends nothing.
func (x *asking) find(v *View, field, at int, average float64) (live int) {
	begin, tokens := len(x.lists), len(x.looked)/len(v.parts)
	for k, p := range v.parts {
		var l postings
		if i := x.looked[k*tokens+at].term; i >= 0 {
			l = p.texts[field].postings(int(i), average)
		}
		x.lists = append(x.lists, l)
		if p.dead == nil {
			live += len(l.docs)
			continue
		}
		x.counted += len(l.docs)
		for _, d := range l.docs {
			if !p.dead.Get(int(d)) {
				live++
			}
		}
	}
	if live == 0 {
		x.lists = x.lists[:begin]
	}
	return live
}

// ranked are the terms that say most first, whatever is asked for: so a score is
// the same sum always, and the long lists of common words come last.
func (x *asking) ranked(parts int) []queryTerm {
	x.order = x.order[:0]
	for i := range x.terms {
		x.terms[i].lists = x.lists[i*parts : (i+1)*parts]
		x.order = append(x.order, int32(i))
	}
	slices.SortFunc(x.order, func(a, b int32) int {
		switch s, t := x.terms[a].idf, x.terms[b].idf; {
		case s > t:
			return -1
		case s < t:
			return 1
		}
		return int(a - b)
	})
	x.sorted = x.sorted[:0]
	for _, i := range x.order {
		x.sorted = append(x.sorted, x.terms[i])
	}
	return x.sorted
}

// forget the views' lists.
func (x *asking) forget() {
	clear(x.terms)
	clear(x.sorted)
	clear(x.lists)
}
