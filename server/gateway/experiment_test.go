package gateway_test

import (
	"fmt"
	"testing"

	"riffle.dev/riffle/server/gateway"
	"riffle.dev/riffle/server/stats"
)

func TestRequestsAreCountedByArm(t *testing.T) {
	w := newWorld(t, gateway.Options{})
	fell := map[string]uint64{}
	for i := range 40 {
		answer, err := w.ask("home", map[string]any{"word": fmt.Sprint("chess ", i)})
		if err != nil {
			t.Fatal(err)
		}
		fell[answer.Experiments["longer"]]++
	}
	if _, err := w.ask("home", map[string]any{"k": 2}); err != nil { // takes no part: it says itself what an arm would set
		t.Fatal(err)
	}
	s, ok := w.board.Find(stats.Key{Team: "demo", Scene: "home"})
	if !ok {
		t.Fatal("no scene")
	}
	for _, a := range s.Arms() {
		if a.Experiment != "longer" || a.Requests == 0 || a.Requests != fell[a.Arm] {
			t.Errorf("%+v, answers say %d", a, fell[a.Arm])
		}
	}
	if n := len(s.Arms()); n != 2 || fell[""] != 0 {
		t.Errorf("%d arms, answers: %v", n, fell)
	}
}
