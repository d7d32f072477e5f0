package degrade

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what is wanted")

// What a minute of a flood, a hang, a short service and two hands decided, for
// whom: whoever makes deciding or ticking faster changes none of it.
func TestDecisionsAreAsTheyWere(t *testing.T) {
	const path = "testdata/decisions.golden"
	got := aMinute(t)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
		t.Errorf("(-before +now)\n%s", d)
	}
}

// aMinute of six scenes, written down every second.
func aMinute(t *testing.T) string {
	m, far := &toy{now: time.Unix(1_700_000_000, 0), cores: 4}, &toy{cores: .2}
	c, err := New(Options{Now: func() time.Time { return m.now }, CPU: m, Pool: map[string]CPU{"ctr": far}, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	m.c = c
	specs := []Spec{page("core", Core), page("loud", Spare), page("quiet", Normal), page("remote", Normal), page("watched", Spare), page("steps", Normal)}
	specs[3].Modules[2].Pool = "ctr"
	specs[4].Mode = Watch
	specs[5].Tiers = []Tier{{Name: "once", Order: AtOnce}, {Name: "first", Order: First}, {Name: "last", Order: Last, Weight: 5, NoShed: true}}
	rates := []int{80, 40, 1, 60, 20, 60} // of a tick
	for _, s := range specs {
		if err := c.Register(s); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	var out strings.Builder
	heard := map[string]int{}
	for tick := range 600 {
		for i := range specs {
			n := rates[i] + r.IntN(1+rates[i]/4)
			if i == 1 && tick >= 50 && tick < 200 {
				n *= 30
			}
			if i == 0 && tick >= 100 && tick < 180 {
				n *= 3
			}
			for k := range n {
				key := specs[i].Key
				d := c.Decide(key.Scene, key.Pipeline, fmt.Sprint("user", r.IntN(5000)), k%len(specs[i].Tiers))
				what := fmt.Sprintf("%s %s", key.Scene, d.Reason)
				if !d.Shed {
					what = fmt.Sprintf("%s L%d", what, d.Plan.Level)
					m.serve(&d, far, i == 0 && tick >= 250 && tick < 350, 1+.2*r.Float64())
				}
				heard[what]++
			}
		}
		switch tick {
		case 380:
			err = c.Override(specs[5].Key, Override{By: "an operator", For: 8 * time.Second, Off: []string{"bought"}})
		case 400:
			err = c.Override(specs[0].Key, Override{By: "an operator", For: 5 * time.Second, Level: 1})
		}
		if err != nil {
			t.Fatal(err)
		}
		m.tick()
		if tick%10 != 9 {
			continue
		}
		for _, s := range specs {
			fmt.Fprintf(&out, "%2d s %-8s %-10v", (tick+1)/10, s.Scene, c.Status(s.Key).State)
			for _, what := range slices.Sorted(maps.Keys(heard)) {
				if rest, ok := strings.CutPrefix(what, s.Scene+" "); ok {
					fmt.Fprintf(&out, "  %s: %d", rest, heard[what])
				}
			}
			out.WriteString("\n")
		}
		clear(heard)
	}
	return out.String()
}

// serve as planned, but for what is dearer than planned, and hangs.
func (m *toy) serve(d *Decision, far *toy, hang bool, dearer float64) {
	m.busy += time.Duration(float64(d.Plan.Cost()) * dearer)
	far.busy += time.Duration(1e9 * d.Plan.cost[1])
	for k, v := range d.Plan.Variants {
		x := &d.scene.spec.Modules[k].Variants[v]
		if x.Off {
			continue
		}
		mark := Mark(0)
		if hang && k == 1 {
			mark = TimedOut
		}
		d.Module(k, time.Duration(float64(x.Time)/2*dearer), time.Duration(float64(x.Fixed)*dearer), x.Rows, mark)
	}
	d.Done(20*time.Millisecond, 0)
}
