package degrade

// endings of a module: what requests add to, and what the newest ticks brought. All
// that a tick looks at of a module stands in 64 bytes, and those of a key side by
// side: three hundred keys have thousands of modules.
type endings struct {
	all   outcomes // of all that ran it
	seen  tally
	usual float64 // share of late answers while all is well
	ring  [endingTicks]struct{ n, bad uint32 }
}

// endingTicks is over how many ticks a module is judged.
const endingTicks = 3

// close the tick, and tell whether anything was late in it.
func (e *endings) close() bool {
	e.ring[2], e.ring[1] = e.ring[1], e.ring[0]
	now := e.all.read()
	k := &e.ring[0]
	if now.n == e.seen.n {
		k.n, k.bad = 0, 0
		e.seen.bad = now.bad
		return false
	}
	k.n = uint32(now.n - e.seen.n)
	k.bad = min(uint32(now.bad-e.seen.bad), k.n)
	e.seen = now
	return k.bad > 0
}

// last tick.
func (e *endings) last() tally { return tally{uint64(e.ring[0].n), uint64(e.ring[0].bad)} }

// recent ticks, all that are kept.
func (e *endings) recent() (out tally) {
	for _, k := range e.ring {
		out.n, out.bad = out.n+uint64(k.n), out.bad+uint64(k.bad)
	}
	return out
}

// settle the usual share.
func (e *endings) settle() {
	if w := e.last(); w.n > 0 && (w.bad > 0 || e.usual > 0) {
		e.usual += .01 * (float64(w.bad)/float64(w.n) - e.usual)
	}
}

// forget what the newest ticks brought.
func (e *endings) forget() { clear(e.ring[:]) }
