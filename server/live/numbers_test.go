package live

import (
	"testing"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/server/stats"
)

func TestSeriesOfAShortWindow(t *testing.T) {
	at := time.Unix(1000, 0)
	got := series([]degrade.Window{
		{Start: at, Step: 100 * time.Millisecond, N: 3},
		{Start: at.Add(time.Second), Step: 1500 * time.Millisecond, N: 6},
	}, stats.Step(1))
	// Three requests in the second a scene began in are three, however late in it that was.
	for i, want := range []float64{3, 4} {
		if got.QPS[i] == nil || *got.QPS[i] != want {
			t.Errorf("rate of second %d is %v, want %v", i, got.QPS[i], want)
		}
	}
}

func TestRatesOfFewRequestsDoNotLeap(t *testing.T) {
	for _, c := range []struct {
		name         string
		second, last uint64 // requests of the last second, and of the last ten
		want         float64
	}{
		{"none in this second", 0, 20, 2},
		{"three in this second", 3, 20, 2},
		{"many", 100, 950, 100},
		{"many, and then a fall", 4, 900, 4},
		{"few, and then a flood", 80, 100, 80},
		{"nothing", 0, 0, 0},
	} {
		got := calm(degrade.Window{Step: time.Second, N: c.second}, degrade.Window{Step: 10 * time.Second, N: c.last})
		if got != c.want {
			t.Errorf("%s: %g, want %g", c.name, got, c.want)
		}
	}
	if got := calm(degrade.Window{Step: time.Second, N: 3}, degrade.Window{Step: time.Second, N: 3}); got != 3 {
		t.Errorf("a scene that just began: %g", got)
	}
}
