// Package changelogtest is the one suite that every driver of the change log
// passes. It imports fleet/changelog and testing.
package changelogtest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/fleet/changelog"
)

// Run puts a driver through the suite. open returns a log over the same data
// each time it is called; the first call finds none.
func Run(t *testing.T, open func(t *testing.T) changelog.Log) {
	for _, c := range []struct {
		name string
		run  func(*testing.T, func(*testing.T) changelog.Log)
	}{
		{"append gives dense offsets by slot", dense},
		{"read is in order and pages", pages},
		{"a deletion is not an empty value", deletions},
		{"a stream keeps its slots", keepsSlots},
		{"an unknown stream is refused", unknown},
		{"limits", limits},
		{"concurrent appends leave no hole", concurrent},
		{"a reader never sees a hole", noHole},
		{"what is acknowledged is found by another", acknowledged},
		{"consumers' offsets", consumers},
		{"changed is told", changed},
		{"a follower applies everything once, in order", follows},
		{"a follower survives a failing applier", retries},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, open) })
	}
}

func stream(t *testing.T) changelog.Stream {
	return changelog.Stream{Team: "ads", Resource: t.Name()}
}

func opened(t *testing.T, l changelog.Log, slots int) changelog.Stream {
	t.Helper()
	s := stream(t)
	if _, err := l.Open(t.Context(), s, slots); err != nil {
		t.Fatal(err)
	}
	return s
}

func change(i int) changelog.Change {
	return changelog.Change{Key: fmt.Sprintf("k%04d", i), Value: fmt.Appendf(nil, `{"n":%d}`, i)}
}

func changes(from, to int) []changelog.Change {
	var out []changelog.Change
	for i := from; i < to; i++ {
		out = append(out, change(i))
	}
	return out
}

func mustAppend(t *testing.T, l changelog.Log, s changelog.Stream, cs []changelog.Change) []changelog.Offset {
	t.Helper()
	out, err := l.Append(t.Context(), s, cs)
	if err != nil {
		t.Fatal(err)
	}
	if len(out) != len(cs) {
		t.Fatalf("%d offsets for %d changes", len(out), len(cs))
	}
	return out
}

// everything reads a stream to its end.
func everything(t *testing.T, l changelog.Log, s changelog.Stream, slots, page int) []changelog.Entry {
	t.Helper()
	from := make(changelog.Offsets, slots)
	var all []changelog.Entry
	for {
		entries, err := l.Read(t.Context(), s, from, page)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) == 0 {
			return all
		}
		for _, e := range entries {
			if e.Offset != from[e.Slot] {
				t.Fatalf("slot %d: read offset %d, want %d", e.Slot, e.Offset, from[e.Slot])
			}
			from[e.Slot]++
		}
		all = append(all, entries...)
	}
}

