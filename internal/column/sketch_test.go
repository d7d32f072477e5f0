package column

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// drawSketch is a column with rows of every kind, and a sketch of it; nil on a
// processor without.
func drawSketch(rng *rand.Rand, n, dim int, times []float32) (*Column, *Sketch) {
	c := &Column{Type: Type{Kind: Vector, Dim: dim}, Len: n, Vecs: drawVectors(rng, n, dim, false), Nulls: NewBitmap(n)}
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
		if row%10 == 0 && row%20 > 0 {
			c.Nulls.Set(row)
		}
	}
	return c, NewSketch(c, times)
}

// An answer is within what is said of it, whatever the numbers are, and that is
// mostly a small part of the lengths.
func TestSketchKnowsHowFarItIsOff(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	var sought Sought
	for _, dim := range []int{32, 33, 47, 48, 100, 300, 4096} {
		const n = 203
		c, s := drawSketch(rng, n, dim, nil)
		if s == nil {
			t.Skip("no sketches on this processor")
		}
		for range 20 {
			q := drawVectors(rng, 1, dim, false)
			length := math.Sqrt(float64(Dot(q, q)))
			if !s.Seek(q, 2, &sought) {
				t.Fatal("nothing is known of a vector")
			}
			seen := 0
			for _, near := range s.Nearby(&sought, 0, s.Blocks(), math.Inf(-1), nil) {
				v := c.Vector(int(near.Row))
				exact, most := 2*float64(Dot(q, v)), 2*length*math.Sqrt(float64(Dot(v, v)))
				if exact < near.Low || exact > near.High {
					t.Fatalf("dimension %d, row %d: %v, said %v to %v", dim, near.Row, exact, near.Low, near.High)
				}
				if near.High-near.Low > .1*most {
					t.Fatalf("dimension %d, row %d: says %v to %v of at most %v: of no use", dim, near.Row, near.Low, near.High, most)
				}
				if c.IsNull(int(near.Row)) {
					t.Fatalf("row %d has no vector", near.Row)
				}
				seen++
			}
			if seen != n-c.Nulls.Count() {
				t.Fatalf("%d rows of %d, without %d", seen, n, c.Nulls.Count())
			}
		}
	}
}

// The assembly counts what its definition does, and no row is left out that may
// reach the floor.
func TestNearbyIsWhatMayReachTheFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 9))
	var sought Sought
	for turn := range 60 {
		n, dim := 1+rng.IntN(100), 32+rng.IntN(80)
		times := make([]float32, n)
		for i := range times {
			times[i] = float32(rng.IntN(3)) // some are to be near to nothing
		}
		c, s := drawSketch(rng, n, dim, times)
		if s == nil {
			t.Skip("no sketches on this processor")
		}
		q := drawVectors(rng, 1, dim, false)
		if turn%4 == 0 {
			for i := range q {
				q[i] = float32(math.Copysign(1, rng.NormFloat64())) // pairs of products as large as they get
			}
		}
		if !s.Seek(q, 1, &sought) {
			t.Fatal("nothing is known of a vector")
		}
		all := s.Nearby(&sought, 0, s.Blocks(), math.Inf(-1), nil)
		for _, near := range all {
			sum, block, lane := 0, int(near.Row)/16, int(near.Row)%16
			for i, code := range sought.codes {
				sum += int(code) * (int(s.codes[block*16*len(sought.codes)+i/4*64+lane*4+i%4]) - 128)
			}
			if want := float64(sum) * sought.unit * float64(s.scale[near.Row]); math.Abs(want-(near.Low+near.High)/2) > 1e-6*math.Abs(near.High) {
				t.Fatalf("row %d: about %v, want %v", near.Row, (near.Low+near.High)/2, want)
			}
			if c.IsNull(int(near.Row)) || times[near.Row] == 0 {
				t.Fatalf("row %d stands for nothing", near.Row)
			}
		}
		for _, floor := range []float64{-1, 0, 1e-3, .5, 3, math.Inf(1)} {
			some := s.Nearby(&sought, 0, s.Blocks(), floor, nil)
			for _, near := range all {
				exact := float64(Dot(q, c.Vector(int(near.Row)))) * float64(times[near.Row])
				if has := slices.ContainsFunc(some, func(x Near) bool { return x.Row == near.Row }); !has && exact >= floor {
					t.Fatalf("row %d has %v and is left out below %v", near.Row, exact, floor)
				} else if has && near.High < floor-1e-3*math.Abs(floor) {
					t.Fatalf("row %d has %v at most and is not left out below %v", near.Row, near.High, floor)
				}
			}
		}
	}
}

func TestSketchOfWildNumbersSaysNothing(t *testing.T) {
	const dim = 40
	c := &Column{Type: Type{Kind: Vector, Dim: dim}, Len: 4, Vecs: make([]float32, 4*dim)}
	wild := []float32{float32(math.NaN()), float32(math.Inf(1)), math.MaxFloat32, math.SmallestNonzeroFloat32}
	for row, x := range wild {
		c.Vector(row)[3] = x
	}
	s := NewSketch(c, nil)
	if s == nil {
		t.Skip("no sketches on this processor")
	}
	q := make([]float32, dim)
	q[3] = 1
	var sought Sought
	if !s.Seek(q, 1, &sought) {
		t.Fatal("nothing is known of a vector")
	}
	near := s.Nearby(&sought, 0, 1, 1e30, nil)
	if len(near) != 4 {
		t.Errorf("of four wild rows %v may be anywhere", near)
	}
	for _, x := range wild {
		if q[3] = x; s.Seek(q, 1, &sought) {
			t.Errorf("something is known of %v", x)
		}
	}
}
