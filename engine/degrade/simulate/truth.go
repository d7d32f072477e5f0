package simulate

import (
	"math"
	"slices"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// truth is what a scene really costs and is worth.
type truth struct {
	spec  *degrade.Spec
	input [][]int
	plans map[*uint8]*reality
}

// reality of a plan: CPU in seconds, without noise.
type reality struct {
	recallCPU, stageCPU float64
	recalls             []int // that run
	gain                float64
	rows                []int
	cpu                 []float64 // by module
}

func newTruth(spec *degrade.Spec) *truth {
	t := &truth{spec: spec, plans: map[*uint8]*reality{}}
	for i := range spec.Modules {
		var in []int
		for _, name := range spec.Modules[i].Inputs {
			in = append(in, slices.IndexFunc(spec.Modules, func(m degrade.Module) bool { return m.Name == name }))
		}
		t.input = append(t.input, in)
	}
	return t
}

// known is reality of a plan that is never changed.
func (t *truth) known(variants []uint8) *reality {
	r := t.plans[&variants[0]]
	if r == nil {
		r = t.of(variants)
		t.plans[&variants[0]] = r
	}
	return r
}

func (t *truth) of(variants []uint8) *reality {
	n := len(t.spec.Modules)
	r := &reality{rows: make([]int, n), cpu: make([]float64, n)}
	out := make([]int, n)
	for i := range t.spec.Modules {
		m := &t.spec.Modules[i]
		v := &m.Variants[variants[i]]
		if m.Source {
			r.rows[i], out[i] = v.Rows, v.Rows
			if v.Off {
				r.rows[i], out[i] = 0, 0
			}
		} else {
			for _, u := range t.input[i] {
				r.rows[i] += out[u]
			}
			out[i] = r.rows[i]
			if keep := keepOf(m, v); keep > 0 {
				out[i] = min(out[i], keep)
			}
		}
		r.cpu[i] = v.Fixed.Seconds() + v.PerRow.Seconds()*float64(r.rows[i])
		r.gain += v.Gain
		if m.Source {
			r.recallCPU += r.cpu[i]
			if !v.Off {
				r.recalls = append(r.recalls, i)
			}
		} else {
			r.stageCPU += r.cpu[i]
		}
	}
	return r
}

// keepOf a stage: one that is off cuts as its narrowest variant does.
func keepOf(m *degrade.Module, v *degrade.Variant) int {
	if !v.Off {
		return v.Rows
	}
	least := 0
	for _, x := range m.Variants {
		if x.Rows > 0 && (least == 0 || x.Rows < least) {
			least = x.Rows
		}
	}
	return least
}

// lognormal distribution of a time, by its median in seconds.
type lognormal struct{ median, sigma float64 }

const recallSigma = .35

func (l lognormal) quantile(q float64) time.Duration {
	return time.Duration(l.median * math.Exp(l.sigma*math.Sqrt2*math.Erfinv(2*q-1)) * 1e9)
}

func (l lognormal) by(d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return .5 * (1 + math.Erf(math.Log(d.Seconds()/l.median)/(l.sigma*math.Sqrt2)))
}