func dense(t *testing.T, open func(*testing.T) changelog.Log) {
	l := open(t)
	s := opened(t, l, 4)
	next := make([]int64, 4)
	for i := 0; i < 60; i += 7 {
		cs := changes(i, i+7)
		for k, o := range mustAppend(t, l, s, cs) {
			if want := changelog.SlotOf(cs[k].Key, 4); o.Slot != want || o.Offset != next[want] {
				t.Fatalf("change %d went to %+v, want slot %d offset %d", i+k, o, want, next[want])
			}
			next[o.Slot]++
		}
	}
	end, err := l.EndOffsets(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(changelog.Offsets(next), end); diff != "" {
		t.Error(diff)
	}
}

func pages(t *testing.T, open func(*testing.T) changelog.Log) {
	l := open(t)
	s := opened(t, l, 3)
	mustAppend(t, l, s, changes(0, 50))
	for _, page := range []int{1, 4, 100} {
		all := everything(t, l, s, 3, page)
		if len(all) != 50 {
			t.Errorf("by pages of %d: %d entries, want 50", page, len(all))
		}
		for _, e := range all {
			var n int
			if _, err := fmt.Sscanf(e.Key, "k%d", &n); err != nil || string(e.Value) != string(change(n).Value) {
				t.Errorf("entry %+v does not hold what was appended", e)
			}
		}
	}
}

func deletions(t *testing.T, open func(*testing.T) changelog.Log) {
	l := open(t)
	s := opened(t, l, 1)
	mustAppend(t, l, s, []changelog.Change{{Key: "a", Value: []byte("{}")}, {Key: "a"}})
	all := everything(t, l, s, 1, 10)
	if len(all) != 2 || all[0].Value == nil || all[1].Value != nil {
		t.Errorf("read %+v, want a value and then nil", all)
	}
}

func keepsSlots(t *testing.T, open func(*testing.T) changelog.Log) {
	l := open(t)
	s := opened(t, l, 5)
	if n, err := l.Open(t.Context(), s, 9); err != nil || n != 5 {
		t.Errorf("opened with 9 slots: %d, %v; want the first 5", n, err)
	}
	if _, err := l.Open(t.Context(), changelog.Stream{Team: "x", Resource: t.Name()}, 0); err == nil {
		t.Error("a stream of 0 slots was opened")
	}
}

func unknown(t *testing.T, open func(*testing.T) changelog.Log) {
	l := open(t)
	s := stream(t)
	if _, err := l.Append(t.Context(), s, changes(0, 1)); !errors.Is(err, changelog.ErrNoStream) {
		t.Errorf("append: %v", err)
	}
	if _, err := l.Read(t.Context(), s, changelog.Offsets{0}, 1); !errors.Is(err, changelog.ErrNoStream) {
		t.Errorf("read: %v", err)
	}
}

func limits(t *testing.T, open func(*testing.T) changelog.Log) {
	l := open(t)
	s := opened(t, l, 2)
	long := make([]byte, changelog.MaxKeyBytes+1)
	for _, bad := range [][]changelog.Change{{{Key: ""}}, {{Key: string(long)}}, {{Key: "a\x00b"}}, {{Key: "a\xff"}}, make([]changelog.Change, changelog.MaxChanges+1)} {
		if _, err := l.Append(t.Context(), s, bad); err == nil {
			t.Errorf("%d changes, the first with the key %q, were taken", len(bad), bad[0].Key)
		}
	}
	if out := mustAppend(t, l, s, nil); len(out) != 0 {
		t.Errorf("nothing appended gave %v", out)
	}
}

func concurrent(t *testing.T, open func(*testing.T) changelog.Log) {
	l := open(t)
	s := opened(t, l, 4)
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 20 {
				if _, err := l.Append(context.Background(), s, changes(w*1000+i*3, w*1000+i*3+3)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if all := everything(t, l, s, 4, 37); len(all) != 8*20*3 {
		t.Errorf("%d entries, want %d", len(all), 8*20*3)
	}
}

// noHole reads while others write: a hole would make a follower skip an entry.
func noHole(t *testing.T, open func(*testing.T) changelog.Log) {
	l, other := open(t), open(t)
	s := opened(t, l, 2)
	if _, err := other.Open(t.Context(), s, 2); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, log := range []changelog.Log{l, other} {
		wg.Go(func() {
			for i := range 40 {
				if _, err := log.Append(context.Background(), s, changes(i*2, i*2+2)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	finished := make(chan struct{})
	go func() { wg.Wait(); close(finished) }()
	from := make(changelog.Offsets, 2)
	total := 0
	for over := false; ; {
		entries, err := l.Read(t.Context(), s, from, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Offset != from[e.Slot] {
				t.Fatalf("slot %d: offset %d was visible before %d", e.Slot, e.Offset, from[e.Slot])
			}
			from[e.Slot]++
			total++
		}
		if len(entries) == 0 && over {
			break
		}
		select {
		case <-finished:
			over = true
		default:
		}
	}
	if total != 160 {
		t.Errorf("%d entries, want 160", total)
	}
}

func acknowledged(t *testing.T, open func(*testing.T) changelog.Log) {
	l := open(t)
	s := opened(t, l, 4)
	mustAppend(t, l, s, changes(0, 10))
	other := open(t)
	if _, err := other.Open(t.Context(), s, 4); err != nil {
		t.Fatal(err)
	}
	if all := everything(t, other, s, 4, 100); len(all) != 10 {
		t.Errorf("another one finds %d entries of 10", len(all))
	}
}

func consumers(t *testing.T, open func(*testing.T) changelog.Log) {
	l := open(t)
	s := opened(t, l, 2)
	for _, want := range []changelog.Offsets{{0, 0}, {3, 1}, {5, 1}} {
		if want[0] > 0 {
			if err := l.Commit(t.Context(), "c", s, want); err != nil {
				t.Fatal(err)
			}
		}
		got, err := l.Committed(t.Context(), "c", s)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func changed(t *testing.T, open func(*testing.T) changelog.Log) {
	l := open(t)
	s := opened(t, l, 1)
	c := l.Changed(s)
	select {
	case <-c:
		t.Fatal("changed before anything was appended")
	default:
	}
	mustAppend(t, l, s, changes(0, 1))
	select {
	case <-c:
	case <-time.After(5 * time.Second):
		t.Error("an append was not told")
	}
}

// recorder applies into a list and fails every nth batch.
type recorder struct {
	mu      sync.Mutex
	next    changelog.Offsets
	entries []changelog.Entry
	batches int
	failing int
}

func (r *recorder) Offsets() changelog.Offsets {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.next.Clone()
}

func (r *recorder) Apply(entries []changelog.Entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.batches++; r.failing > 0 && r.batches%r.failing != 0 {
		return errors.New("not now")
	}
	for _, e := range entries {
		if e.Offset != r.next[e.Slot] {
			return fmt.Errorf("slot %d: offset %d, want %d", e.Slot, e.Offset, r.next[e.Slot])
		}
		r.next[e.Slot]++
		r.entries = append(r.entries, e)
	}
	return nil
}

func (r *recorder) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.entries)
}

func follow(t *testing.T, open func(*testing.T) changelog.Log, r *recorder) {
	l := open(t)
	s := opened(t, l, len(r.next))
	mustAppend(t, l, s, changes(0, 30))
	f := changelog.NewFollower(l, s, r, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { f.Run(ctx) })
	defer wg.Wait()
	defer stop()
	mustAppend(t, l, s, changes(30, 60))
	until := time.Now().Add(20 * time.Second)
	for r.count() < 60 && time.Now().Before(until) {
		time.Sleep(5 * time.Millisecond)
	}
	if r.count() != 60 {
		t.Fatalf("%d entries applied, want 60; %+v", r.count(), f.Progress())
	}
	select {
	case <-f.Caught():
	case <-time.After(20 * time.Second):
		t.Error("the follower does not know that it caught up")
	}
}

func follows(t *testing.T, open func(*testing.T) changelog.Log) {
	follow(t, open, &recorder{next: make(changelog.Offsets, 3)})
}

func retries(t *testing.T, open func(*testing.T) changelog.Log) {
	follow(t, open, &recorder{next: make(changelog.Offsets, 3), failing: 2})
}
