package gateway

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine/trace"
)

func newShelf(most, room int, every uint64) *shelf {
	return &shelf{most: most, room: room, every: every, seq: new(atomic.Uint64)}
}

// add records as a request does.
func (s *shelf) add(records ...*trace.Record) {
	for _, r := range records {
		if reasons, kind, ok := s.picked(r, false, false); ok {
			s.put(kept{record: r, reasons: reasons}, kind)
		}
	}
}

// ids kept, by reason.
func (s *shelf) ids() string {
	var out []string
	for kind, row := range s.rows {
		for i := range row {
			out = append(out, kinds[kind]+":"+row[i].record.ID)
		}
	}
	return strings.Join(out, " ")
}

func record(id string, change func(*trace.Record)) *trace.Record {
	r := &trace.Record{ID: id, Status: "ok", Duration: time.Millisecond, Nodes: []trace.Span{{Node: "a", Outcome: trace.OK}}}
	if change != nil {
		change(r)
	}
	return r
}

func TestReasons(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*trace.Record)
		asked  bool
		want   string
	}{
		{"plain, the first of ten", nil, false, "sample"},
		{"failed", func(r *trace.Record) { r.Status = "deadline" }, false, "failed"},
		{"slow", func(r *trace.Record) { r.Slow = true }, false, "slow"},
		{"switched off", func(r *trace.Record) { r.Level = 1 }, false, "degraded"},
		{"a fallback answered", func(r *trace.Record) { r.Fallback = true }, false, "degraded"},
		{"a node ran out of time", func(r *trace.Record) { r.Nodes[0].Outcome = trace.Timeout }, false, "degraded"},
		{"asked for", nil, true, "asked"},
		{"all at once", func(r *trace.Record) { r.Status, r.Slow, r.Level = "unavailable", true, 2 }, true, "failed slow degraded asked"},
	} {
		reasons, kind, ok := newShelf(9, 1<<20, 10).picked(record("x", c.change), c.asked, false)
		if !ok || strings.Join(reasons, " ") != c.want || kinds[kind] != reasons[0] {
			t.Errorf("%s: %v on row %s, %t; want %s", c.name, reasons, kinds[kind], ok, c.want)
		}
	}
}

// A storm of one reason pushes out nothing that is kept for another.
func TestStormLeavesOthers(t *testing.T) {
	s := newShelf(3, 1<<20, 4)
	s.add(record("bad", func(r *trace.Record) { r.Status = "internal" }))
	for i := range 9 {
		s.add(record(fmt.Sprint("plain", i), nil))
	}
	for i := range 500 {
		s.add(record(fmt.Sprint("slow", i), func(r *trace.Record) { r.Slow = true }))
	}
	if d := cmp.Diff("failed:bad slow:slow497 slow:slow498 slow:slow499 sample:plain0 sample:plain4 sample:plain8", s.ids()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// In a flood all have less; of these only so many are kept, of others all.
func TestFewOfThoseWithLessAreKept(t *testing.T) {
	s := newShelf(1000, 1<<30, 0)
	for i := range 500 {
		s.add(record(fmt.Sprint("less", i), func(r *trace.Record) { r.Level, r.Start = 1, time.Unix(int64(1000+i/250), 0) }))
	}
	s.add(record("late", func(r *trace.Record) { r.Level, r.Slow, r.Start = 1, true, time.Unix(1001, 0) }))
	got := map[string]int{}
	s.each(func(k *kept) bool {
		got[k.reasons[0]]++
		return true
	})
	if want := map[string]int{"degraded": 2 * maxLess, "slow": 1}; !cmp.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
}

// Long requests are bounded by their bytes; one that is longer than all the room
// is not kept.
func TestShelfIsBoundedByBytes(t *testing.T) {
	one := weigh(&kept{record: record("x", nil)})
	s := newShelf(100, 5*one, 0)
	s.add(record("bad", func(r *trace.Record) { r.Status = "internal" }))
	for i := range 50 {
		s.add(record(fmt.Sprint("slow", i), func(r *trace.Record) { r.Slow = true }))
	}
	if d := cmp.Diff("failed:bad slow:slow46 slow:slow47 slow:slow48 slow:slow49", s.ids()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if s.weight > s.room {
		t.Errorf("weighs %d of %d", s.weight, s.room)
	}
	before := s.ids()
	s.add(record("huge", func(r *trace.Record) { r.Slow, r.Nodes = true, make([]trace.Span, 1000) }))
	if got := s.ids(); got != before {
		t.Errorf("kept %s, want %s", got, before)
	}
	if len(s.rows[0]) != 1 {
		t.Errorf("the failed one went first: %s", s.ids())
	}
}

// What is not kept costs no allocation.
func TestPickingDoesNotAllocate(t *testing.T) {
	s, r := newShelf(9, 1<<20, 0), record("x", nil)
	if n := testing.AllocsPerRun(100, func() {
		if _, _, ok := s.picked(r, false, false); ok {
			t.Fatal("kept")
		}
	}); n != 0 {
		t.Errorf("%g allocations for a request that is not kept", n)
	}
}

func TestShelvesAreBounded(t *testing.T) {
	tr := newTraces(Options{Traces: 2, TraceBytes: 1 << 20, Sample: 1})
	for i := range maxShelves + 20 {
		tr.shelf("demo", fmt.Sprint("scene", i)).add(record(fmt.Sprint(i), nil))
	}
	if n := len(tr.shelves["demo"]); n != maxShelves {
		t.Errorf("%d shelves, want %d", n, maxShelves)
	}
	if got := tr.list("demo", "", 1, func(*kept) bool { return true }); len(got) != 1 || got[0].record.ID != fmt.Sprint(maxShelves+19) {
		t.Errorf("the newest is %v", got)
	}
	if got := tr.list("demo", "scene0", 1, func(*kept) bool { return true }); len(got) != 0 {
		t.Error("the scene that was used least lately is still there")
	}
}
