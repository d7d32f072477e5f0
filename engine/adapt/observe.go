package adapt

import (
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/degrade/solve"
	"riffle.dev/riffle/engine/trace"
)

// seen is what a record tells of a module.
type seen struct {
	ran       bool
	took, cpu time.Duration
	rows      int
	mark      degrade.Mark
}

// Usage is what is known of the CPU of a request beside its record.
type Usage struct {
	Calm  bool          // nobody else was at work: what nodes took they computed, and their costs are told
	Each  time.Duration // CPU of a request that no node accounts for
	Scale float64       // share of the nodes' time that is CPU
}

// Observe hands what a request took to the decision it ran by. It gives the time of
// its nodes before that is scaled.
func (s *Scene) Observe(d *degrade.Decision, r *trace.Record, u Usage) (took time.Duration) {
	var by [solve.MaxModules]seen
	for i := range r.Nodes {
		span := &r.Nodes[i]
		if span.Turn != "" || span.Outcome == trace.Skipped || span.Outcome == trace.Degraded {
			continue // in a body: the node around it tells its time
		}
		p, ok := s.byNode[span.Node]
		if !ok {
			continue
		}
		m := &by[p.module]
		c := cpuOf(span, p)
		m.cpu += time.Duration(u.Scale * float64(c))
		took += c
		if !p.own {
			continue
		}
		m.ran, m.took = true, time.Duration(span.End-span.Start)
		m.rows = span.In
		if s.modules[p.module].source {
			m.rows = span.Out
		}
		switch span.Outcome {
		case trace.Timeout:
			m.mark = degrade.TimedOut
		case trace.Error, trace.Fallback:
			m.mark = degrade.Failed
		}
	}
	by[0].ran, by[0].took = true, by[0].cpu
	by[0].cpu += u.Each
	for i := range s.modules {
		m := &by[i]
		if !m.ran {
			continue
		}
		if !s.modules[i].rows {
			m.rows = 0
		}
		if !u.Calm {
			m.cpu = 0
		}
		d.Module(i, m.took, m.cpu, m.rows, m.mark)
	}
	return took
}

// cpuOf a span: what it took, but of one that waited the guess of what a call
// costs here.
func cpuOf(span *trace.Span, p part) time.Duration {
	took := time.Duration(span.End - span.Start)
	switch {
	case p.silent || took <= 0:
		return 0
	case p.away && !span.Cached:
		return min(took, callGuess+callPerRow*time.Duration(max(span.In, span.Out)))
	}
	return took
}
