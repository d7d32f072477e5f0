package share

import (
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var noon = time.Unix(1_700_000_000, 0)

func TestPart(t *testing.T) {
	at := func(name string, ago time.Duration, came float64) Report {
		return Report{name, noon.Add(-ago), map[string]float64{"home": came}}
	}
	for _, c := range []struct {
		name string
		of   Table
		want float64
	}{
		{"alone", Table{at("me", 0, 50)}, 1},
		{"nobody has said anything", nil, 1},
		{"by what arrives", Table{at("me", 0, 30), at("other", 0, 10)}, .05 + .9*.75},
		{"nobody came yet", Table{at("me", 0, 0), at("other", 0, 0)}, .5},
		{"nobody came to me", Table{at("me", 0, 0), at("other", 0, 10)}, .05},
		{"not known yet", Table{at("other", 0, 10)}, .05},
		{"the other is late", Table{at("me", 0, 1), at("other", Lost-1, 9)}, .05 + .09},
		{"the other is lost", Table{at("me", 0, 1), at("other", Lost, 9)}, 1},
		{"another limit", Table{at("me", 0, 1), {"other", noon, map[string]float64{"else": 9}}}, .95},
		{"nonsense", Table{at("me", 0, -1), at("other", 0, math.Inf(1))}, .5},
		{"nonsense of mine", Table{at("me", 0, math.NaN()), at("other", 0, 1)}, .5},
	} {
		if got := c.of.Part("home", "me", noon); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %g, want %g", c.name, got, c.want)
		}
	}
}

// Whatever the instances say and whichever fall silent, at every moment the parts of
// those that live sum to 1, none starves, and 2 s after the last word of one the
// others have all.
func TestPartsSumToOne(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		const ticks = 20
		n := rapid.IntRange(1, 12).Draw(r, "instances")
		table, silent := make(Table, n), make([]int, n)
		for i := range table {
			table[i].Instance = fmt.Sprint("i", i)
			silent[i] = rapid.IntRange(0, 2*ticks).Draw(r, "silent from")
		}
		for tick := range ticks {
			now := noon.Add(time.Duration(tick) * Every)
			for i := range table {
				if tick < silent[i] {
					table[i].At = now
					table[i].Arrived = map[string]float64{"home": rapid.Float64Range(0, 1e6).Draw(r, "arrived")}
				}
			}
			live, sum := 0, 0.0
			for i := range table {
				if tick < silent[i] {
					live++
				}
			}
			counted, _ := table.Live("", now)
			for i := range table {
				if !table[i].live(now) {
					continue
				}
				part := table.Part("home", table[i].Instance, now)
				if sum += part; part < Even/float64(counted)-1e-12 {
					r.Fatalf("tick %d: %s holds %g of a limit that %d have", tick, table[i].Instance, part, counted)
				}
			}
			if counted > 0 && math.Abs(sum-1) > 1e-9 {
				r.Fatalf("tick %d: the parts sum to %g", tick, sum)
			}
			gone := 0
			for i := range silent {
				if tick >= silent[i] && time.Duration(tick-silent[i]+1)*Every >= 2*time.Second {
					gone++
				}
			}
			if counted > n-gone || counted < live {
				r.Fatalf("tick %d: %d are counted, %d live, %d are gone for 2 s", tick, counted, live, gone)
			}
		}
	})
}
