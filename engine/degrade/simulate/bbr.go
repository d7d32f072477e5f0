package simulate

import "math"

// bbr is the limiter of several Go frameworks: while an average of the CPU is
// above 80 %, no more requests are under way than the best throughput of the
// last 10 s times the least latency. The average keeps 95 % of itself every
// 500 ms, so it takes some ten seconds to believe a flood.
type bbr struct {
	baseline
	cpu      meter
	last     float64 // busy seconds
	average  float64
	ticks    int
	under    int
	passed   [100]float64 // answers by tenths of a second
	least    [100]float64 // mean latency, s
	sum      float64
	at       int
	dropping float64 // moment of the last refusal
	w        *world
}

func newBBR(w *world) policy {
	p := &bbr{baseline: newBaseline(w), cpu: meter{w}, w: w, dropping: math.Inf(-1)}
	for i := range p.least {
		p.least[i] = math.Inf(1)
	}
	return p
}

func (p *bbr) decide(now float64, scene int, _ string, _ int) ticket {
	if (p.average > .8 || now-p.dropping < 1) && float64(p.under) > p.most() {
		if p.average > .8 {
			p.dropping = now
		}
		return ticket{shed: true}
	}
	p.under++
	return ticket{variants: p.full[scene]}
}

func (p *bbr) most() float64 {
	pass, rt := 1.0, math.Inf(1)
	for i := range p.passed {
		if i != p.at {
			pass, rt = max(pass, p.passed[i]), min(rt, p.least[i])
		}
	}
	if math.IsInf(rt, 1) {
		return rt
	}
	return math.Floor(pass*10*rt + .5)
}

func (p *bbr) done(_ float64, _ *ticket, _ int, took float64, late bool) {
	p.under--
	if late {
		return // no throughput
	}
	p.passed[p.at]++
	p.sum += took
	p.least[p.at] = p.sum / p.passed[p.at]
}

func (p *bbr) tick(float64) {
	p.at = (p.at + 1) % len(p.passed)
	p.passed[p.at], p.least[p.at], p.sum = 0, math.Inf(1), 0
	if p.ticks++; p.ticks%5 == 0 {
		busy := p.cpu.Load().Busy.Seconds()
		share := (busy - p.last) / .5 / p.w.machine.cores
		p.last = busy
		p.average = .95*p.average + .05*share
	}
}
