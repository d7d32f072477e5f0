package index

import (
	"context"
	"encoding/binary"
	"hash/maphash"
	"maps"
	"math"
	"sync"
	"sync/atomic"

	"riffle.dev/riffle/internal/column"
)

// leaders of a segment are the documents that are greatest by a field among
// those which fulfil a condition, kept for conditions that are asked for again:
// who asks the second time finds and keeps them, later ones read as many as they
// want. A segment never changes, so neither do they; the dead are among them and
// left out by who reads.
type leaders struct {
	kept  atomic.Pointer[map[string]*lead] // nil: none yet
	mu    sync.Mutex                       // held by who changes what follows
	once  [256]uint64                      // hashes of keys that were asked for once, by their lower bits
	order []string                         // keys in the order they came
	bytes int
	seed  maphash.Seed
}

// lead is one of them.
type lead struct {
	docs  []int32 // from the greatest down, ties by key, NaN last
	whole bool    // there are no others
}

// What a segment keeps at most.
const (
	leaderBytes = 256 << 10 // and a byte a document
	leaderKeys  = 128
	leaderDocs  = 1 << 14 // of one
)

func (l *lead) bytes() int { return 4*len(l.docs) + 64 }

// get what is kept under a key; nil where nothing is.
func (l *leaders) get(key []byte) *lead {
	if m := l.kept.Load(); m != nil {
		return (*m)[string(key)]
	}
	return nil
}

// again tells whether a key was asked for before. Of one whose place another
// took since, it was not.
func (l *leaders) again(key []byte) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seed == (maphash.Seed{}) {
		l.seed = maphash.MakeSeed()
	}
	h := maphash.Bytes(l.seed, key) | 1
	at := &l.once[h>>1%uint64(len(l.once))]
	if *at == h {
		*at = 0 // should it be dropped, it is to be asked for twice again
		return true
	}
	*at = h
	return false
}

// put keeps a lead; the oldest make room for it.
func (l *leaders) put(key []byte, x *lead, most int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	next := map[string]*lead{}
	if m := l.kept.Load(); m != nil {
		maps.Copy(next, *m)
	}
	word := string(key)
	if old := next[word]; old != nil {
		l.bytes -= old.bytes()
	} else {
		l.order = append(l.order, word)
		l.bytes += len(word)
	}
	next[word] = x
	l.bytes += x.bytes()
	for (l.bytes > most || len(l.order) > leaderKeys) && len(l.order) > 0 {
		oldest := l.order[0]
		l.order = l.order[1:]
		l.bytes -= len(oldest) + next[oldest].bytes()
		delete(next, oldest)
	}
	l.kept.Store(&next)
}

// leading is Top by a field of what fulfils a condition, by what the segments
// keep. It tells whether that is enough; else the answer is to be found.
func (x *scratch) leading(ctx context.Context, v *View, field int, q *TopQuery) (Hits, bool, error) {
	key, ok := conditionKey(binary.AppendUvarint(x.key[:0], uint64(field)), q.Filter, q.Params)
	x.key = key
	if !ok {
		return Hits{}, false, nil
	}
	whole := binary.AppendUvarint(binary.AppendUvarint(key, uint64(q.Skip)), uint64(q.K))
	x.key = whole
	if hits, ok := v.firsts.get(whole); ok {
		return hits, true, nil
	}
	want := q.K + q.Skip
	x.leads = x.leads[:0]
	defer func() { clear(x.leads[:cap(x.leads)]) }()
	for at, p := range v.parts {
		l := p.leaders.get(key)
		if l == nil || !p.enough(l, want) {
			size := 2*want + 64
			if l != nil {
				size = max(size, 2*len(l.docs)) // many of them died
			}
			if size > leaderDocs || !p.leaders.again(key) {
				return Hits{}, false, nil
			}
			var err error
			if l, err = x.lead(ctx, v, at, field, q, size); err != nil {
				return Hits{}, false, err
			}
			p.leaders.put(key, l, leaderBytes+p.n)
			if !p.enough(l, want) {
				return Hits{}, false, nil
			}
		}
		x.leads = append(x.leads, reading{docs: l.docs, col: p.cols[field], dead: p.dead})
	}
	hits := v.firstOf(x.leads, q.Skip, q.K)
	v.firsts.put(whole, hits)
	return hits, true, nil
}

// enough tells whether so many documents that live are in a lead, or all there are.
func (p *part) enough(l *lead, want int) bool {
	if l.whole {
		return true
	}
	if p.dead == nil {
		return len(l.docs) >= want
	}
	for _, doc := range l.docs {
		if want == 0 {
			break
		}
		if !p.dead.Get(int(doc)) {
			want--
		}
	}
	return want == 0
}

// lead of so many documents of a part by a field.
func (x *scratch) lead(ctx context.Context, v *View, at, field int, q *TopQuery, size int) (*lead, error) {
	f, err := v.compileFilter(q.Filter, q.Params)
	if err != nil {
		return nil, err
	}
	p := v.parts[at]
	in := f.input(p, nil, nil)
	in.Sel = nil
	if x.rows, err = f.program.Filter(ctx, in, x.rows[:0]); err != nil {
		return nil, err
	}
	b := &best{view: v, k: size, floor: math.Inf(-1)}
	for i, row := range x.rows {
		if i%4096 == 4095 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		b.offer(at, row, valueOf(p.cols[field], int(row)))
	}
	found := b.found(0)
	out := &lead{docs: make([]int32, found.Len()), whole: found.Len() == len(x.rows)}
	for i, r := range found.Docs {
		out.docs[i] = r.Doc
	}
	return out, nil
}

// reading of a part's lead.
type reading struct {
	docs []int32 // what is left
	col  *column.Column
	dead column.Bitmap
}

// next is the first of them that lives; false where there is none.
func (r *reading) next() (doc int32, ok bool) {
	for len(r.docs) > 0 && r.dead.Get(int(r.docs[0])) {
		r.docs = r.docs[1:]
	}
	if len(r.docs) == 0 {
		return 0, false
	}
	return r.docs[0], true
}

// firstOf what the parts lead with, merged: k behind the first skip.
func (v *View) firstOf(parts []reading, skip, k int) Hits {
	n := 0
	for i := range parts {
		n += len(parts[i].docs)
	}
	n = min(k, max(0, n-skip))
	h := Hits{Docs: make([]Ref, 0, n), Scores: make([]float64, 0, n)}
	order := best{view: v}
	for k > 0 {
		first, from := hit{}, -1
		for at := range parts {
			if doc, ok := parts[at].next(); ok {
				this := hit{Ref{int32(at), doc}, valueOf(parts[at].col, int(doc))}
				if from < 0 || order.better(&this, &first) {
					first, from = this, at
				}
			}
		}
		if from < 0 {
			break
		}
		parts[from].docs = parts[from].docs[1:]
		if skip > 0 {
			skip--
			continue
		}
		h.Docs, h.Scores = append(h.Docs, first.ref), append(h.Scores, first.score)
		k--
	}
	return h
}
