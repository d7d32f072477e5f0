package degrade

import (
	"errors"
	"testing"
)

// store fails until it does not.
type store struct {
	down bool
	got  []Event
}

func (s *store) Put(e []Event) error {
	if s.down {
		return errors.New("no database")
	}
	s.got = append(s.got, e...)
	return nil
}

func TestEventsWaitForTheStore(t *testing.T) {
	st := &store{down: true}
	m := newToy(t, 1, page("front", Core))
	m.c.journal.store = st
	for range 30 {
		m.ask("front", 300, nil)
		m.tick()
	}
	if m.c.Flush() == nil || len(m.c.Events(0)) == 0 {
		t.Fatal("nothing to lose, or nothing said")
	}
	st.down = false
	if err := m.c.Flush(); err != nil || len(st.got) != len(m.c.Events(0)) {
		t.Errorf("%v: %d of %d events stored", err, len(st.got), len(m.c.Events(0)))
	}
	if err := m.c.Flush(); err != nil || len(st.got) != len(m.c.Events(0)) {
		t.Error("events were stored twice")
	}
}
