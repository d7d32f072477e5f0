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
