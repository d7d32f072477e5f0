package stats_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"riffle.dev/riffle/server/stats"
)

func TestArms(t *testing.T) {
	b := stats.NewBoard(newClock().now, nil)
	s := b.Scene(home)
	control, few := s.Arm("few", "control"), s.Arm("few", "few")
	s.Arm("order", "control").Add() // of the same name, another experiment's
	for range 3 {
		control.Add()
	}
	few.Add()
	s.KeepArms(map[*stats.Arm]bool{control: true, few: true})
	s.Arm("few", "few").Add() // goes on counting
	want := []stats.ArmView{{Experiment: "few", Arm: "control", Requests: 3}, {Experiment: "few", Arm: "few", Requests: 2}}
	if diff := cmp.Diff(want, s.Arms()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	metrics := `
# HELP riffle_experiment_requests_total Requests answered or failed, by the arm of an experiment that they fell into.
# TYPE riffle_experiment_requests_total counter
riffle_experiment_requests_total{arm="control",experiment="few",scene="home",team="demo"} 3
riffle_experiment_requests_total{arm="few",experiment="few",scene="home",team="demo"} 2
`
	if err := testutil.CollectAndCompare(stats.NewCollector(b, nil), strings.NewReader(metrics), "riffle_experiment_requests_total"); err != nil {
		t.Error(err)
	}
}
