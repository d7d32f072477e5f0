package logs

import (
	"slices"
	"strings"
)

// maxPlaces that are counted one by one, of all teams: a place may be of a
// request's value. Lines for others count in the sums alone.
const maxPlaces = 1000

// Place is what became of a team's lines for one place since the start.
type Place struct {
	To string // as a pipeline names it
	Counts
	Error string // why its last lines were not written; "" when they were
}

// Places of a team, by name.
func (l *Logs) Places(team string) []Place {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := []Place{}
	for w, p := range l.places {
		if w.team == team {
			out = append(out, *p)
		}
	}
	slices.SortFunc(out, func(a, b Place) int { return strings.Compare(a.To, b.To) })
	return out
}

// place counts lines of one; a count that nobody reads where there are too many.
// The lock is held.
func (l *Logs) place(w where) *Place {
	if p := l.places[w]; p != nil {
		return p
	}
	p := &Place{To: w.address}
	if w.file != "" {
		p.To = "file:" + w.file
	}
	if len(l.places) < maxPlaces {
		l.places[w] = p
	}
	return p
}
