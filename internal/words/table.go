package words

import (
	"math"

	"riffle.dev/riffle/internal/analyze"
)

// smoothing is a of the weight a / (a + p(word)), as in the paper.
const smoothing = 0.001

// MaxTokens of a text count; what comes after is not read.
const MaxTokens = 4096

// Table of vectors by word. Immutable, safe for any number of goroutines.
type Table struct {
	Name string
	dim  int
	ids  map[string]int32
	i8   []int8    // row-major, times scale
	unit []float32 // of i8: one a row
	f32  []float32 // row-major, when not i8
	freq []float32 // p(word)
	pc   []float32 // first principal component, of length 1
}

// Dim is the vectors' dimension.
func (t *Table) Dim() int { return t.dim }

// Len is how many words have a vector.
func (t *Table) Len() int { return len(t.ids) }

// Vector of a text: the weighted mean of its words' vectors, minus its part
// along the first principal component, of length 1. Nil when no word is known.
func (t *Table) Vector(text string) []float32 {
	sum := t.Mean(text)
	if sum == nil {
		return nil
	}
	along := 0.0
	for i, p := range t.pc {
		along += sum[i] * float64(p)
	}
	norm := 0.0
	for i, p := range t.pc {
		sum[i] -= along * float64(p)
		norm += sum[i] * sum[i]
	}
	norm = math.Sqrt(norm)
	if norm < 1e-12 {
		return nil
	}
	out := make([]float32, t.dim)
	for i, s := range sum {
		out[i] = float32(s / norm)
	}
	return out
}

// Mean is the weighted mean of the known words' vectors, before the principal
// component is taken off. Nil when no word is known.
func (t *Table) Mean(text string) []float64 {
	var sum []float64
	known, read := 0, 0
	analyze.Words(text, func(word []byte) {
		read++
		if read > MaxTokens {
			return
		}
		id, ok := t.ids[string(word)]
		if !ok {
			return
		}
		if sum == nil {
			sum = make([]float64, t.dim)
		}
		known++
		t.add(sum, int(id))
	})
	for i := range sum {
		sum[i] /= float64(known)
	}
	return sum
}

func (t *Table) add(sum []float64, row int) {
	w := smoothing / (smoothing + float64(t.freq[row]))
	if t.i8 != nil {
		w *= float64(t.unit[row])
		for i, x := range t.i8[row*t.dim : (row+1)*t.dim] {
			sum[i] += w * float64(x)
		}
		return
	}
	for i, x := range t.f32[row*t.dim : (row+1)*t.dim] {
		sum[i] += w * float64(x)
	}
}
