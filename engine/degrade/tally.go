package degrade

// tally is what one tick brought.
type tally struct{ n, bad uint64 }

// tallies are the newest 30 ticks of a key.
type tallies struct {
	ring    [30]tally
	at      int
	clean   int // ticks since one with a bad one
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
	if t.clean++; now.bad > 0 {
		t.clean = 0
	}
}

// sum of ticks from..from+n−1 back from the newest.
func (t *tallies) sum(from, n int) tally { return newest(t.ring[:], t.at-from, n) }

// newest n of a ring from one on, backwards.
func newest(ring []tally, at, n int) (out tally) {
	for range n {
		if at < 0 {
			at += len(ring)
		}
		k := &ring[at]
		out.n, out.bad = out.n+k.n, out.bad+k.bad
		at--
	}
	return out
}

func (t *tally) add(o tally) { t.n, t.bad = t.n+o.n, t.bad+o.bad }

func (t tally) wilson() (lo, hi float64) { return Wilson(t.bad, t.n, Z95) }

// proved tells whether the share of bad ones is above a bound: in two of the
// three newest windows of two ticks, or in a full second. Lateness comes in
// bursts, so one window alone proves nothing.
func (t *tallies) proved(enter float64) bool {
	const longest = 10
	if t.clean >= longest {
		return false
	}
	bad := 0
	for i := range 3 {
		if t.sum(2*i, 2).proved(enter) {
			bad++
		}
	}
	return bad >= 2 || t.sum(0, longest).proved(enter)
}

// severe tells whether more than a fifth are bad, at once.
func (t *tallies) severe() bool {
	const bound, ticks = .20, 3
	return t.clean < ticks && t.sum(0, ticks).proved(bound)
}

// proved tells whether the share of bad ones is above a bound, by enough of them.
func (t tally) proved(bound float64) bool {
	if t.n < minProof || t.bad == 0 {
		return false
	}
	lo, _ := t.wilson()
	return lo > bound
}

const minProof = 20
