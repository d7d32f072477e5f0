package degrade

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Whatever signs come: the machine stays within its states, a probe is never
// for more than 5 % of the users, holds grow only to their bound, and once
// nothing is wrong any more it comes back to NORMAL by itself, also where nobody
// asks anything.
func TestTheMachineAlwaysComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec, err := page("front", Core).complete()
		if err != nil {
			t.Fatal(err)
		}
		now := time.Unix(1_700_000_000, 0)
		m := newMachine(&spec, rapid.Uint64().Draw(t, "seed"), now)
		step := func(g signs) {
			g.enter, g.exit = spec.Enter, spec.Exit
			now = now.Add(Step)
			before := m.state
			changed, _ := m.step(now, &g)
			if changed == (before == m.state) && before != m.state {
				t.Fatalf("%v to %v was not told", before, m.state)
			}
			if m.state == PROBING && m.share(g.rate) > probeMost || m.share(g.rate) > 1 || m.hold > holdMost || m.rung >= len(spec.Ramp) {
				t.Fatalf("state %v, share %g, hold %v, rung %d", m.state, m.share(g.rate), m.hold, m.rung)
			}
			if m.state == NORMAL && (m.rung >= 0 || m.share(g.rate) > 0) {
				t.Fatalf("NORMAL with rung %d", m.rung)
			}
		}
		flag := rapid.Bool()
		for range rapid.IntRange(0, 300).Draw(t, "ticks") {
			n := rapid.Uint64Range(0, 500).Draw(t, "n")
			step(signs{deep: flag.Draw(t, "deep"), short: flag.Draw(t, "short"), shed: flag.Draw(t, "shed"), bad: flag.Draw(t, "bad"),
				severe: flag.Draw(t, "severe"), caused: flag.Draw(t, "caused"), forced: flag.Draw(t, "forced"), deepens: flag.Draw(t, "deepens"),
				rate: rapid.Float64Range(0, 1e5).Draw(t, "rate"), tried: tally{n, rapid.Uint64Range(0, n).Draw(t, "tried")}})
		}
		caused := rapid.Bool().Draw(t, "something is still off")
		quiet := rapid.Bool().Draw(t, "nobody asks")
		for range 10 * 600 { // ten minutes in which all is well
			g := signs{caused: caused, rate: 1000, recent: tally{n: 3000}, tried: tally{n: 3000}}
			if quiet {
				g.rate, g.recent, g.tried = 0, tally{}, tally{n: 1}
			}
			step(g)
			if m.state == NORMAL {
				caused = false // what was off is on again
			}
		}
		if m.state != NORMAL {
			t.Fatalf("%v: %s", m.state, m.why)
		}
	})
}

// No data is never healthy: without one request no probe passes.
func TestNoDataPassesNoProbe(t *testing.T) {
	spec, _ := page("front", Core).complete()
	now := time.Unix(1_700_000_000, 0)
	m := newMachine(&spec, 1, now)
	for range 3000 {
		now = now.Add(Step)
		m.step(now, &signs{caused: true, enter: .05, exit: .01})
		if m.state == RECOVERING {
			t.Fatal("a probe of nobody passed")
		}
	}
	if m.state != PROBING {
		t.Errorf("%v, want PROBING", m.state)
	}
}

func TestProofIsWilsons(t *testing.T) {
	for exit, want := range map[float64]float64{.05: 73, .02: 188, .01: 380} {
		spec := Spec{Exit: exit}
		m := machine{spec: &spec, exit: exit}
		if n := m.proof(); n < want-1 || n > want+1 {
			t.Errorf("exit %g wants %g requests, should be %g", exit, n, want)
		}
		n := uint64(m.proof()) + 1
		if _, hi := Wilson(0, n, Z95); hi >= exit {
			t.Errorf("%d clean requests do not prove %g: %g", n, exit, hi)
		}
	}
}
