package limit

import (
	"math/bits"
	"time"
)

// MaxWaiting in one line.
const MaxWaiting = 1024

// place of one request that waits.
type place struct {
	ask    Ask
	line   *line
	flow   *flow
	came   time.Time
	giveUp time.Time // from then on it can't be answered in time
	tell   func(p *place, in bool, why Why)
	waits  bool

	older, newer *place // of the line
	under, above *place // of the line and the cohort; under is older
}

// line is a tier's part of a flow: requests in the order in which they came,
// and which of them are refused first.
type line struct {
	weight float64
	used   float64 // ns of CPU by weight, while somebody waited
	n      int
	work   time.Duration // of those that wait

	oldest, newest *place
	cohorts        []cohort // by cohort; nil until somebody waits
	some           [Cohorts / 64]uint64
}

// cohort of those that may be refused.
type cohort struct{ oldest, newest *place }

// add the newest.
func (l *line) add(p *place) {
	p.line, p.waits = l, true
	p.older, p.newer = l.newest, nil
	if l.newest != nil {
		l.newest.newer = p
	} else {
		l.oldest = p
	}
	l.newest = p
	l.n++
	l.work += p.ask.Cost
	if p.ask.Never {
		return
	}
	if l.cohorts == nil {
		l.cohorts = make([]cohort, Cohorts)
	}
	c := &l.cohorts[p.ask.Cohort]
	p.under, p.above = c.newest, nil
	if c.newest != nil {
		c.newest.above = p
	} else {
		c.oldest = p
	}
	c.newest = p
	l.some[p.ask.Cohort/64] |= 1 << (p.ask.Cohort % 64)
}

// drop one, wherever it stands.
func (l *line) drop(p *place) {
	p.waits = false
	if p.older != nil {
		p.older.newer = p.newer
	} else {
		l.oldest = p.newer
	}
	if p.newer != nil {
		p.newer.older = p.older
	} else {
		l.newest = p.older
	}
	l.n--
	l.work -= p.ask.Cost
	if !p.ask.Never {
		c := &l.cohorts[p.ask.Cohort]
		if p.under != nil {
			p.under.above = p.above
		} else {
			c.oldest = p.above
		}
		if p.above != nil {
			p.above.under = p.under
		} else {
			c.newest = p.under
		}
		if c.oldest == nil {
			l.some[p.ask.Cohort/64] &^= 1 << (p.ask.Cohort % 64)
		}
	}
	p.older, p.newer, p.under, p.above = nil, nil, nil, nil
}

// turned tells whether the newest goes first: the oldest is past half of its
// time, so in their order all would be answered late.
func (l *line) turned(now time.Time) bool {
	p := l.oldest
	return p != nil && 2*now.Sub(p.came) > p.ask.Until.Sub(p.came)
}

// next to go in.
func (l *line) next(now time.Time) *place {
	if l.turned(now) {
		return l.newest
	}
	return l.oldest
}

// worst is who is refused first: of the last cohort the one that would be served
// last. nil when nobody may be.
func (l *line) worst(now time.Time) *place {
	for w := len(l.some) - 1; w >= 0; w-- {
		if l.some[w] == 0 {
			continue
		}
		c := &l.cohorts[64*w+63-bits.LeadingZeros64(l.some[w])]
		if l.turned(now) {
			return c.oldest
		}
		return c.newest
	}
	return nil
}
