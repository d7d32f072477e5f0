package degrade

import "testing"

// A rise is planned for before it is there; what it led to expect and did not come is
// let go at once, and only what came is held to.
func TestWhatDidNotComeIsLetGo(t *testing.T) {
	var f forecast
	rate := 100.0
	for range 20 {
		f.step(rate, .1)
	}
	for range 9 {
		rate += 100
		f.step(rate, .1)
	}
	if f.taken < rate+100 {
		t.Errorf("in a rise to %.0f %.0f are planned for, want the next %.0f", rate, f.taken, rate+100)
	}
	for range 8 {
		f.step(rate, .1)
	}
	if f.taken > 1.12*rate {
		t.Errorf("the rise has been over for .8 s: %.0f are planned for, %.0f come", f.taken, rate)
	}
	before := f.taken
	for range 10 {
		f.step(100, .1)
	}
	if f.taken < .83*before {
		t.Errorf("a second after the fall %.0f are planned for, %.0f before: it is to be let go slowly", f.taken, before)
	}
}
