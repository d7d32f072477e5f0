package simulate

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"riffle.dev/riffle/engine/degrade"
)

// small is the spike on an eighth of the machine.
func small() Scenario {
	const by = 8
	return Scenario{Name: "small", Length: 35 * time.Second, Cores: spikeCores / by, Scenes: []Scene{{
		Spec: feed("feed", degrade.Core, 20, spikeFull/by, spikeCores/by), Mix: mix,
		Load: Spike(2*time.Second, spikeBase/by, spikePeak/by, 4*time.Second, 2*time.Second, 4*time.Second)}}}
}

func ran(t *testing.T, sc Scenario, seed uint64, policies ...string) map[string]Result {
	t.Helper()
	rep, err := Run(context.Background(), sc, policies, seed)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]Result{}
	for _, r := range rep.Results {
		out[r.Policy] = r
	}
	return out
}

func TestASpikeLosesNothing(t *testing.T) {
	got := ran(t, small(), 1, "ours", "none")
	if r := got["ours"]; r.Lost > 0 || r.Kept < .95 || r.Kept > 1 || r.First > 100 || r.Normal < 0 || r.Normal > 13 || r.Turns > 4 {
		t.Errorf("ours: %+v", summary(r))
	}
	if r := got["none"]; r.Lost < .2 || r.Kept > .8 {
		t.Errorf("without degradation a spike should hurt: %+v", summary(r))
	}
}

// summary is what is worth printing.
func summary(r Result) Result {
	return Result{Policy: r.Policy, Offered: r.Offered, Lost: r.Lost, Refused: r.Refused, Late: r.Late, Kept: r.Kept,
		P50: r.P50, P99: r.P99, First: r.First, Normal: r.Normal, Turns: r.Turns}
}

func TestTheSameSeedGivesTheSame(t *testing.T) {
	sc := small()
	sc.Length = 10 * time.Second
	a, b, c := ran(t, sc, 1, "ours")["ours"], ran(t, sc, 1, "ours")["ours"], ran(t, sc, 2, "ours")["ours"]
	if d := cmp.Diff(a, b, cmpopts.IgnoreUnexported(Result{})); d != "" {
		t.Errorf("two runs of one seed differ:\n%s", d)
	}
	if a.Offered == c.Offered && a.P99 == c.P99 {
		t.Error("another seed gives the same")
	}
}

// Every policy sees the same requests, and all are accounted for.
func TestPoliciesSeeTheSame(t *testing.T) {
	sc := small()
	sc.Length = 7 * time.Second
	got := ran(t, sc, 3, Policies()...)
	for name, r := range got {
		if r.Offered != got["none"].Offered || r.Offered == 0 {
			t.Errorf("%s was offered %d, none %d", name, r.Offered, got["none"].Offered)
		}
		if r.Kept < 0 || r.Kept > 1 || r.Lost < 0 || r.Lost > 1 || r.P50 <= 0 || r.P99 < r.P50 || r.P99 > 125 {
			t.Errorf("%s: %+v", name, summary(r))
		}
	}
	if len(got) != len(policies) {
		t.Errorf("%d of %d policies ran", len(got), len(policies))
	}
}
