package loadtest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestQuantilesAreNearTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var h Histogram
	var all []time.Duration
	for range 10_000 {
		d := time.Duration(math.Exp(rng.NormFloat64()*2+2) * float64(time.Millisecond))
		h.Add(d)
		all = append(all, d)
	}
	slices.Sort(all)
	for _, q := range []float64{0, .01, .5, .9, .99, .999, 1} {
		want := all[min(int(q*float64(len(all))), len(all)-1)]
		if got := h.Quantile(q); math.Abs(float64(got-want)) > MaxError*float64(want)+float64(time.Microsecond) {
			t.Errorf("quantile %g: %v, want %v", q, got, want)
		}
	}
	if h.Max() != all[len(all)-1] || h.N() != 10_000 {
		t.Errorf("max %v of %d", h.Max(), h.N())
	}
}

func TestHistogramTakesAnything(t *testing.T) {
	var h Histogram
	if h.Quantile(.5) != 0 || h.Mean() != 0 || len(h.Buckets()) != 0 {
		t.Error("an empty histogram has something")
	}
	for _, d := range []time.Duration{math.MinInt64, -1, 0, 1, math.MaxInt64 / 4, 400 * time.Hour} {
		h.Add(d)
	}
	if n := spreadOf(h.Buckets()).n(); n != 6 {
		t.Errorf("%d in the buckets, want 6", n)
	}
}

// runOf makes a report of n latencies of about median ms, k of them lost.
func runOf(seed uint64, n, k int, median float64) *Report {
	rng := rand.New(rand.NewPCG(seed, 9))
	var h Histogram
	for range n {
		h.Add(time.Duration(median * math.Exp(.3*rng.NormFloat64()) * float64(time.Millisecond)))
	}
	r := &Report{Spec: Spec{Profile: Profile{Kind: "constant", Rate: 1}, Objectives: Goals{DeadlineMS: 100, P99MS: 100, Lost: new(.01)}}, Buckets: h.Buckets()}
	r.Sums.OK, r.Sums.Failed, r.Sums.Read = int64(n-k), int64(k), int64(n)
	r.Latency = summary(&h)
	r.Verdict = judge(r, &h)
	return r
}

// Of runs that are the same a 95 % interval finds a difference about once in
// twenty; of runs that differ it always does.
func TestCompareFindsWhatDiffers(t *testing.T) {
	found := map[string]int{}
	const tries = 40
	for i := range uint64(tries) {
		c := Compare(runOf(2*i, 2000, 20, 10), runOf(2*i+1, 2000, 20, 10), i)
		for _, row := range c.Rows {
			if row.Differs {
				found[row.Name]++
			}
		}
	}
	for name, n := range found {
		if n > 9 {
			t.Errorf("%s differs in %d of %d pairs that are the same, want about 2", name, n, tries)
		}
	}
	c := Compare(runOf(1, 2000, 5, 10), runOf(2, 2000, 60, 12), 1)
	for _, row := range c.Rows {
		want := slices.Contains([]string{"lost", "p50_ms", "p90_ms", "p99_ms"}, row.Name)
		if row.Differs != want && row.Name != "p999_ms" {
			t.Errorf("%s: differs %v, want %v: %+v", row.Name, row.Differs, want, row)
		}
	}
	if again := Compare(runOf(1, 2000, 5, 10), runOf(2, 2000, 60, 12), 1); !cmp.Equal(c, again) {
		t.Error("the same seed gives other intervals")
	}
}

func TestVerdicts(t *testing.T) {
	for _, tt := range []struct {
		name string
		r    *Report
		want string
	}{
		{"none lost", runOf(1, 10_000, 0, 10), Passed},
		{"many lost", runOf(1, 10_000, 500, 10), Failed},
		{"too few to tell", runOf(1, 50, 0, 10), Unproven},
		{"slow", runOf(1, 10_000, 0, 90), Failed},
		{"nothing", runOf(1, 0, 0, 10), Void},
	} {
		if tt.r.Verdict.Result != tt.want {
			t.Errorf("%s: %+v, want %s", tt.name, tt.r.Verdict, tt.want)
		}
	}
}
