package store

import (
	"context"
	"fmt"
	"sync"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
)

// View is a store as one request sees it: a document is read once, and stays as
// it was read. It is an op.View.
type View struct {
	store *Store

	mu    sync.Mutex
	at    map[string]int32 // by key
	gone  map[string]bool  // keys that were looked up and are not there
	docs  []document
	bytes int
}

// document as read so far.
type document struct {
	key    string
	values []column.Value // by field of the schema
	has    []bool
}

var _ op.Passing = (*View)(nil)

// Schema of the documents.
func (v *View) Schema() index.Schema { return v.store.plan.schema }

// Source implements op.Passing.
func (v *View) Source() any { return v.store }

// Bytes implements op.Passing.
func (v *View) Bytes() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.bytes
}

// Key of a hit.
func (v *View) Key(r index.Ref) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.docs[r.Doc].key
}

// Search finds documents by the store's own full text search; the score is the
// store's.
func (v *View) Search(ctx context.Context, q index.SearchQuery) (index.Hits, error) {
	if q.Rank != nil {
		return index.Hits{}, v.store.failure(op.RemoteInvalid, "it computes no rank formula", nil)
	}
	if len(q.Text) > index.MaxQueryBytes {
		q.Text = q.Text[:index.MaxQueryBytes]
	}
	return v.find(ctx, question{what: byText, text: q.Text}, q.K, 0, q.Filter, q.Params)
}

// Nearest finds documents by the store's vector index.
func (v *View) Nearest(ctx context.Context, q index.NearestQuery) (index.Hits, error) {
	i, ok := v.store.plan.byName[q.Field]
	switch {
	case q.Rank != nil:
		return index.Hits{}, v.store.failure(op.RemoteInvalid, "it computes no rank formula", nil)
	case !ok || v.Schema().Fields[i].Kind != index.VectorField:
		return index.Hits{}, fmt.Errorf("resource %s has no vector field %q", v.Schema().Resource, clip(q.Field))
	case len(q.To) != v.Schema().Fields[i].Type.Dim:
		return index.Hits{}, fmt.Errorf("nearest: the vector has %s, field %s is %s", plural.Of(len(q.To), "number"), q.Field, v.Schema().Fields[i].Type)
	}
	return v.find(ctx, question{what: byVector, to: q.To, field: i}, q.K, 0, q.Filter, q.Params)
}

// Top finds the documents with the greatest value of a field; by a constant all
// are equal, and come in order of their keys.
func (v *View) Top(ctx context.Context, q index.TopQuery) (index.Hits, error) {
	ask := question{what: byField, field: -1}
	constant := 0.0
	switch {
	case q.By != nil && q.By.Op == "col":
		i, ok := v.store.plan.byName[q.By.Name]
		if !ok {
			return index.Hits{}, fmt.Errorf("resource %s has no field %q", v.Schema().Resource, clip(q.By.Name))
		}
		ask.field = i
	case q.By != nil && len(q.By.Columns()) == 0:
		x, err := column.EvalRow(q.By, func(string) column.Value { return nil }, q.Params)
		if err != nil {
			return index.Hits{}, err
		}
		constant = number(x)
	default:
		return index.Hits{}, v.store.failure(op.RemoteInvalid, "it orders by a field, not by a formula", nil)
	}
	hits, err := v.find(ctx, ask, q.K, q.Skip, q.Filter, q.Params)
	if ask.field < 0 {
		for i := range hits.Scores {
			hits.Scores[i] = constant
		}
	}
	return hits, err
}

// lookupAtOnce are the keys of one call.
const lookupAtOnce = 1000

// Lookup finds documents by key, in the order of the keys. What the request
// has seen already is not asked for again.
func (v *View) Lookup(ctx context.Context, keys []string) (index.Hits, error) {
	var missing []string
	seen := map[string]bool{}
	v.mu.Lock()
	for _, key := range keys {
		if _, have := v.at[key]; !have && !v.gone[key] && !seen[key] && key != "" && len(key) <= index.MaxKey {
			seen[key] = true
			missing = append(missing, key)
		}
	}
	v.mu.Unlock()
	for from := 0; from < len(missing); from += lookupAtOnce {
		some := missing[from:min(from+lookupAtOnce, len(missing))]
		if _, err := v.read(ctx, &question{what: byKey, keys: some, fields: v.store.plan.plain, n: len(some)}); err != nil {
			return index.Hits{}, err
		}
	}
	var hits index.Hits
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, key := range missing {
		if _, have := v.at[key]; !have {
			if v.gone == nil {
				v.gone = map[string]bool{}
			}
			v.gone[key] = true
		}
	}
	for _, key := range keys {
		if doc, ok := v.at[key]; ok {
			hits.Docs = append(hits.Docs, index.Ref{Doc: doc})
			hits.Scores = append(hits.Scores, 0)
		}
	}
	return hits, nil
}

