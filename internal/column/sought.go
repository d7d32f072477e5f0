package column

import (
	"math"
	"math/bits"
)

// Sought is a vector as sketches want it. It may be used for one after the other.
type Sought struct {
	codes []int8
	unit  float64 // a number is about its code times this, the answer's times included
	sum   int32   // of what 128 more a code adds
	away  float64 // what a row's off counts: the length, and so of its own
	wrong float64 // what a row's size counts: the error's length
	sums  []int32
	masks []uint16
}

// reach is what sketchMasks goes by; its layout is the assembly's.
type reach struct {
	sum                      int32
	unit, away, wrong, floor float32
}

// roundly makes up for the rounding of an answer, and of the lengths.
const roundly = 1 + 1e-5

// Seek makes a vector of the sketch's dimension ready, for answers that are dot
// products times a number above 0. It tells whether the sketch knows anything of
// it: not where it is zeros, tiny or wild.
func (s *Sketch) Seek(q []float32, times float64, to *Sought) bool {
	q = q[:s.dim]
	length, pair := 0.0, 0.0
	for i := 0; i < len(q); i += 2 {
		x, y := math.Abs(float64(q[i])), 0.0
		if i+1 < len(q) {
			y = math.Abs(float64(q[i+1]))
		}
		pair = max(pair, x+y)
		length += x*x + y*y
	}
	length = math.Sqrt(length)
	if !(length > shortest && length < math.MaxFloat32/2 && max(length, 1)*max(s.longest, 1)*max(times, 1) < longestProduct) {
		return false
	}
	if n := wholeGroups(s.dim); cap(to.codes) < n {
		to.codes = make([]int8, n)
	} else {
		to.codes = to.codes[:n]
		clear(to.codes)
	}
	// Two products with codes of rows, of 255 at most, are to fit an int16: the
	// codes of a pair are 128 at most together, rounding included.
	unit := pair / 127
	sum, wrong := 0, 0.0
	for i, x := range q {
		code := max(-127, min(127, math.RoundToEven(float64(x)/unit)))
		to.codes[i] = int8(code)
		sum += int(code)
		d := float64(x) - code*unit
		wrong += d * d
	}
	to.sum, to.unit = int32(128*sum), unit*times
	to.away, to.wrong = length*times*roundly, math.Sqrt(wrong)*times*roundly
	return true
}

// Near is a row that may be near to what is sought: its answer is from Low to High.
type Near struct {
	Row       int32
	Low, High float64
}

// Nearby appends the rows of blocks from..to-1 whose answer may be floor or more,
// ascending. Rows without a vector are not among them.
func (s *Sketch) Nearby(q *Sought, from, to int, floor float64, dst []Near) []Near {
	blocks := to - from
	q.sums, q.masks = room(q.sums, blocks*sketchBlock), room(q.masks, blocks)
	first := from * sketchBlock
	sketchSums(q.codes, s.codes[first*len(q.codes):], q.sums)
	by := reach{q.sum, float32(q.unit), float32(q.away * upwards), float32(q.wrong * upwards), downwards(floor)}
	sketchMasks(q.sums, s.scale[first:], s.off[first:], s.size[first:], &by, q.masks)
	for b, mask := range q.masks {
		for ; mask != 0; mask &= mask - 1 {
			i := b*sketchBlock + bits.TrailingZeros16(mask)
			row := first + i
			off := float64(s.off[row])
			if math.IsInf(off, -1) {
				continue
			}
			about := float64(q.sums[i]-q.sum) * q.unit * float64(s.scale[row])
			off = off*q.away + float64(s.size[row])*q.wrong
			dst = append(dst, Near{int32(row), about - off, about + off})
		}
	}
	return dst
}

// downwards is a float32 that is no more than the number.
func downwards(f float64) float32 {
	x := float32(f)
	if float64(x) > f {
		x = math.Nextafter32(x, float32(math.Inf(-1)))
	}
	return x
}

// room is a slice of n, the same array where it is large enough.
func room[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
