package solve

import (
	"fmt"
	"math"
)

// Bounds of a problem, so that none takes for ever.
const (
	MaxModules  = 64
	MaxVariants = 16
	MaxPools    = 16
	MaxSteps    = 1024 // of the grid of time
	MaxFixed    = 3    // vertices whose moment must be tried, see shape
	maxTried    = 1 << 16
)

// Variant is one way of running a module.
type Variant struct {
	Gain   float64 // share of the value of an answer
	Time   int     // steps of the grid until it is done, say at the 99th percentile
	Fixed  float64 // cost of running it once, ≥ 0
	PerRow float64 // cost of each row it reads; of a source, of each row it gives; ≥ 0
	Rows   int     // a source gives so many; others hand on at most so many, 0 for all they have
	Off    bool    // the module does not run: what is late is as if it were this
	Barred bool    // it may not be chosen

	// Arrive is the chance that it is done within each step of the grid, from 0
	// on. With it the variant is soft: its gain over that of the off variant
	// counts by that chance, and nobody waits longer than allotted. The last
	// value holds beyond the end.
	Arrive []float64
}

// Module is a node of the graph. Inputs are earlier modules: the order of the
// modules is a topological one.
type Module struct {
	Name     string
	Inputs   []int
	Pool     int  // whose time it costs
	Source   bool // makes rows of its own; others hand on those of their inputs
	Needs    []int
	Variants []Variant
}

// Problem is what is to be chosen.
type Problem struct {
	Modules  []Module
	Pools    int
	Deadline int // steps of the grid
}

// Check a problem for what Best cannot work with.
func (p *Problem) Check() error {
	if n := len(p.Modules); n == 0 || n > MaxModules {
		return fmt.Errorf("a problem has %d modules, must have 1 to %d", n, MaxModules)
	}
	if p.Pools < 1 || p.Pools > MaxPools {
		return fmt.Errorf("a problem has %d pools, must have 1 to %d", p.Pools, MaxPools)
	}
	if p.Deadline < 0 || p.Deadline > MaxSteps {
		return fmt.Errorf("the deadline is %d steps, must be 0 to %d", p.Deadline, MaxSteps)
	}
	for i := range p.Modules {
		m := &p.Modules[i]
		if n := len(m.Variants); n == 0 || n > MaxVariants {
			return fmt.Errorf("module %q has %d variants, must have 1 to %d", m.Name, n, MaxVariants)
		}
		if m.Pool < 0 || m.Pool >= p.Pools {
			return fmt.Errorf("module %q is of pool %d of %d", m.Name, m.Pool, p.Pools)
		}
		for _, from := range [][]int{m.Inputs, m.Needs} {
			for _, u := range from {
				if u < 0 || u >= i {
					return fmt.Errorf("module %q (%d) reads module %d, which is not before it", m.Name, i, u)
				}
			}
		}
		for j, v := range m.Variants {
			for _, f := range []float64{v.Gain, v.Fixed, v.PerRow} {
				if math.IsNaN(f) || math.IsInf(f, 0) {
					return fmt.Errorf("variant %d of module %q has a number that is none", j, m.Name)
				}
			}
			if v.Fixed < 0 || v.PerRow < 0 || v.Rows < 0 || v.Time < 0 {
				return fmt.Errorf("variant %d of module %q has a cost, rows or time below 0", j, m.Name)
			}
		}
	}
	return nil
}

// allows tells whether a module may take variant v while what it needs stands
// as chosen: whoever runs wants all of it to run.
func (p *Problem) allows(m, v int, chosen func(int) int) bool {
	mod := &p.Modules[m]
	if mod.Variants[v].Off {
		return true
	}
	for _, u := range mod.Needs {
		if p.Modules[u].Variants[chosen(u)].Off {
			return false
		}
	}
	return true
}

// Cost of a choice by pool, and the rows each module reads (of a source, gives).
func (p *Problem) Cost(choice []uint8) (cost []float64, rows []int) {
	cost, rows = make([]float64, p.Pools), make([]int, len(p.Modules))
	out := make([]int, len(p.Modules))
	for i := range p.Modules {
		m := &p.Modules[i]
		v := &m.Variants[choice[i]]
		if m.Source {
			rows[i], out[i] = v.Rows, v.Rows
		} else {
			for _, u := range m.Inputs {
				rows[i] += out[u]
			}
			out[i] = rows[i]
			if v.Rows > 0 {
				out[i] = min(out[i], v.Rows)
			}
		}
		cost[m.Pool] += v.Fixed + v.PerRow*float64(rows[i])
	}
	return cost, rows
}

// offGain is what the module is worth when it does not run or comes too late.
func (m *Module) offGain() float64 {
	for i := range m.Variants {
		if m.Variants[i].Off {
			return m.Variants[i].Gain
		}
	}
	return 0
}

// atLeast is how many steps the variant takes whatever is allotted.
func (v *Variant) atLeast() int {
	if v.Arrive != nil {
		return 0
	}
	return v.Time
}

// gainIn is the gain of a variant that is given d steps; false when it cannot
// be done in them.
func (m *Module) gainIn(v, d int) (float64, bool) {
	x := &m.Variants[v]
	if x.Arrive == nil {
		return x.Gain, x.Time <= d
	}
	if len(x.Arrive) == 0 || d < 0 {
		return m.offGain(), d >= 0
	}
	off := m.offGain()
	return off + (x.Gain-off)*x.Arrive[min(d, len(x.Arrive)-1)], true
}
