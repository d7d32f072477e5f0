package column

import "math"

// Sketch is a Vector column in a byte a number, to find out which rows are worth
// reading: a quarter of the memory to go through.
type Sketch struct {
	dim, stride int
	codes       []int8    // stride a row
	scale       []float32 // by row: a number is about its code times this
	off         []float32 // by row: an upper bound of the error of a dot product, by the length of the other vector
}

// sketchDim is the least dimension that is worth a sketch.
const sketchDim = 32

// shortest is the length below which products of numbers may be too small for a
// float32: of such vectors sketches say nothing.
const shortest = 1e-15

// NewSketch of a column; nil where it is not worth it: vectors that are short, or
// a processor that reads bytes no faster than floats. With times, row i stands
// for its vector times times[i]; where that is 0, for zeros.
func NewSketch(c *Column, times []float32) *Sketch {
	dim := c.Type.Dim
	if !hasDot8 || dim < sketchDim {
		return nil
	}
	stride := (dim + 15) &^ 15
	s := &Sketch{dim: dim, stride: stride, codes: make([]int8, c.Len*stride), scale: make([]float32, c.Len), off: make([]float32, c.Len)}
	// Sums of dim products round by so much of the lengths at most (Higham,
	// "Accuracy and Stability of Numerical Algorithms", 3.1), the exact product
	// and the sketched one each. A number of the other vector is off by half a
	// code at most, and the greatest is no more than its length.
	rounding := 4 * float64(dim+16) * (1.0 / (1 << 24))
	sought := math.Sqrt(float64(dim)) / 2 / greatestCode(dim)
	for row := range c.Len {
		v := c.Vector(row)
		by := 1.0
		if times != nil {
			by = float64(times[row])
		}
		most, length := 0.0, 0.0
		for _, x := range v {
			most = max(most, math.Abs(float64(x)))
			length += float64(x) * float64(x)
		}
		length = math.Sqrt(length)
		scale := float32(most / 127)
		if most == 0 || by == 0 {
			continue
		}
		if !(length > shortest && most < math.MaxFloat32/2) {
			s.off[row] = float32(math.Inf(1)) // tiny or wild: nothing is known
			continue
		}
		s.scale[row] = float32(float64(scale) * by)
		codes := s.codes[row*stride:]
		left := 0.0
		for i, x := range v {
			code := math.RoundToEven(float64(x) / float64(scale))
			codes[i] = int8(max(-127, min(127, code)))
			d := float64(x) - float64(codes[i])*float64(scale)
			left += d * d
		}
		left = math.Sqrt(left)
		s.off[row] = float32((left + sought*(length+left) + rounding*length) * by * (1 + 1e-4))
	}
	return s
}

// greatestCode of a number of the vector that rows are multiplied with: sums of
// so many products are within an int32.
func greatestCode(dim int) float64 { return float64(min(math.MaxInt16, math.MaxInt32/127/dim)) }

// Sought is a vector as Dots wants it. It may be used for one after the other.
type Sought struct {
	Length float64 // of the vector
	codes  []int16
	unit   float64 // a number is about its code times this
	rows   []int32
	sums   []int32
}

// Seek makes a vector of the sketch's dimension ready. It tells whether sketches
// know anything of it: not where it is zeros, tiny or wild.
func (s *Sketch) Seek(q []float32, to *Sought) bool {
	most, length := 0.0, 0.0
	for _, x := range q {
		most = max(most, math.Abs(float64(x)))
		length += float64(x) * float64(x)
	}
	if to.Length = math.Sqrt(length); !(to.Length > shortest && most < math.MaxFloat32/2) {
		return false
	}
	if cap(to.codes) < s.stride {
		to.codes = make([]int16, s.stride)
	}
	to.codes = to.codes[:s.stride]
	clear(to.codes)
	to.unit = most / greatestCode(s.dim)
	for i, x := range q[:s.dim] {
		to.codes[i] = int16(math.RoundToEven(float64(x) / to.unit))
	}
	return true
}

// Dots are about the dot products of a vector with rows: the exact ones, as
// Column.Dots gives them times the row's number, are within Off times its length.
func (s *Sketch) Dots(q *Sought, rows []int32, out []float32) {
	out = out[:len(rows)]
	for _, r := range rows {
		if uint(r) >= uint(len(s.scale)) {
			panic("column: a row that is not there")
		}
	}
	if cap(q.sums) < len(rows)+4 {
		q.sums = make([]int32, len(rows)+4)
	}
	sums := q.sums[:len(rows)+4]
	dot8Rows(q.codes[:s.stride], s.codes, rows, sums)
	if whole := len(rows) &^ 3; whole < len(rows) {
		q.rows = append(append(q.rows[:0], rows[whole:]...), 0, 0, 0) // any row that is there
		dot8Rows(q.codes[:s.stride], s.codes, q.rows[:4], sums[whole:])
	}
	for i, r := range rows {
		out[i] = float32(float64(sums[i]) * q.unit * float64(s.scale[r]))
	}
}

// Off is how far a row's dot products are off at most, by the vector's length.
func (s *Sketch) Off(row int32) float64 { return float64(s.off[row]) }

// Bytes is about how much memory it holds.
func (s *Sketch) Bytes() int {
	if s == nil {
		return 0
	}
	return len(s.codes) + 8*len(s.scale)
}
