package store

import (
	"encoding/json"
	"math"

	"riffle.dev/riffle/internal/body"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
)

// searchReply is what is read of an answer; what else there is is left alone.
type searchReply struct {
	TimedOut bool `json:"timed_out"`
	Shards   struct {
		Total  int `json:"total"`
		Failed int `json:"failed"`
	} `json:"_shards"`
	Hits *struct {
		Hits []struct {
			Score  *float64       `json:"_score"`
			Source map[string]any `json:"_source"`
		} `json:"hits"`
	} `json:"hits"`
}

// read an answer. One of a part of the shards is none: nobody would know what
// is missing.
func (b *searchEngine) read(q *question, got []byte) (page, error) {
	dec := json.NewDecoder(body.Steps(got))
	dec.UseNumber()
	var r searchReply
	if err := dec.Decode(&r); err != nil {
		return page{}, bad("no JSON of a search: %s", err)
	}
	switch {
	case r.Hits == nil:
		return page{}, bad("an answer without hits")
	case r.TimedOut:
		return page{}, bad("it ran out of time, and has not looked everywhere")
	case r.Shards.Failed > 0:
		return page{}, bad("%d of %s failed", r.Shards.Failed, plural.Of(r.Shards.Total, "shard"))
	case len(r.Hits.Hits) > q.n:
		return page{}, bad("%d documents, %d were asked for", len(r.Hits.Hits), q.n)
	}
	out := page{last: len(r.Hits.Hits) < q.n || q.what == byKey, docs: make([]found, len(r.Hits.Hits))}
	for i := range r.Hits.Hits {
		h := &r.Hits.Hits[i]
		key, err := keyOf(b.plan.keyName(), h.Source[b.plan.keyName()])
		if err != nil {
			return page{}, err
		}
		d := &out.docs[i]
		d.key, d.values = key, make([]column.Value, len(q.fields))
		for k, at := range q.fields {
			f := &b.plan.schema.Fields[at]
			if d.values[k], err = field(f, key, h.Source[f.Name]); err != nil {
				return page{}, err
			}
		}
		switch q.what {
		case byText, byVector:
			if h.Score == nil {
				return page{}, bad("document %q has no score", clip(key))
			}
			d.score = *h.Score
			if q.what == byVector {
				d.score = b.scored(&b.plan.schema.Fields[q.field], d.score)
			}
			if math.IsInf(d.score, 0) {
				return page{}, bad("document %q has no finite score", clip(key))
			}
		case byField:
			if q.field >= 0 {
				f := &b.plan.schema.Fields[q.field]
				v, err := field(f, key, h.Source[f.Name])
				if err != nil {
					return page{}, err
				}
				d.score = scoreOf(v)
			}
		}
	}
	if q.what == byVector && q.from+q.n >= mostCandidates {
		out.last = true
	}
	return out, nil
}
