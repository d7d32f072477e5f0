package column

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A dot product is as far from the sketched one as it says at most, whatever the
// numbers are, and mostly a good deal closer than a fortieth of the lengths.
func TestSketchKnowsHowFarItIsOff(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	var sought Sought
	for _, dim := range []int{32, 33, 47, 48, 100, 300, 4096} {
		const n = 203
		c := &Column{Type: Type{Kind: Vector, Dim: dim}, Len: n, Vecs: drawVectors(rng, n, dim, false)}
		for row := range n {
			v := c.Vector(row)
			size := float32(math.Pow(10, float64(rng.IntN(20)-10)))
			for i := range v {
				switch {
				case row%10 == 0:
					v[i] = 0
				case row%10 == 1 && i > 0:
					v[i] = 0 // one number alone
				default:
					v[i] *= size
				}
			}
		}
		s := NewSketch(c, nil)
		if s == nil {
			t.Skip("no sketches on this processor")
		}
		rows := make([]int32, n)
		for i := range rows {
			rows[i] = int32(i)
		}
		exact, about := make([]float32, n), make([]float32, n)
		for range 20 {
			q := drawVectors(rng, 1, dim, false)
			if !s.Seek(q, &sought) {
				t.Fatal("nothing is known of a vector")
			}
			length := sought.Length
			c.Dots(q, rows, exact)
			s.Dots(&sought, rows, about)
			for i, r := range rows {
				off := math.Abs(float64(exact[i]) - float64(about[i]))
				if off > s.Off(r)*length {
					t.Fatalf("dimension %d, row %d: %v, sketched %v, off by %v, said %v", dim, i, exact[i], about[i], off, s.Off(r)*length)
				}
				if v := c.Vector(i); s.Off(r) > .025*math.Sqrt(float64(Dot(v, v))) {
					t.Fatalf("dimension %d, row %d: says %v of a length of %v: of no use", dim, i, s.Off(r), math.Sqrt(float64(Dot(v, v))))
				}
			}
		}
	}
}

func TestSketchOfWildNumbersSaysNothing(t *testing.T) {
	const dim = 40
	c := &Column{Type: Type{Kind: Vector, Dim: dim}, Len: 4, Vecs: make([]float32, 4*dim)}
	for row, x := range []float32{float32(math.NaN()), float32(math.Inf(1)), math.MaxFloat32, math.SmallestNonzeroFloat32} {
		c.Vector(row)[3] = x
	}
	s := NewSketch(c, nil)
	if s == nil {
		t.Skip("no sketches on this processor")
	}
	for row := range int32(4) {
		if off := s.Off(row); !math.IsInf(off, 1) && row < 3 {
			t.Errorf("row %d: off by %v at most", row, off)
		}
	}
}
