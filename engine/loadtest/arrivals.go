package loadtest

import (
	"math"
	"math/rand/v2"
	"time"
)

// arrivals are the moments at which a shape wants requests: a Poisson process
// of its rate, or even ones. They are those at which the area under the rate
// passes 1, 2, 3 …, or sums of exponential draws (the inversion method for a
// process whose rate changes: L. Devroye, "Non-Uniform Random Variate
// Generation", 1986, VI.1.3).
type arrivals struct {
	shape shape
	rng   *rand.Rand // nil: even
	at    int
	from  time.Duration // where the piece begins
	base  float64       // area before the piece
	next  float64       // area at which the next one comes
}

func newArrivals(s shape, even bool, seed uint64) *arrivals {
	a := &arrivals{shape: s}
	if !even {
		a.rng = rand.New(rand.NewPCG(seed, 1))
	}
	a.next = a.draw()
	return a
}

func (a *arrivals) draw() float64 {
	if a.rng == nil {
		return 1
	}
	return a.rng.ExpFloat64()
}

// take the next moment; false when there is none any more.
func (a *arrivals) take() (time.Duration, bool) {
	for a.at < len(a.shape) {
		p := a.shape[a.at]
		length := (p.end - a.from).Seconds()
		whole := (p.a + p.b) / 2 * length
		want := a.next - a.base
		if want > whole || whole == 0 {
			a.base += whole
			a.from = p.end
			a.at++
			continue
		}
		// a·t + (b−a)/(2·length)·t² = want, for the t of 0…length, in the form
		// that loses no digits when a and b are near each other.
		slope := (p.b - p.a) / length
		t := 2 * want / (p.a + math.Sqrt(max(p.a*p.a+2*slope*want, 0)))
		a.next += a.draw()
		return a.from + min(seconds(t), p.end-a.from), true
	}
	return 0, false
}
