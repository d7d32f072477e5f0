package stats

import (
	"slices"
	"time"
)

// A scene that nobody asked for a while is written once a minute instead of once a
// second: a minute in which nobody asked stands for all its windows. So thousands of
// idle scenes are no thousands of rows a second.
//
// Invariants: a minute row of no requests is of a whole minute, else there is none; what
// a scene had left out of a minute when it is asked again is written then.

// rest is what an idle scene has not written of the minute that goes on.
type rest struct {
	whole bool        // the minute has been watched from its begin
	last  time.Time   // it was watched
	left  []time.Time // moments whose windows were left out, oldest first
}

// rowsAt gives what is to be stored at now, of a window that ended then.
func (s *Scene) rowsAt(now time.Time, second Row, rows []Row) []Row {
	const most = 1500 * time.Millisecond // between two seconds
	if now.Sub(s.rest.last) > most {     // it slept: what it did not see stays a gap
		rows, s.rest.whole = s.woken(rows), false
	}
	s.rest.last = now
	end := now.Add(500 * time.Millisecond).Unix()
	idle := s.rest.whole && s.quiet >= idleAfter
	switch {
	case idle:
		s.rest.left = append(s.rest.left, now)
	default:
		rows = s.woken(rows)
		rows = append(rows, second)
	}
	if end%int64(Ten) == 0 {
		if w := s.tens.Close(now); !idle {
			rows = append(rows, rowOf(s.Key, Ten, now.Add(-5*time.Second), w))
		}
	}
	if end%int64(Minute) == 0 {
		w := s.minutes.Close(now)
		s.rest.left = s.rest.left[:0]
		if s.rest.whole || w.N > 0 {
			rows = append(rows, rowOf(s.Key, Minute, now.Add(-30*time.Second), w))
		}
		s.rest.whole = true
	}
	return rows
}

// woken writes what was left out of the minute that goes on.
func (s *Scene) woken(rows []Row) []Row {
	for _, at := range s.rest.left {
		rows = append(rows, Row{Key: s.Key, Step: Second, At: at.Add(-500 * time.Millisecond).Unix()})
		if end := at.Add(500 * time.Millisecond).Unix(); end%int64(Ten) == 0 {
			rows = append(rows, Row{Key: s.Key, Step: Ten, At: end - int64(Ten)})
		}
	}
	s.rest.left = s.rest.left[:0]
	return rows
}

// filled puts windows of no requests where minutes of none stand for them: at or after
// from, and not where there is one.
func filled(rows, minutes []Row, step Step, from int64) []Row {
	type place struct {
		key Key
		at  int64
	}
	there := make(map[place]bool, len(rows))
	for _, r := range rows {
		there[place{r.Key, r.At}] = true
	}
	for _, m := range minutes {
		if m.N > 0 {
			continue
		}
		for at := m.At; at < m.At+int64(Minute); at += int64(step) {
			if p := (place{m.Key, at}); at >= from && !there[p] {
				there[p] = true
				rows = append(rows, Row{Key: m.Key, Step: step, At: at})
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return int(a.At - b.At) })
	return rows
}
