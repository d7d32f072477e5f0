package loadtest

import (
	"math"
	"math/rand/v2"
	"slices"

	"riffle.dev/riffle/engine/degrade"
)

// Comparison of two runs: what b is against a.
type Comparison struct {
	Rows  []Compared `json:"rows"`
	Notes []string   `json:"notes" doc:"why the two may not be compared plainly"`
}

// Compared is one number of both. Ratio and its interval are missing where a's
// is 0.
type Compared struct {
	Name    string   `json:"name" enum:"lost,shed,late,degraded,p50_ms,p90_ms,p99_ms,p999_ms"`
	A       float64  `json:"a"`
	ALow    float64  `json:"a_low" doc:"95 % interval"`
	AHigh   float64  `json:"a_high"`
	B       float64  `json:"b"`
	BLow    float64  `json:"b_low"`
	BHigh   float64  `json:"b_high"`
	Ratio   *float64 `json:"ratio,omitempty" doc:"b over a"`
	Low     float64  `json:"low" doc:"95 % interval of the ratio, of shares that of the difference"`
	High    float64  `json:"high"`
	Differs bool     `json:"differs" doc:"the interval leaves out 1, of shares 0"`
}

// Compare two reports; the draws behind the intervals are those of the seed.
//
// Shares: each with Wilson's interval, their difference with Newcombe's (R. G.
// Newcombe, Statistics in Medicine 17 (1998), 873, method 10). Quantiles: the
// bootstrap. What resampling n durations makes of their k-th is the one at a
// share drawn from Beta(k, n−k+1), as that is the k-th of n uniform ones (B.
// Efron, "Bootstrap Methods", 1979; David and Nagaraja, 2003, 2.3): so nothing
// is resampled. Durations of one moment go together, so the truth is wider.
func Compare(a, b *Report, seed uint64) Comparison {
	out := Comparison{Rows: []Compared{}, Notes: []string{}}
	if a.Spec.Profile != b.Spec.Profile || a.Spec.Closed != b.Spec.Closed {
		out.Notes = append(out.Notes, "load")
	}
	if a.Verdict.Result == Void || b.Verdict.Result == Void {
		out.Notes = append(out.Notes, "void")
	}
	if a.Aborted || b.Aborted {
		out.Notes = append(out.Notes, "aborted")
	}
	answered := func(r *Report) int64 { return r.Sums.OK + r.Sums.Lost() }
	out.Rows = append(out.Rows,
		shares("lost", a.Sums.Lost(), answered(a), b.Sums.Lost(), answered(b)),
		shares("shed", a.Sums.Shed, answered(a), b.Sums.Shed, answered(b)),
		shares("late", a.Sums.Late, answered(a), b.Sums.Late, answered(b)),
		shares("degraded", a.Sums.Degraded, a.Sums.Read, b.Sums.Degraded, b.Sums.Read))
	rng := rand.New(rand.NewPCG(seed, 2))
	for _, q := range []struct {
		name string
		at   float64
	}{{"p50_ms", .5}, {"p90_ms", .9}, {"p99_ms", .99}, {"p999_ms", .999}} {
		if len(a.Buckets) > 0 && len(b.Buckets) > 0 {
			out.Rows = append(out.Rows, quantiles(q.name, q.at, spreadOf(a.Buckets), spreadOf(b.Buckets), rng))
		}
	}
	return out
}

func shares(name string, k1, n1, k2, n2 int64) Compared {
	c := Compared{Name: name}
	c.ALow, c.AHigh = degrade.Wilson(uint64(k1), uint64(n1), degrade.Z95)
	c.BLow, c.BHigh = degrade.Wilson(uint64(k2), uint64(n2), degrade.Z95)
	if n1 == 0 || n2 == 0 {
		c.Low, c.High = -1, 1
		return c
	}
	c.A, c.B = float64(k1)/float64(n1), float64(k2)/float64(n2)
	d := c.B - c.A
	c.Low = d - math.Hypot(c.B-c.BLow, c.AHigh-c.A)
	c.High = d + math.Hypot(c.BHigh-c.B, c.A-c.ALow)
	c.Differs = c.Low > 0 || c.High < 0
	if c.A > 0 {
		ratio := c.B / c.A
		c.Ratio = &ratio
	}
	return c
}

// draws of a bootstrap.
const draws = 1000

func quantiles(name string, q float64, a, b spread, rng *rand.Rand) Compared {
	c := Compared{Name: name, A: a.quantile(q), B: b.quantile(q)}
	var as, bs, ratios []float64
	for range draws {
		x, y := a.quantile(a.drawn(q, rng)), b.quantile(b.drawn(q, rng))
		as, bs = append(as, x), append(bs, y)
		if x > 0 {
			ratios = append(ratios, y/x)
		}
	}
	c.ALow, c.AHigh = middle95(as)
	c.BLow, c.BHigh = middle95(bs)
	if c.A > 0 && len(ratios) > 0 {
		ratio := c.B / c.A
		c.Ratio = &ratio
		c.Low, c.High = middle95(ratios)
		c.Differs = c.Low > 1 || c.High < 1
	}
	return c
}

// middle95 are the 2.5th and the 97.5th percentile.
func middle95(xs []float64) (low, high float64) {
	slices.Sort(xs)
	n := len(xs)
	return xs[n*25/1000], xs[min(n*975/1000, n-1)]
}

// spread is a histogram to draw from: the durations, and how many are up to each.
type spread struct {
	ms   []float64
	upTo []uint64
}

func spreadOf(list []Bucket) spread {
	s, sum := spread{}, uint64(0)
	for _, b := range list {
		sum += uint64(b.N)
		s.ms, s.upTo = append(s.ms, b.MS), append(s.upTo, sum)
	}
	return s
}

func (s spread) n() uint64 { return s.upTo[len(s.upTo)-1] }

func (s spread) quantile(q float64) float64 {
	before := uint64(q * float64(s.n()))
	i, _ := slices.BinarySearch(s.upTo, before+1)
	return s.ms[min(i, len(s.ms)-1)]
}

// drawn is the share at which a resample's quantile lies.
func (s spread) drawn(q float64, rng *rand.Rand) float64 {
	n := float64(s.n())
	k := math.Floor(q*n) + 1
	x := gamma(k, rng)
	return x / (x + gamma(n-k+1, rng))
}

// gamma draws of a shape of at least 1 (G. Marsaglia, W. W. Tsang, "A Simple
// Method for Generating Gamma Variables", ACM TOMS 26 (2000), 363).
func gamma(shape float64, rng *rand.Rand) float64 {
	d := max(shape, 1) - 1./3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := math.Pow(1+c*x, 3)
		if v > 0 && math.Log(rng.Float64()) < .5*x*x+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}
