package limit

import "time"

// Offer is Enter for who has no goroutine to wait with, such as a simulator: tell
// is called once with what became of the request, also before Offer returns, and
// must not call the queue. Where it was not called yet the request waits until
// giveUp at most; then withdraw has to be called, which calls tell unless that has
// been done.
func (l *Lane) Offer(a Ask, tell func(in bool)) (giveUp time.Time, withdraw func()) {
	a.Cost = max(a.Cost, 0)
	p, t, wait := l.offer(a, func(p *place, in bool, why Why) {
		_, _ = l.end(p, told{in, why}, l.queue.now().Sub(p.came), 0)
		tell(in)
	})
	if p == nil {
		_, err := l.end(nil, t, 0, wait)
		tell(err == nil)
		return l.queue.now(), func() {}
	}
	return p.giveUp, func() {
		if t, ok := l.queue.withdraw(p, Late); ok {
			_, _ = l.end(p, t, l.queue.now().Sub(p.came), 0)
			tell(t.in)
		}
	}
}
