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

	mu    sync.Mutex
	teams map[string][]app.Event // newest first, by falling Seq
}

// NewJournal calls poke after each change.
func NewJournal(poke func()) *Journal {
	return &Journal{poke: poke, teams: map[string][]app.Event{}}
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
	list := append([]app.Event(nil), j.teams[team]...)
	for _, e := range events {
		at := 0
		for at < len(list) && list[at].Seq > e.Seq {
			at++
		}
		if at < len(list) && list[at].Seq == e.Seq {
			list[at] = e
			continue
		}
		list = append(list, app.Event{})
		copy(list[at+1:], list[at:])
		list[at] = e
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

// Recent events of a team above a Seq, newest first. The list is not to be changed.
func (j *Journal) Recent(team string, above int64, limit int) []app.Event {
	j.mu.Lock()
	defer j.mu.Unlock()
	list := j.teams[team]
	n := 0
	for n < len(list) && n < limit && list[n].Seq > above {
		n++
	}
	return list[:n:n]
}
