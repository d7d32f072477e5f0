package degrade

import (
	"math"
	"sync/atomic"
	"time"
)

// costMeter sums what a least-squares line of cost over rows wants. Safe for
// concurrent use.
type costMeter struct {
	n, rows, cpu, rowsRows, rowsCPU atomic.Uint64 // CPU in ns
}

func (c *costMeter) add(cpu time.Duration, rows int) {
	r := uint64(max(rows, 0))
	c.rows.Add(r)
	c.cpu.Add(uint64(cpu))
	c.rowsRows.Add(r * r)
	c.rowsCPU.Add(r * uint64(cpu))
	c.n.Add(1)
}

// line is cost = fixed + perRow·rows in seconds, fitted to what was observed,
// with old observations fading. What the spec says counts as a few observations
// of its own, so that a cost never seen at other rows keeps the slope it was
// given.
type line struct {
	n, r, c, rr, rc float64
	seen            [5]uint64
	prior           variantCost
	fixed, perRow   float64

	usedFixed, usedPerRow float64 // when plans were last made of it
}

type variantCost struct{ fixed, perRow, rows float64 }

const (
	priorWeight = 20
	fade        = .7 // of older observations, at every reading
	enoughCosts = 200.
)

func newLine(prior variantCost) line {
	return line{prior: prior, fixed: prior.fixed, perRow: prior.perRow}
}

// since is what the meter counted since the last reading, as n, rows, CPU in
// seconds, rows², rows·CPU.
func (l *line) since(m *costMeter) (d [5]float64) {
	if m.n.Load() == l.seen[0] {
		return d
	}
	now := [5]uint64{m.n.Load(), m.rows.Load(), m.cpu.Load(), m.rowsRows.Load(), m.rowsCPU.Load()}
	for i := range now {
		d[i] = float64(now[i] - l.seen[i])
	}
	l.seen = now
	d[2], d[4] = d[2]*1e-9, d[4]*1e-9
	return d
}

// expected CPU of such observations, in seconds.
func (l *line) expected(d [5]float64) float64 { return d[0]*l.fixed + d[1]*l.perRow }

// take observations and fit anew. Common is how much more than expected
// everything cost that ran in that time: a machine that has become slower is
// seen in its capacity; plans differ by what their modules cost beside each other.
func (l *line) take(d [5]float64, common float64) {
	if d[0] == 0 {
		return
	}
	fade := max(fade, 1-d[0]/enoughCosts) // a few say little against many of before
	l.n, l.r, l.c = l.n*fade+d[0], l.r*fade+d[1], l.c*fade+d[2]/common
	l.rr, l.rc = l.rr*fade+d[3], l.rc*fade+d[4]/common
	l.fit()
}

// scale is how far what was observed is from the prior, 1 when nothing is known.
func (l *line) scale() float64 {
	expect := l.n*l.prior.fixed + l.r*l.prior.perRow
	if expect <= 0 || l.n < priorWeight {
		return 1
	}
	return l.c / expect
}

func (l *line) fit() {
	n, r, c, rr, rc := l.n, l.r, l.c, l.rr, l.rc
	if r == 0 { // rows do not count
		l.fixed, l.perRow = c/n, 0
		return
	}
	if k := l.scale(); l.prior.fixed+l.prior.perRow > 0 {
		// Prior observations at no rows and at twice the usual number, which share
		// the scale that was seen.
		w, far := float64(priorWeight)/2, 2*r/n
		for _, rows := range []float64{0, far} {
			cost := k * (l.prior.fixed + l.prior.perRow*rows)
			n, r, c, rr, rc = n+w, r+w*rows, c+w*cost, rr+w*rows*rows, rc+w*rows*cost
		}
	}
	spread := rr - r*r/n
	if spread <= 1e-9*rr {
		l.fixed, l.perRow = 0, c/r
		return
	}
	l.perRow = math.Max(0, (rc-r*c/n)/spread)
	if l.fixed = (c - l.perRow*r) / n; l.fixed < 0 {
		l.fixed, l.perRow = 0, math.Max(0, rc/rr)
	}
}
