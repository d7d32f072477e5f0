package gain

import "math"

// Persistence of rank-biased overlap: how likely a reader goes on to the next
// item. At .9 the first ten items have 86 % of the weight.
const Persistence = .9

// Overlap is the extrapolated rank-biased overlap of two rankings without
// repeats, 0 to 1; of two empty ones 1.
func Overlap(a, b []string, p float64) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	s, l := len(a), len(b)
	if s == 0 {
		if l == 0 {
			return 1
		}
		return 0
	}
	inA, inB := map[string]bool{}, map[string]bool{}
	x, sum, xs := 0., 0., 0.
	for d := 1; d <= l; d++ {
		if d <= s {
			u, v := a[d-1], b[d-1]
			inA[u], inB[v] = true, true
			switch {
			case u == v:
				x++
			default:
				if inB[u] {
					x++
				}
				if inA[v] {
					x++
				}
			}
		} else {
			inB[b[d-1]] = true
			if inA[b[d-1]] {
				x++
			}
		}
		if d == s {
			xs = x
		}
		sum += x / float64(d) * math.Pow(p, float64(d))
		if d > s {
			sum += xs * float64(d-s) / (float64(s) * float64(d)) * math.Pow(p, float64(d))
		}
	}
	out := (1-p)/p*sum + ((x-xs)/float64(l)+xs/float64(s))*math.Pow(p, float64(l))
	return max(0, min(1, out))
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
