package simulate

import (
	"testing"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// neighbours is the loud scenario on a sixth of the machine; by is how loud the
// spare scene becomes.
func neighbours(by float64) Scenario {
	const of = 6
	sc := Scenario{Name: "neighbours", Length: 14 * time.Second, Cores: spikeCores / of}
	for _, x := range []struct {
		name  string
		class degrade.Class
		load  func(time.Duration) float64
	}{
		{"spare", degrade.Spare, Spike(2*time.Second, 2000./of, by*2000/of, 2*time.Second, 4*time.Second, 2*time.Second)},
		{"core", degrade.Core, constant(2500. / of)},
		{"normal", degrade.Normal, constant(200)},
	} {
		sc.Scenes = append(sc.Scenes, Scene{Spec: feed(x.name, x.class, 8, spikeFull/of, spikeCores/of), Load: x.load, Mix: mix})
	}
	return sc
}

// A spare scene becomes nine times as loud: a core scene and a quiet normal one
// lose nothing, have their full plans, and their 99th percentile is no more than a
// tenth above that of a day on which nobody is loud.
func TestALoudSceneHarmsNoQuietOne(t *testing.T) {
	calm, loud := ran(t, neighbours(1), 1, "ours")["ours"], ran(t, neighbours(9), 1, "ours")["ours"]
	if s := loud.Scenes[0]; s.Full > .7 {
		t.Fatalf("the loud scene should be degraded: %+v", s)
	}
	for i := 1; i < 3; i++ {
		was, is := calm.Scenes[i], loud.Scenes[i]
		if is.Lost > 0 || is.Full < .999 || is.P99 > 1.1*was.P99 || is.Offered == 0 {
			t.Errorf("beside a loud scene %+v, beside a calm one %+v", is, was)
		}
	}
	if n := len(loud.Classes); n != 3 || loud.Classes[0].Class != "core" || loud.Classes[0].Offered != loud.Scenes[1].Offered {
		t.Errorf("classes %+v", loud.Classes)
	}
}
