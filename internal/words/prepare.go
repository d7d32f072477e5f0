package words

import (
	"math"

	"riffle.dev/riffle/internal/analyze"
)

// powerSteps of the power iteration; the first component of sentence vectors
// stands far above the second, so that it has settled long before.
const powerSteps = 50

// Prepare finds what a table of LoadVectors lacks: the frequency p of each of
// its words over the texts (with half an occurrence added to each, so that no
// word counts as impossible), and the first principal component of the texts'
// means, not centred, of length 1. The table has both afterwards.
func Prepare(t *Table, texts []string) (freq, pc []float32) {
	counts := make([]float64, t.Len())
	total := 0.0
	for _, text := range texts {
		analyze.Words(text, func(word []byte) {
			total++
			if id, ok := t.ids[string(word)]; ok {
				counts[id]++
			}
		})
	}
	total += 0.5 * float64(len(counts))
	t.freq = make([]float32, len(counts))
	for i, c := range counts {
		t.freq[i] = float32((c + 0.5) / total)
	}
	t.pc = t.component(texts)
	return t.freq, t.pc
}

// component is the eigenvector of the greatest eigenvalue of the means' second
// moments, by power iteration from a fixed start.
func (t *Table) component(texts []string) []float32 {
	d := t.dim
	moments := make([]float64, d*d)
	for _, text := range texts {
		m := t.Mean(text)
		for i, x := range m {
			row := moments[i*d : (i+1)*d]
			for j, y := range m {
				row[j] += x * y
			}
		}
	}
	at := make([]float64, d)
	for i := range at {
		at[i] = 1 / math.Sqrt(float64(d))
	}
	next := make([]float64, d)
	for range powerSteps {
		norm := 0.0
		for i := range next {
			next[i] = 0
			for j, x := range at {
				next[i] += moments[i*d+j] * x
			}
			norm += next[i] * next[i]
		}
		if norm == 0 {
			break
		}
		for i := range at {
			at[i] = next[i] / math.Sqrt(norm)
		}
	}
	out := make([]float32, d)
	for i, x := range at {
		out[i] = float32(x)
	}
	return out
}
