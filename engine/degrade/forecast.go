package degrade

import "math"

// forecast of arrivals by Holt's two-parameter smoothing (C. C. Holt, 1957):
//
//	level = ½ a + ½ (level + slope)    slope = .7 slope + .3 Δlevel
//	ahead = level + 2 · max(0, slope)
//
// What is taken follows upwards at once, and the levels downwards by at most release a
// second: to plan for too much costs a little gain, for too little answers. What was
// only expected and did not come is not held on to.
type forecast struct {
	level, slope, held, taken float64
	any                       bool
}

const (
	release = .15 // of what is taken, a second
	ahead   = 2   // steps
)

// scale what is forecast to another unit.
func (f *forecast) scale(by float64) {
	f.level, f.slope, f.held, f.taken = f.level*by, f.slope*by, f.held*by, f.taken*by
}

// step takes the arrivals of dt seconds, as a rate, and gives the rate to plan for.
func (f *forecast) step(rate, dt float64) float64 {
	if !f.any {
		f.level, f.held, f.taken, f.any = rate, rate, rate, true
		return rate
	}
	before := f.level
	f.level = .5*rate + .5*(f.level+f.slope)
	f.slope = .7*f.slope + .3*(f.level-before)
	f.level = math.Max(f.level, 0)
	f.held = math.Max(f.level, f.held*(1-release*dt))
	f.taken = math.Max(f.level+ahead*math.Max(0, f.slope), f.held)
	return f.taken
}
