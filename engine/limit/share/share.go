package share

import "time"

// Times and the part that is even.
const (
	Every = 500 * time.Millisecond  // between two reports of an instance
	Lost  = 1500 * time.Millisecond // without one: it is gone. With Every, its part is with the others after 2 s
	Even  = .1                      // of a limit is divided evenly
)

// Report of an instance.
type Report struct {
	Instance string
	At       time.Time
	Arrived  map[string]float64 // requests a second by limit, with those that were refused; one that is not there: 0
}

// Table is the newest report of each instance. The zero value is one of nobody.
type Table []Report

// Live instances at a moment, and whether me is one of them.
func (t Table) Live(me string, now time.Time) (n int, known bool) {
	for i := range t {
		if t[i].live(now) {
			n++
			known = known || t[i].Instance == me
		}
	}
	return n, known
}

func (r *Report) live(now time.Time) bool { return now.Sub(r.At) < Lost }

// Part of a limit that an instance holds, above 0 and at most 1. Of an instance that
// the table does not know, it is what it would hold if nobody had come to it.
func (t Table) Part(limit, me string, now time.Time) float64 {
	n, known := t.Live(me, now)
	if !known {
		n++
	}
	mine, all := 0.0, 0.0
	for i := range t {
		if !t[i].live(now) {
			continue
		}
		came := max(t[i].Arrived[limit], 0)
		if all += came; t[i].Instance == me {
			mine = came
		}
	}
	even := 1 / float64(n)
	if !(all > 0) || all > 1e300 { // nobody came to any, or they say what cannot be
		return even
	}
	return Even*even + (1-Even)*mine/all
}
