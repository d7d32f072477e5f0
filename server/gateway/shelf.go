package gateway

import (
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/server/api"
)

// maxRequest bounds the request kept with a trace, as JSON; a longer one is
// left out.
const maxRequest = 4 << 10

// Further reasons to keep a request, beside those of trace.Record.
const (
	keptAsked  = "asked"  // it asked to be explained
	keptSample = "sample" // one in n of those that tell nothing
)

// kinds are the reasons, the gravest first: each has a row of its own, so that a
// storm of one pushes out no other.
var kinds = [...]string{trace.KeptFailed, trace.KeptSlow, trace.KeptDegraded, keptAsked, keptSample}

// kept is one request that is remembered.
type kept struct {
	record   *trace.Record
	project  *dag.Project
	version  int64
	deadline time.Duration
	request  json.RawMessage // nil when it was too long
	reasons  []string        // the gravest first
	seq      uint64          // of all kept, to order by
	bytes    int
}

// shelf keeps requests of one scene. It outlives versions. Safe for concurrent
// use.
type shelf struct {
	most   int // of each kind
	room   int // bytes of all
	every  uint64
	seq    *atomic.Uint64 // of all shelves
	plain  atomic.Uint64  // requests that told nothing
	second atomic.Int64   // in which degraded ones were taken last
	less   atomic.Int64   // of them in that second
	mu     sync.Mutex
	rows   [len(kinds)][]kept // the oldest first
	weight int
}

// picked tells why a request is to be kept: the reasons and the kind of the
// first; ok is false where it is not. It allocates nothing for one that is not.
func (s *shelf) picked(r *trace.Record, asked, sampled bool) (reasons []string, kind int, ok bool) {
	var room [len(kinds)]string
	list := r.Reasons(room[:0])
	if len(list) == 1 && list[0] == trace.KeptDegraded && r.Level > 0 && !s.few(r.Start.Unix()) {
		list = list[:0]
	}
	if asked {
		list = append(list, keptAsked)
	}
	if len(list) == 0 {
		n := s.plain.Add(1)
		if !sampled && (s.every == 0 || (n-1)%s.every != 0) {
			return nil, 0, false
		}
		list = append(list, keptSample)
	}
	for i, k := range kinds {
		if k == list[0] {
			kind = i
		}
	}
	return append([]string(nil), list...), kind, true
}

// maxLess requests a second are kept for having had less by their plan: in a flood
// all have, and to keep them all would take what less was to spare.
const maxLess = 50

// few tells whether there were not too many of these in a second; a few more where
// it has just begun.
func (s *shelf) few(second int64) bool {
	if s.second.Swap(second) != second {
		s.less.Store(0)
	}
	return s.less.Add(1) <= maxLess
}

// put a request on its row; what is too much goes, the oldest of its row first,
// then of the longest.
func (s *shelf) put(k kept, kind int) {
	k.bytes = weigh(&k)
	if k.bytes > s.room {
		return
	}
	k.seq = s.seq.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rows[kind] = append(s.rows[kind], k)
	s.weight += k.bytes
	for len(s.rows[kind]) > s.most {
		s.drop(kind)
	}
	for s.weight > s.room {
		longest := 0
		for i := range s.rows {
			if len(s.rows[i]) > len(s.rows[longest]) {
				longest = i
			}
		}
		s.drop(longest)
	}
}

// drop the oldest of a row.
func (s *shelf) drop(kind int) {
	s.weight -= s.rows[kind][0].bytes
	s.rows[kind][0] = kept{}
	s.rows[kind] = s.rows[kind][1:]
}

// each visits what is kept, the newest of every row first, until visit is false.
func (s *shelf) each(visit func(*kept) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for kind := range s.rows {
		for i := len(s.rows[kind]) - 1; i >= 0; i-- {
			if !visit(&s.rows[kind][i]) {
				break
			}
		}
	}
}

// weigh is about how many bytes a kept request takes.
func weigh(k *kept) int {
	r := k.record
	n := int(unsafe.Sizeof(*k)+unsafe.Sizeof(*r)) + cap(r.Nodes)*int(unsafe.Sizeof(trace.Span{})) + len(k.request) + len(r.Error) + len(r.Plan)
	for i := range r.Nodes {
		n += len(r.Nodes[i].Cause) + len(r.Nodes[i].Turn)
	}
	return n
}

// take a request for the shelf.
func take(s *scene, version int64, in api.ServeRequest, r *trace.Record, reasons []string) kept {
	k := kept{record: r, project: s.program.Project, version: version, deadline: s.deadline, reasons: reasons}
	if text, err := json.Marshal(in.Request); err == nil && len(text) <= maxRequest {
		k.request = text
	}
	return k
}
