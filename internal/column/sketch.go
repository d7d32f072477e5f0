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

// NewSketch of a column; nil where it is not worth it: vectors that are short, or
// a processor that reads bytes no faster than floats.
func NewSketch(c *Column) *Sketch {
	dim := c.Type.Dim
	if !hasDot8 || dim < sketchDim {
		return nil
	}
	stride := (dim + 15) &^ 15
	s := &Sketch{dim: dim, stride: stride, codes: make([]int8, c.Len*stride), scale: make([]float32, c.Len), off: make([]float32, c.Len)}
	// Sums of dim products round by so much of the lengths at most (Higham,
	// "Accuracy and Stability of Numerical Algorithms", 3.1), the exact product
	// and the sketched one each.
	rounding := 4 * float64(dim+16) * (1.0 / (1 << 24))
	for row := range c.Len {
		v := c.Vector(row)
		most := 0.0
		for _, x := range v {
			most = max(most, math.Abs(float64(x)))
		}
		scale := float32(most / 127)
		if scale == 0 || !(most < math.MaxFloat32/2) {
			s.off[row] = float32(math.Inf(1)) // zeros or tiny: nothing is known
			if most == 0 {
				s.off[row] = 0
			}
			continue
		}
		s.scale[row] = scale
		codes := s.codes[row*stride:]
		left, length := 0.0, 0.0
		for i, x := range v {
			code := math.RoundToEven(float64(x) / float64(scale))
			codes[i] = int8(max(-127, min(127, code)))
			d := float64(x) - float64(codes[i])*float64(scale)
			left += d * d
			length += float64(x) * float64(x)
		}
		s.off[row] = float32((math.Sqrt(left) + rounding*math.Sqrt(length)) * (1 + 1e-4))
	}
	return s
}

// Query is a vector as Dots wants it, and its length.
func (s *Sketch) Query(q []float32) (padded []float32, length float64) {
	padded = make([]float32, s.stride)
	copy(padded, q[:s.dim])
	return padded, math.Sqrt(float64(Dot(q, q)))
}

// Dots are about the dot products of a query with rows: the exact ones, as
// Column.Dots gives them, are within Off times the query's length.
func (s *Sketch) Dots(padded []float32, rows []int32, out []float32) {
	out = out[:len(rows)]
	for _, r := range rows {
		if uint(r) >= uint(len(s.scale)) {
			panic("column: a row that is not there")
		}
	}
	dot8Rows(padded[:s.stride], s.codes, rows, out)
	for i, r := range rows {
		out[i] *= s.scale[r]
	}
}

// Off is how far a row's dot products are off at most, by the query's length.
func (s *Sketch) Off(row int32) float64 { return float64(s.off[row]) }

// Bytes is about how much memory it holds.
func (s *Sketch) Bytes() int {
	if s == nil {
		return 0
	}
	return len(s.codes) + 8*len(s.scale)
}
