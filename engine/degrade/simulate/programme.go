package simulate

import (
	"math"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/degrade/solve"
)

// programme is the method of the article on adaptive degradation in advertising,
// as it is described there: once a second the share of timeouts is looked at
// with Wilson's bounds; when it is too high, a programme picks what keeps the
// most gain within the latency that is left, and a part of the traffic gets that
// plan, the rest the full one. The part grows while it does not help and shrinks
// by steps when all is well. What a plan costs in CPU is not looked at.
type programme struct {
	baseline
	w      *world
	scenes []*latencyScene
	ticks  int
}

type latencyScene struct {
	problem *solve.Problem
	base    []([]int) // times of the variants on a quiet day, in steps
	light   []uint8
	share   float64 // of the traffic that gets the light plan
	tight   float64 // of the deadline that a plan may take
	n, bad  uint64
	took    float64 // of stages, beside what they take on a quiet day
	usual   float64
	clean   int // seconds
}

const latencyEnter, latencyExit = .05, .01

func newProgramme(w *world) policy {
	p := &programme{baseline: newBaseline(w), w: w}
	for i := range w.told {
		problem := ProblemOf(&w.told[i], nil)
		s := &latencyScene{problem: problem, light: p.full[i], tight: 1}
		for m := range problem.Modules {
			var times []int
			for v := range problem.Modules[m].Variants {
				x := &problem.Modules[m].Variants[v]
				x.Arrive = nil // a recall is there by its 99th percentile, or it is off
				times = append(times, x.Time)
			}
			s.base = append(s.base, times)
		}
		p.scenes = append(p.scenes, s)
	}
	return p
}

func (p *programme) decide(_ float64, scene int, user string, _ int) ticket {
	s := p.scenes[scene]
	h := uint32(2166136261)
	for i := range len(user) {
		h = (h ^ uint32(user[i])) * 16777619
	}
	if float64(h)/math.MaxUint32 < s.share {
		return ticket{variants: s.light, lighter: true}
	}
	return ticket{variants: p.full[scene]}
}

func (p *programme) done(_ float64, _ *ticket, scene int, _ float64, late bool) {
	s := p.scenes[scene]
	s.n++
	if late {
		s.bad++
	}
}

func (p *programme) module(t *ticket, module int, took, cpu float64, _ int, _ bool) {
	for i := range p.scenes {
		if spec := &p.w.told[i]; !spec.Modules[module].Source {
			p.scenes[i].took += took
			p.scenes[i].usual += cpu
		}
	}
}

func (p *programme) tick(float64) {
	if p.ticks++; p.ticks%10 != 0 {
		return
	}
	for i, s := range p.scenes {
		lo, hi := degrade.Wilson(s.bad, s.n, degrade.Z95)
		switch {
		case lo > latencyEnter:
			s.clean = 0
			if s.share >= 1 {
				s.tight = max(.2, .8*s.tight)
			}
			s.share = min(1, max(.1, 2*s.share))
			p.solve(i, s)
		case hi < latencyExit && s.share > 0:
			if s.clean++; s.clean >= 3 {
				s.share = max(0, s.share-.1)
				if s.share == 0 {
					s.tight = 1
				}
			}
		default:
			s.clean = 0
		}
		s.n, s.bad, s.took, s.usual = 0, 0, 0, 0
	}
}

// solve the programme by the times of now.
func (p *programme) solve(scene int, s *latencyScene) {
	slow := 1.0
	if s.usual > 0 {
		slow = max(1, s.took/s.usual)
	}
	for m := range s.problem.Modules {
		mod := &s.problem.Modules[m]
		for v := range mod.Variants {
			t := float64(s.base[m][v]) / s.tight
			if !mod.Source {
				t *= slow
			}
			mod.Variants[v].Time = int(min(math.Ceil(t), solve.MaxSteps))
		}
	}
	solver, err := solve.New(s.problem)
	if err != nil {
		return
	}
	free := make([]float64, s.problem.Pools)
	if c, ok := solver.Best(free, math.Inf(-1)); ok {
		s.light = c.Variant
		return
	}
	// Nothing fits: the least there is.
	least := make([]uint8, len(p.full[scene]))
	for m := range s.problem.Modules {
		least[m] = uint8(len(s.problem.Modules[m].Variants) - 1)
	}
	s.light = least
}
