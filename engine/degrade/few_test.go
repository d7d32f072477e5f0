package degrade

import (
	"math/rand/v2"
	"testing"
)

// Eighty requests a second, come as they may, are hardly planned for as more; and
// what suddenly is many is seen in the tick it comes, but for what may be chance.
func TestFewArrivalsAreNoRise(t *testing.T) {
	const dt = .1
	random := rand.New(rand.NewPCG(1, 2))
	var f few
	var plain, steady forecast
	worst, raw := 0.0, 0.0
	for tick := range 3000 {
		came := 0.0
		for at := random.ExpFloat64() / 80; at < dt; at += random.ExpFloat64() / 80 {
			came++
		}
		now, was := steady.step(f.step(came, dt), dt), plain.step(came/dt, dt)
		if tick > 20 {
			worst, raw = max(worst, now), max(raw, was)
		}
	}
	if worst > 135 || raw < 1.3*worst {
		t.Errorf("80 a second are planned for as %.0f at most, by single ticks as %.0f", worst, raw)
	}
	for tick, want := range []float64{1750, 2000, 2000} { // 200 in each tick
		if got := f.step(200, dt); got < want || got > 2000 {
			t.Errorf("2000 a second are %.0f after %d ticks, want %.0f at least", got, tick+1, want)
		}
	}
	for range fewTicks {
		f.step(0, dt)
	}
	if got := f.step(0, dt); got != 0 {
		t.Errorf("nothing for two seconds is %.0f a second", got)
	}
}
