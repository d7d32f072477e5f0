package gain

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Kinds of parts.
const (
	Off  = "off"  // an optional node, switched off
	Arm  = "arm"  // a choose, begun with another arm
	Knob = "knob" // a node, its knobs at their low ends
)

// Part is what may be given up.
type Part struct {
	Node string `json:"node"`
	Kind string `json:"kind" enum:"off,arm,knob"`
	Arm  string `json:"arm,omitempty"`
	Low  string `json:"low,omitempty" doc:"of a knob: the low ends, such as k 50"`
}

// Everybody is the tier of a row over all requests.
const Everybody = ""

// Row is what a part is worth to a tier: the mean loss without it.
type Row struct {
	Part
	Tier   string  `json:"tier" doc:"empty: all requests"`
	Gain   float64 `json:"gain"`
	Low95  float64 `json:"low_95" doc:"95 % interval"`
	High95 float64 `json:"high_95"`
	N      int     `json:"n" doc:"requests"`
	Failed int     `json:"failed" doc:"of them had no answer without the part"`
}

// Table is what was measured.
type Table struct {
	Scene    string  `json:"scene"`
	Pipeline string  `json:"pipeline"`
	Measure  string  `json:"measure" enum:"overlap,ndcg" doc:"overlap with the full plan's answers, or nDCG by labels"`
	Requests int     `json:"requests" doc:"that the full plan answered"`
	Left     int     `json:"left" doc:"that it did not, or that have no labels"`
	Noise    float64 `json:"noise" doc:"mean loss of the full plan against itself, run again; 0: deterministic"`
	Rows     []Row   `json:"rows"`
}

// draws of the bootstrap.
const draws = 1000

// Few requests prove nothing: below so many the bootstrap knows nothing of the
// requests that did not come (of one, its interval is a point), so the interval
// is all there is, and nothing is proposed.
const Few = 10

// loss of one request without a part.
type loss struct {
	tier   string
	by     float64
	failed bool
}

// rows of one part: all requests first, then the tiers by name, where there are
// several.
func rows(p Part, losses []loss, seed uint64) []Row {
	out := []Row{row(p, Everybody, losses, seed)}
	by := map[string][]loss{}
	var tiers []string
	for _, l := range losses {
		if by[l.tier] == nil {
			tiers = append(tiers, l.tier)
		}
		by[l.tier] = append(by[l.tier], l)
	}
	slices.SortFunc(tiers, func(a, b string) int { return cmp.Compare(a, b) })
	for _, t := range tiers {
		if t != Everybody && len(tiers) > 1 {
			out = append(out, row(p, t, by[t], seed))
		}
	}
	return out
}

func row(p Part, tier string, losses []loss, seed uint64) Row {
	r := Row{Part: p, Tier: tier, N: len(losses)}
	if r.N == 0 {
		return r
	}
	values := make([]float64, r.N)
	for i, l := range losses {
		values[i] = l.by
		if l.failed {
			r.Failed++
		}
	}
	r.Gain = mean(values)
	if r.N < Few {
		r.Low95, r.High95 = min(r.Gain, 0), max(r.Gain, 1)
		return r
	}
	r.Low95, r.High95 = bootstrap(values, seed)
	return r
}

func mean(xs []float64) float64 {
	sum := 0.
	for _, x := range xs {
		sum += x
	}
	return sum / float64(len(xs))
}

// bootstrap is the 95 % interval of a mean.
func bootstrap(xs []float64, seed uint64) (lo, hi float64) {
	rng := rand.New(rand.NewPCG(seed, 4))
	means := make([]float64, draws)
	for i := range means {
		sum := 0.
		for range xs {
			sum += xs[rng.IntN(len(xs))]
		}
		means[i] = sum / float64(len(xs))
	}
	slices.Sort(means)
	return means[draws*25/1000], means[draws*975/1000]
}

// ideal is the best cumulative gain of labels at k.
func ideal(labels map[string]float64, k int) float64 {
	var gains []float64
	for _, g := range labels {
		if g > 0 {
			gains = append(gains, g)
		}
	}
	slices.SortFunc(gains, func(a, b float64) int { return cmp.Compare(b, a) })
	sum := 0.
	for i, g := range gains[:min(len(gains), k)] {
		sum += g / math.Log2(float64(i)+2)
	}
	return sum
}
