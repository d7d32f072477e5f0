package degrade

import "time"

// Event is a change of a key, with what it was decided on.
type Event struct {
	Seq      uint64 // grows; the moment in microseconds, or one more than the last
	At       time.Time
	Key      Key
	From, To State
	Why      string
	By       string // empty is the controller itself

	Rate, Budget, Need float64 // requests a second; cores it has and its full plans take
	Full               float64 // share of users on the full plan
	Late               [2]float64
	Plan               string // what differs from the full plan at the deepest level in use
}

// Store keeps events. It is called by Flush only, never from a decision or a
// tick: one that hangs or fails delays nothing.
type Store interface{ Put([]Event) error }

const journalSize = 4096

// journal is the newest events. Guarded by the controller's lock.
type journal struct {
	store   Store
	events  []Event
	next    uint64 // sequence number of the next event
	stored  uint64 // those below are in the store
	dropped uint64 // forgotten before they were stored
	failed  string // last error of the store
}

func newJournal(store Store) journal { return journal{store: store} }

func (j *journal) add(e Event) {
	e.Seq = max(j.next, uint64(max(e.At.UnixMicro(), 0)))
	j.next = e.Seq + 1
	j.events = append(j.events, e)
	if over := len(j.events) - journalSize; over > 0 {
		if j.store != nil {
			for _, e := range j.events[:over] {
				if e.Seq >= j.stored {
					j.dropped++
				}
			}
		}
		j.events = append(j.events[:0], j.events[over:]...)
	}
}

// Events from a sequence number on, oldest first, those that are still held.
func (c *Controller) Events(since uint64) []Event {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.journal.since(since)
}

func (j *journal) since(seq uint64) []Event {
	for i := range j.events {
		if j.events[i].Seq >= seq {
			return append([]Event(nil), j.events[i:]...)
		}
	}
	return nil
}

// Flush hands what is not stored yet to the store. It may block as long as the
// store does, so it has a goroutine of its own.
func (c *Controller) Flush() error {
	c.mu.Lock()
	store, events := c.journal.store, c.journal.since(c.journal.stored)
	c.mu.Unlock()
	if store == nil || len(events) == 0 {
		return nil
	}
	err := store.Put(events)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.journal.failed = err.Error()
		return err
	}
	c.journal.failed = ""
	c.journal.stored = max(c.journal.stored, events[len(events)-1].Seq+1)
	return nil
}

// event of a change of state.
func (c *Controller) event(s *scene, now time.Time, from State, by string) {
	lo, hi := s.windows.sum(0, 10).wilson()
	c.journal.add(Event{At: now, Key: s.spec.Key, From: from, To: s.machine.state, Why: s.machine.why, By: by,
		Rate: s.rate, Budget: min(s.budget[0], s.needs[0]), Need: s.needs[0], Full: s.full(), Late: [2]float64{lo, hi}, Plan: s.deepest()})
}

// note something that is no change of state.
func (c *Controller) note(s *scene, now time.Time, why, by string) {
	was := s.machine.why
	s.machine.why = why
	c.event(s, now, s.machine.state, by)
	s.machine.why = was
}
