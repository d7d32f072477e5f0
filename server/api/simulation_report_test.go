package api

import (
	"testing"

	"riffle.dev/riffle/engine/degrade/simulate"
)

// A report over the door has all that the simulator says, a list where there is none.
func TestSimulationOf(t *testing.T) {
	in := simulate.Report{Results: []simulate.Result{{Policy: "ours", Timeline: make([]simulate.Point, 11),
		Classes: []simulate.ClassResult{{Class: "core", Scenes: 2, Offered: 9, Lost: .1, Full: .5, P99: 7}}}, {Policy: "none"}}}
	got := simulationOf(&in, everyPoint)
	if c := got.Results[0].Classes; len(c) != 1 || c[0] != (SimulationClass{"core", 2, 9, .1, .5, 7}) {
		t.Errorf("classes %+v", c)
	}
	if n := len(got.Results[0].Timeline); n != 3 {
		t.Errorf("%d points of 11, want every fifth", n)
	}
	if x := got.Results[1]; x.Classes == nil || x.Timeline == nil || got.Aims == nil {
		t.Errorf("null instead of an empty list: %+v", x)
	}
}
