package simulate

// static is a limit that somebody wrote when the machine was measured: full
// plans for 92 % of its cores, the rest is refused. A bucket of a tenth of a
// second lets bursts through.
type static struct {
	baseline
	rate, tokens, at float64 // cores, core seconds, s
}

func newStatic(w *world) policy {
	rate := .92 * w.machine.cores
	return &static{baseline: newBaseline(w), rate: rate, tokens: .1 * rate}
}

func (p *static) decide(now float64, scene int, _ string, _ int) ticket {
	p.tokens = min(.1*p.rate, p.tokens+p.rate*(now-p.at))
	p.at = now
	if p.tokens < p.cost[scene] {
		return ticket{shed: true}
	}
	p.tokens -= p.cost[scene]
	return ticket{variants: p.full[scene]}
}
