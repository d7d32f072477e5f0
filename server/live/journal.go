package live

import (
	"sync"
	"time"

	"riffle.dev/riffle/server/app"
)

// kept is how many events of a team the Journal holds.
const kept = 200

// Journal holds the newest events of each team in memory, so that the boards
// go on without the database. Safe for concurrent use.
type Journal struct {
	poke func() // tells the Hub; may be nil

	mu       sync.Mutex
	arrivals int64
	teams    map[string][]noted // newest first, by falling Seq
}

// noted is an event with its place in the order of arrival: what another part
// wrote a moment ago may arrive behind something newer.
type noted struct {
	app.Event
	arrival int64
}

// NewJournal calls poke after each change.
func NewJournal(poke func()) *Journal {
	return &Journal{poke: poke, teams: map[string][]noted{}}
}

// Add events of a team, in any order. One whose Seq is there already replaces
// it; the oldest beyond the bound fall out.
func (j *Journal) Add(team string, events ...app.Event) {
	j.mu.Lock()
	j.add(team, events)
	j.mu.Unlock()
	j.tell()
}

func (j *Journal) add(team string, events []app.Event) {
	list := append([]noted(nil), j.teams[team]...)
	for _, e := range events {
		at := 0
		for at < len(list) && list[at].Seq > e.Seq {
			at++
		}
		there := at < len(list) && list[at].Seq == e.Seq
		if there && list[at].Kind == e.Kind && list[at].Message == e.Message {
			continue // read again from the table
		}
		if !there {
			list = append(list, noted{})
			copy(list[at+1:], list[at:])
		}
		j.arrivals++
		list[at] = noted{Event: e, arrival: j.arrivals}
	}
	j.teams[team] = list[:min(len(list), kept)]
}

func (j *Journal) tell() {
	if j.poke != nil {
		j.poke()
	}
}

// Note adds an event that happened on this instance at a moment, with the
// moment in microseconds as its Seq, or one more than the newest of any team:
// events of several instances stay in order of time without a database to
// number them, and what happens to all teams at once is numbered here as the
// table, which has one row a Seq, will number it.
func (j *Journal) Note(team string, at time.Time, e app.Event) app.Event {
	j.mu.Lock()
	e.At, e.Seq = at, at.UnixMicro()
	for _, list := range j.teams {
		if len(list) > 0 {
			e.Seq = max(e.Seq, list[0].Seq+1)
		}
	}
	j.add(team, []app.Event{e})
	j.mu.Unlock()
	j.tell()
	return e
}

// Recent events of a team, newest first.
func (j *Journal) Recent(team string, limit int) []app.Event {
	events, _ := j.Since(team, 0, limit)
	return events
}

// Since gives the newest events of a team that arrived behind a mark, newest
// first, and the next mark. An event that arrived late is among them, whatever
// its Seq.
func (j *Journal) Since(team string, mark int64, limit int) ([]app.Event, int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	var events []app.Event
	next := mark
	for _, e := range j.teams[team] {
		if e.arrival > mark && len(events) < limit {
			events = append(events, e.Event)
		}
		next = max(next, e.arrival)
	}
	return events, next
}
