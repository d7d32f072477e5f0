package degrade

import (
	"math"
	"slices"
)

// idle is what a core of a pool that does not bind counts beside one of a pool
// that does: of two plans that cost the binding one the same, the cheaper.
const idle = 1e-3

// scarce pools are those whose budgets do not pay for the full plans, as bits.
// The CPU of this process alone is 0, as none is: plans are made for it anyway.
func (s *scene) scarce() (bits uint32) {
	for q := range s.budget[:len(s.budget)-1] {
		if s.budget[q] < unbounded && s.needs[q] > 0 {
			bits |= 1 << q
		}
	}
	if bits == 1 {
		return 0
	}
	return bits
}

// startWeights of the pools: one that is scarce counts by how scarce it is.
func (j *job) startWeights() []float64 {
	w := make([]float64, j.poolCount) // the last is what has no bound
	for q := range w[:len(w)-1] {
		w[q] = idle
	}
	if j.scarce == 0 {
		w[0] = 1
		return w
	}
	least := math.Inf(1)
	for q := range w {
		if j.scarce>>q&1 == 1 {
			least = min(least, max(j.budget[q], 1e-9))
		}
	}
	for q := range w {
		if j.scarce>>q&1 == 1 {
			w[q] = max(least/max(j.budget[q], 1e-9), idle)
		}
	}
	return w
}

// priced makes the plans of a job at the weights of pools that gain the most. With
// one scarce pool these are known; among several each weight is moved in turn, by
// ever smaller factors, for as long as that gains.
func (j *job) priced(suspended []bool, mark string) (*lineup, error) {
	best, err := j.lineup(suspended, mark, j.startWeights())
	if err != nil || onlyOne(j.scarce) {
		return best, err
	}
	gain := j.gains(best)
	for _, by := range []float64{4, 2, 1.4} {
		for q := 1; q < j.poolCount-1; q++ { // of the weights only the quotients count
			if j.scarce>>q&1 == 0 {
				continue
			}
			for _, factor := range []float64{by, 1 / by} {
				weights := slices.Clone(best.weights)
				weights[q] *= factor
				next, err := j.lineup(suspended, mark, weights)
				if err != nil {
					return nil, err
				}
				if g := j.gains(next); g > gain*(1+1e-6) {
					best, gain = next, g
					break
				}
			}
		}
	}
	return best, nil
}

func onlyOne(bits uint32) bool { return bits&(bits-1) == 0 }

// gains of what the budgets buy of a lineup.
func (j *job) gains(l *lineup) float64 {
	var f filled
	l.fill(j.spec, j.demand, j.budget, &f)
	return l.gain(j.spec, j.demand, &f)
}
