package column

import (
	"math"
	"math/rand/v2"
	"testing"
)

// vectors of a dimension with numbers of all sizes; wild ones have NaN,
// infinities and numbers too small or too large to multiply.
func drawVectors(rng *rand.Rand, n, dim int, wild bool) []float32 {
	out := make([]float32, n*dim)
	for i := range out {
		out[i] = float32(rng.NormFloat64())
		if wild && rng.IntN(4*dim) == 0 {
			out[i] = [...]float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32, math.SmallestNonzeroFloat32, float32(math.Copysign(0, -1))}[rng.IntN(6)]
		}
	}
	return out
}

func sameBits(a, b float32) bool {
	return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b
}

// The assembly gives what the Go does, bit by bit.
func TestDotIsTheSameEverywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for dim := range 200 {
		for turn := range 20 {
			a, b := drawVectors(rng, 1, dim, turn%2 == 1), drawVectors(rng, 1, dim, turn%2 == 1)
			if got, want := Dot(a, b), dotGo(a, b); !sameBits(got, want) {
				t.Fatalf("dimension %d: %v, by Go %v", dim, got, want)
			}
			exact := 0.0
			for i := range a {
				exact += float64(a[i]) * float64(b[i])
			}
			if turn%2 == 0 && math.Abs(float64(dotGo(a, b))-exact) > 1e-3 {
				t.Fatalf("dimension %d: %v, exactly %v", dim, dotGo(a, b), exact)
			}
		}
	}
}

func TestDots(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, dim := range []int{1, 7, 8, 15, 16, 17, 24, 31, 100, 128, 257} {
		const n = 40
		c := &Column{Type: Type{Kind: Vector, Dim: dim}, Len: n, Vecs: drawVectors(rng, n, dim, true)}
		q, rows := drawVectors(rng, 1, dim, false), make([]int32, rng.IntN(100))
		for i := range rows {
			rows[i] = int32(rng.IntN(n))
		}
		out := make([]float32, len(rows)+1)
		out[len(rows)] = 7
		c.Dots(q, rows, out)
		for i, r := range rows {
			if want := dotGo(q, c.Vector(int(r))); !sameBits(out[i], want) {
				t.Fatalf("dimension %d, row %d: %v, want %v", dim, r, out[i], want)
			}
		}
		if out[len(rows)] != 7 {
			t.Fatalf("dimension %d: more was written than asked for", dim)
		}
	}
}

func TestDotsRefusesRowsThatAreNotThere(t *testing.T) {
	c := &Column{Type: Type{Kind: Vector, Dim: 16}, Len: 2, Vecs: make([]float32, 32)}
	for _, row := range []int32{2, -1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("row %d is read", row)
				}
			}()
			c.Dots(make([]float32, 16), []int32{row}, make([]float32, 1))
		}()
	}
}

func BenchmarkDot(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, dim = 8192, 100
	c := &Column{Type: Type{Kind: Vector, Dim: dim}, Len: n, Vecs: drawVectors(rng, n, dim, false)}
	q, rows, out := drawVectors(rng, 1, dim, false), make([]int32, n), make([]float32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	for name, f := range map[string]func(){
		"rows":    func() { c.Dots(q, rows, out) },
		"rows/go": func() { dotRowsGo(q, c.Vecs, rows, out) },
		"each": func() {
			for _, r := range rows {
				out[r] = Dot(q, c.Vector(int(r)))
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/row")
		})
	}
}
