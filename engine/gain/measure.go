package gain

import "math"

// Persistence of rank-biased overlap: how likely a reader goes on to the next
// item. At .9 the first ten items have 86 % of the weight.
const Persistence = .9

// Overlap is the extrapolated rank-biased overlap of two rankings without
// repeats, 0 to 1; of two empty ones 1:
//
//	X_l/l · p^l + (1−p)/p · Σ_d X_d/d · p^d
//
// where X_d is how many items the first d of both share, up to the length l of
// the longer one. What the shorter one lacks is shared with nothing: an answer
// that leaves out the end of another is not the same.
func Overlap(a, b []string, p float64) float64 {
	l := max(len(a), len(b))
	if l == 0 {
		return 1
	}
	inA, inB := map[string]bool{}, map[string]bool{}
	shared, sum := 0., 0.
	for d := range l {
		if d < len(a) {
			inA[a[d]] = true
			if inB[a[d]] {
				shared++
			}
		}
		if d < len(b) {
			inB[b[d]] = true
			if inA[b[d]] {
				shared++
			}
		}
		sum += shared / float64(d+1) * math.Pow(p, float64(d+1))
	}
	return max(0, min(1, shared/float64(l)*math.Pow(p, float64(l))+(1-p)/p*sum))
}

// NDCG is the normalised discounted cumulative gain of a ranking at k, 0 to 1,
// with log2 discounts and the labels as gains; NaN where no label is above 0.
func NDCG(ranking []string, labels map[string]float64, k int) float64 {
	got := 0.
	for i, id := range ranking[:min(len(ranking), k)] {
		got += labels[id] / math.Log2(float64(i)+2)
	}
	best := ideal(labels, k)
	if best == 0 {
		return math.NaN()
	}
	return got / best
}
