package index

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// Options of a slice.
type Options struct {
	// Words gives the word table of that name, for derived vectors. It is
	// called once a field by New; nil when the project has none.
	Words func(name string) (*WordTable, error)
}

// Slice is a part of a resource: the documents of some slots, indexed in
// memory. Apply has one caller at a time (others wait); all else may be called
// by any number of goroutines.
type Slice struct {
	plan *plan
	view atomic.Pointer[View]

	inline int        // inlineMerge, less in tests
	mu     sync.Mutex // held by who makes the next view
	busy   []*segment // being merged in the background
	closed bool
	merges sync.WaitGroup
}

// New makes an empty slice. The error names the schema's field at fault.
func New(s Schema, opts Options) (*Slice, error) {
	p, err := newPlan(s, opts)
	if err != nil {
		return nil, err
	}
	out := &Slice{plan: p, inline: inlineMerge}
	out.view.Store(&View{plan: p})
	return out, nil
}

// Schema is what the slice was made for.
func (s *Slice) Schema() Schema { return s.plan.schema }

// View is the slice as it is now. It never changes and may be kept as long as
// needed; it keeps the memory of what was deleted since.
func (s *Slice) View() *View { return s.view.Load() }

// AppliedOffset is the greatest offset of a change that was applied.
func (s *Slice) AppliedOffset() uint64 { return s.View().applied }

// Close waits for a merge in the background and begins no other. Apply and
// views go on working.
func (s *Slice) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.merges.Wait()
	return nil
}

// Apply takes changes in log order and makes them visible all at once, before
// it returns. A change that is refused is skipped and its offset counts as
// applied; a change whose offset was applied already is skipped without an
// error, so that a replay may start too early. The answer is nil when all went
// well, else an error or nil for each change, each a *DocError.
func (s *Slice) Apply(changes []Change) []error {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := batch{plan: s.plan, old: s.view.Load(), last: map[string]int{}}
	b.applied = b.old.applied
	var errs []error
	for i := range changes {
		if err := b.add(&changes[i]); err != nil {
			if errs == nil {
				errs = make([]error, len(changes))
			}
			errs[i] = err
		}
	}
	next := b.next()
	s.compact(next)
	s.view.Store(next.seal())
	return errs
}

// compact merges small parts of a view that nobody has seen yet, and begins a
// merge in the background when large ones want it. s.mu is held.
func (s *Slice) compact(v *View) {
	for {
		pick := pickMerge(v.parts, s.busy)
		if pick == nil {
			return
		}
		if liveDocs(pick) > s.inline {
			s.mergeLater(pick)
			return
		}
		v.parts = mergeParts(s.plan, pick).install(v.parts)
	}
}

// mergeLater merges parts in a goroutine, one merge at a time. s.mu is held.
func (s *Slice) mergeLater(pick []*part) {
	if s.busy != nil || s.closed {
		return
	}
	for _, p := range pick {
		s.busy = append(s.busy, p.segment)
	}
	s.merges.Go(func() {
		m := mergeParts(s.plan, pick)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.busy = nil
		old := s.view.Load()
		next := &View{plan: old.plan, applied: old.applied, parts: m.install(old.parts)}
		s.compact(next)
		s.view.Store(next.seal())
	})
}

// batch collects the changes of one Apply: of each key only the last counts.
type batch struct {
	plan    *plan
	old     *View
	applied uint64
	last    map[string]int // key: its place in docs
	keys    []string
	docs    []*Document // nil: deleted
}

func (b *batch) add(c *Change) error {
	if c.Offset != 0 {
		if c.Offset <= b.applied {
			return nil
		}
		b.applied = c.Offset
	}
	switch c.Op {
	case Upsert:
		d, err := b.plan.validate(c.Key, c.Doc)
		if err != nil {
			return err
		}
		if err := b.plan.derive(d); err != nil {
			return &DocError{Code: WrongType, Key: d.Key, Reason: err.Error()}
		}
		b.put(d.Key, d)
		return nil
	case Delete:
		if c.Key == "" || len(c.Key) > MaxKey {
			return &DocError{Code: BadKey, Reason: fmt.Sprintf("a delete needs a key of at most %d bytes", MaxKey)}
		}
		b.put(c.Key, nil)
		return nil
	}
	return &DocError{Code: NotADocument, Key: c.Key, Reason: fmt.Sprintf("unknown operation %q: want upsert or delete", cut(string(c.Op)))}
}

func (b *batch) put(key string, d *Document) {
	if at, ok := b.last[key]; ok {
		b.docs[at] = d
		return
	}
	b.last[key] = len(b.docs)
	b.keys = append(b.keys, key)
	b.docs = append(b.docs, d)
}

// next is the view after the batch.
func (b *batch) next() *View {
	v := &View{plan: b.plan, applied: b.applied}
	gone := make([][]int, len(b.old.parts))
	var fresh []*Document
	for i, key := range b.keys {
		if at, doc, ok := b.old.find(key); ok {
			gone[at] = append(gone[at], doc)
		}
		if b.docs[i] != nil {
			fresh = append(fresh, b.docs[i])
		}
	}
	for i, p := range b.old.parts {
		if len(gone[i]) > 0 {
			p = p.without(gone[i])
		}
		if p.live > 0 {
			v.parts = append(v.parts, p)
		}
	}
	if len(fresh) > 0 {
		s, err := newSegment(b.plan, fresh)
		if err != nil {
			// validate admits only what a column takes.
			panic(errors.Join(errors.New("index: a validated document does not fit its columns"), err))
		}
		v.parts = append(v.parts, newPart(s, nil))
	}
	return v
}
