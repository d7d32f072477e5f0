package circuit

import (
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// parts of a window.
const parts = 10

// window counts the calls of the last Span by their ends.
type window struct {
	part      [parts]struct{ good, bad uint64 }
	at        int64 // the newest part, in parts since 1970
	good, bad uint64
}

// add a call that ended now. A clock that goes back stays in the newest part.
func (w *window) add(now time.Time, good bool) {
	at := now.UnixNano() / int64(Span/parts)
	if at-w.at >= parts {
		w.clear()
		w.at = at
	}
	for ; w.at < at; w.at++ {
		p := &w.part[(w.at+1)%parts]
		w.good, w.bad = w.good-p.good, w.bad-p.bad
		p.good, p.bad = 0, 0
	}
	p := &w.part[w.at%parts]
	if good {
		p.good++
		w.good++
	} else {
		p.bad++
		w.bad++
	}
}

// proven tells whether more than Share of the calls fail.
func (w *window) proven() bool {
	n := w.good + w.bad
	if n < Least {
		return false
	}
	low, _ := degrade.Wilson(w.bad, n, degrade.Z95)
	return low > Share
}

func (w *window) clear() { *w = window{at: w.at} }