// Fetch reads columns of hits. Only vectors are asked for here, the rest came
// with the documents; of one that is gone meanwhile they are nil.
func (v *View) Fetch(ctx context.Context, hits index.Hits, columns []string) ([]*column.Column, error) {
	fields := make([]int, len(columns))
	for k, name := range columns {
		i, ok := v.store.plan.byName[name]
		if !ok {
			return nil, fmt.Errorf("resource %s has no field %q", v.Schema().Resource, clip(name))
		}
		fields[k] = i
	}
	if err := v.complete(ctx, hits, fields); err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	out := make([]*column.Column, len(columns))
	for k, i := range fields {
		var err error
		if out[k], err = values(v.Schema().Fields[i].Type, hits.Len(), func(row int) column.Value { return v.docs[hits.Docs[row].Doc].values[i] }); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// complete reads the fields that some of the documents lack.
func (v *View) complete(ctx context.Context, hits index.Hits, fields []int) error {
	lacking := map[int]bool{}
	var keys []string
	v.mu.Lock()
	for row, r := range hits.Docs {
		if r.Part != 0 || r.Doc < 0 || int(r.Doc) >= len(v.docs) {
			v.mu.Unlock()
			return fmt.Errorf("hit %d is of another view", row)
		}
		d := &v.docs[r.Doc]
		lacks := false
		for _, i := range fields {
			if !d.has[i] {
				lacking[i], lacks = true, true
			}
		}
		if lacks {
			keys = append(keys, d.key)
		}
	}
	v.mu.Unlock()
	want := make([]int, 0, len(lacking))
	for _, i := range fields {
		if lacking[i] && !contains(want, i) {
			want = append(want, i)
		}
	}
	for from := 0; from < len(keys); from += lookupAtOnce {
		some := keys[from:min(from+lookupAtOnce, len(keys))]
		if _, err := v.read(ctx, &question{what: byKey, keys: some, fields: want, n: len(some)}); err != nil {
			return err
		}
	}
	return nil
}

// read asks the store and keeps what it says: where each document is.
func (v *View) read(ctx context.Context, q *question) (answer, error) {
	got, err := v.store.ask(ctx, q)
	if err != nil {
		return answer{}, err
	}
	out := answer{last: got.last, refs: make([]index.Ref, 0, len(got.docs)), scores: make([]float64, 0, len(got.docs))}
	asked := map[string]bool{}
	for _, key := range q.keys {
		asked[key] = true
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	for i := range got.docs {
		d := &got.docs[i]
		if q.what == byKey && !asked[d.key] {
			continue
		}
		out.refs = append(out.refs, index.Ref{Doc: v.put(d.key, q.fields, d.values)})
		out.scores = append(out.scores, d.score)
	}
	return out, nil
}

// put keeps values of a document; those that it has stay. The lock is held.
func (v *View) put(key string, fields []int, values []column.Value) int32 {
	at, ok := v.at[key]
	if !ok {
		at = int32(len(v.docs))
		n := len(v.store.plan.schema.Fields)
		d := document{key: key, values: make([]column.Value, n), has: make([]bool, n)}
		d.values[v.store.plan.key], d.has[v.store.plan.key] = key, true
		v.docs = append(v.docs, d)
		v.at[key] = at
		v.bytes += 2*len(key) + 64 + 24*n
	}
	d := &v.docs[at]
	for k, i := range fields {
		if !d.has[i] {
			d.values[i], d.has[i] = values[k], true
			v.bytes += weigh(values[k])
		}
	}
	return at
}

// Adopt implements op.Passing.
func (v *View) Adopt(from op.View, refs []index.Ref) []index.Ref {
	was, ok := from.(*View)
	if !ok || was == v {
		return refs
	}
	all := make([]int, len(v.store.plan.schema.Fields))
	for i := range all {
		all[i] = i
	}
	was.mu.Lock() // one after the other: two views may adopt from each other
	docs := make([]document, len(refs))
	for i, r := range refs {
		d := was.docs[r.Doc]
		docs[i] = document{d.key, append([]column.Value(nil), d.values...), append([]bool(nil), d.has...)}
	}
	was.mu.Unlock()
	v.mu.Lock()
	defer v.mu.Unlock()
	out := make([]index.Ref, len(refs))
	for i := range docs {
		var fields []int
		var values []column.Value
		for _, f := range all {
			if docs[i].has[f] {
				fields, values = append(fields, f), append(values, docs[i].values[f])
			}
		}
		out[i] = index.Ref{Doc: v.put(docs[i].key, fields, values)}
	}
	return out
}

func weigh(v column.Value) int {
	switch x := v.(type) {
	case string:
		return len(x)
	case []float32:
		return 4 * len(x)
	case []column.Value:
		n := 16 * len(x)
		for _, e := range x {
			n += weigh(e)
		}
		return n
	case map[string]column.Value:
		n := 64
		for k, e := range x {
			n += len(k) + weigh(e)
		}
		return n
	}
	return 0
}
