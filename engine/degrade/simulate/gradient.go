package simulate

import "math"

// gradient is a concurrency limit that follows the latency: it shrinks while the
// newest is above one and a half times the long average, and grows by the root
// of itself else.
type gradient struct {
	baseline
	limit       float64
	long, short float64 // s
	n           int
	under       int
	peak        int
}

func newGradient(w *world) policy { return &gradient{baseline: newBaseline(w), limit: 200} }

func (p *gradient) decide(_ float64, scene int, _ string, _ int) ticket {
	if float64(p.under) >= p.limit {
		return ticket{shed: true}
	}
	p.under++
	p.peak = max(p.peak, p.under)
	return ticket{variants: p.full[scene]}
}

func (p *gradient) done(_ float64, _ *ticket, _ int, took float64, _ bool) {
	p.under--
	p.short += took
	p.n++
}

func (p *gradient) tick(float64) {
	if p.n == 0 {
		return
	}
	short := p.short / float64(p.n)
	peak := p.peak
	p.short, p.n, p.peak = 0, 0, p.under
	if p.long == 0 {
		p.long = short
	}
	p.long += (short - p.long) * 2 / 601
	if p.long/short > 2 {
		p.long *= .95 // it was slow for long, and is no more
	}
	if float64(peak) < p.limit/2 {
		return // the limit did not matter
	}
	g := max(.5, min(1, 1.5*p.long/short))
	p.limit = max(20, .8*p.limit+.2*(p.limit*g+math.Sqrt(p.limit)))
}
