package degrade

// tally is what one tick brought.
type tally struct{ n, bad uint64 }

// tallies are the newest 30 ticks of a key.
type tallies struct {
	ring    [30]tally
	at      int
	n, late uint64
	errs    uint64
}

// close the tick.
func (t *tallies) close(m *Meter) {
	n := m.n.Load()
	now := tally{n: n - t.n}
	t.n = n
	now.bad = take(&t.late, m.timeouts.Load(), now.n)
	now.bad = min(now.n, now.bad+take(&t.errs, m.errors.Load(), now.n))
	t.at = (t.at + 1) % len(t.ring)
	t.ring[t.at] = now
}

// sum of ticks from..from+n−1 back from the newest.
func (t *tallies) sum(from, n int) (out tally) {
	for i := from; i < from+n; i++ {
		k := &t.ring[(t.at-i+2*len(t.ring))%len(t.ring)]
		out.n, out.bad = out.n+k.n, out.bad+k.bad
	}
	return out
}

func (t tally) wilson() (lo, hi float64) { return Wilson(t.bad, t.n, Z95) }

// proved tells whether the share of bad ones is above a bound: in two of the
// three newest windows of two ticks, or in a full second. Lateness comes in
// bursts, so one window alone proves nothing.
func (t *tallies) proved(enter float64) bool {
	bad := 0
	for i := range 3 {
		w := t.sum(2*i, 2)
		if lo, _ := w.wilson(); w.n >= minProof && lo > enter {
			bad++
		}
	}
	if bad >= 2 {
		return true
	}
	w := t.sum(0, 10)
	lo, _ := w.wilson()
	return w.n >= minProof && lo > enter
}

const minProof = 20

// lateness is the same of a module.
type lateness struct {
	ring   [10]tally
	at     int
	n, bad uint64
}

func (l *lateness) close(m *module) {
	var n, bad uint64
	for i := range m.variants {
		v := &m.variants[i]
		missed := v.missed.Load()
		n += v.meter.n.Load() + missed
		bad += missed + v.meter.errors.Load()
	}
	l.at = (l.at + 1) % len(l.ring)
	l.ring[l.at] = tally{n: n - l.n}
	l.ring[l.at].bad = min(bad-l.bad, l.ring[l.at].n)
	l.n, l.bad = n, bad
}

func (l *lateness) sum(n int) (out tally) {
	for i := range n {
		k := &l.ring[(l.at-i+len(l.ring))%len(l.ring)]
		out.n, out.bad = out.n+k.n, out.bad+k.bad
	}
	return out
}
