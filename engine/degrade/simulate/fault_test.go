package simulate

import (
	"testing"
	"time"
)

// In no fault does the state go to and fro, and each loses next to nothing.
func TestNoFaultFlaps(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault Fault
	}{
		{"30 % slower", Fault{From: 5 * time.Second, To: time.Hour, Speed: .7}},
		{"a neighbour takes 30 %", Fault{From: 5 * time.Second, To: 9 * time.Second, Stolen: .3}},
		{"a hang", Fault{From: 4 * time.Second, To: 9 * time.Second, Hang: "recall_h"}},
		{"three times as slow", Fault{From: 4 * time.Second, To: 9 * time.Second, Slow: "recall_d"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			sc := small()
			sc.Length = 24 * time.Second
			sc.Faults = []Fault{c.fault}
			if r := ran(t, sc, 1, "ours")["ours"]; r.Lost > .003 || r.Kept < .95 || r.Turns*sc.Length.Minutes() > 2 {
				t.Errorf("%+v", summary(r))
			}
		})
	}
}
