package changelog

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"time"
)

// Memory is a Log that forgets everything with the process.
type Memory struct {
	now func() time.Time

	mu        sync.Mutex
	streams   map[Stream]*memoryStream
	committed map[string]map[Stream]Offsets
}

type memoryStream struct {
	slots   [][]Entry
	changed chan struct{}
}

// NewMemory makes an empty log; now stamps the entries.
func NewMemory(now func() time.Time) *Memory {
	return &Memory{now: now, streams: map[Stream]*memoryStream{}, committed: map[string]map[Stream]Offsets{}}
}

// Open implements Log.
func (m *Memory) Open(_ context.Context, s Stream, slots int) (int, error) {
	if err := checkSlots(slots); err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.streams[s] == nil {
		m.streams[s] = &memoryStream{slots: make([][]Entry, slots), changed: make(chan struct{})}
	}
	return len(m.streams[s].slots), nil
}

// Append implements Log.
func (m *Memory) Append(_ context.Context, s Stream, changes []Change) ([]Offset, error) {
	if err := checkChanges(changes); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	st := m.streams[s]
	if st == nil {
		return nil, fmt.Errorf("append to %s/%s: %w", s.Team, s.Resource, ErrNoStream)
	}
	out := make([]Offset, len(changes))
	at := m.now()
	for i, c := range changes {
		slot := SlotOf(c.Key, len(st.slots))
		out[i] = Offset{Slot: slot, Offset: int64(len(st.slots[slot]))}
		st.slots[slot] = append(st.slots[slot], Entry{Slot: slot, Offset: out[i].Offset, Key: c.Key, Value: bytes.Clone(c.Value), At: at})
	}
	close(st.changed)
	st.changed = make(chan struct{})
	return out, nil
}

// Read implements Log.
func (m *Memory) Read(_ context.Context, s Stream, from Offsets, max int) ([]Entry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	st := m.streams[s]
	if st == nil {
		return nil, fmt.Errorf("read %s/%s: %w", s.Team, s.Resource, ErrNoStream)
	}
	var out []Entry
	for slot, start := range from {
		if slot >= len(st.slots) || start >= int64(len(st.slots[slot])) {
			continue
		}
		entries := st.slots[slot][start:]
		out = append(out, entries[:min(max, len(entries))]...)
	}
	return out, nil
}

// EndOffsets implements Log.
func (m *Memory) EndOffsets(_ context.Context, s Stream) (Offsets, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	st := m.streams[s]
	if st == nil {
		return nil, fmt.Errorf("end of %s/%s: %w", s.Team, s.Resource, ErrNoStream)
	}
	out := make(Offsets, len(st.slots))
	for slot, entries := range st.slots {
		out[slot] = int64(len(entries))
	}
	return out, nil
}

// Changed implements Log.
func (m *Memory) Changed(s Stream) <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if st := m.streams[s]; st != nil {
		return st.changed
	}
	return nil
}

// Commit implements Log.
func (m *Memory) Commit(_ context.Context, consumer string, s Stream, next Offsets) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.committed[consumer] == nil {
		m.committed[consumer] = map[Stream]Offsets{}
	}
	m.committed[consumer][s] = next.Clone()
	return nil
}

// Committed implements Log.
func (m *Memory) Committed(_ context.Context, consumer string, s Stream) (Offsets, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	st := m.streams[s]
	if st == nil {
		return nil, fmt.Errorf("offsets of %s in %s/%s: %w", consumer, s.Team, s.Resource, ErrNoStream)
	}
	out := make(Offsets, len(st.slots))
	copy(out, m.committed[consumer][s])
	return out, nil
}

func checkSlots(slots int) error {
	if slots < 1 || slots > 4096 {
		return fmt.Errorf("%d slots, want 1 to 4096", slots)
	}
	return nil
}

func checkChanges(changes []Change) error {
	if len(changes) > MaxChanges {
		return fmt.Errorf("%d changes at once, at most %d", len(changes), MaxChanges)
	}
	for i, c := range changes {
		if err := CheckKey(c.Key); err != nil {
			return fmt.Errorf("change %d: %w", i, err)
		}
	}
	return nil
}
