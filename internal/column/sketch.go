package column

import "math"

// Sketch is a Vector column in a byte a number, to find out which rows are worth
// reading: a quarter of the memory to go through, by a few instructions a row.
//
// Rows stand in blocks of sketchBlock, in which four numbers of each row stand
// together: see sketchSums. All that is by row is there for whole blocks.
type Sketch struct {
	n, dim  int
	codes   []uint8   // a code + 128
	scale   []float32 // by row: a number is about its code times this
	off     []float32 // by row: how far its numbers are off together, and rounding; -Inf of a row without a vector
	size    []float32 // by row: the length of what its codes stand for
	longest float64   // of the rows that are known
}

const (
	sketchBlock = 16
	// sketchDim is the least dimension that is worth a sketch.
	sketchDim = 32
	// shortest is the length below which products of numbers may be too small for a
	// float32: of such vectors sketches say nothing.
	shortest = 1e-15
	// longestProduct is how large products of lengths may be: those of numbers, and
	// their sums, are no larger.
	longestProduct = math.MaxFloat32 / 16
	// upwards makes up for a number being rounded to a float32.
	upwards = 1 + 1e-4
)

// NewSketch of a column; nil where it is not worth it: vectors that are short, or
// a processor that reads bytes no faster than floats. With times, row i stands
// for its vector times times[i]; where that is 0 it counts as a null row, which
// is near to nothing.
func NewSketch(c *Column, times []float32) *Sketch {
	dim := c.Type.Dim
	if !hasSketches || dim < sketchDim {
		return nil
	}
	rows := (c.Len + sketchBlock - 1) &^ (sketchBlock - 1)
	s := &Sketch{n: c.Len, dim: dim, codes: make([]uint8, rows*wholeGroups(dim)), scale: make([]float32, rows), off: make([]float32, rows), size: make([]float32, rows)}
	for i := range s.codes {
		s.codes[i] = 128
	}
	for row := range rows {
		by := 1.0
		if times != nil && row < c.Len {
			by = float64(times[row])
		}
		if row >= c.Len || c.IsNull(row) || by == 0 {
			s.off[row] = float32(math.Inf(-1))
			continue
		}
		s.put(row, c.Vector(row), by)
	}
	return s
}

// wholeGroups is a dimension in groups of four numbers.
func wholeGroups(dim int) int { return (dim + 3) &^ 3 }

// put a row's vector, times by.
func (s *Sketch) put(row int, v []float32, by float64) {
	most, length := 0.0, 0.0
	for _, x := range v {
		most = max(most, math.Abs(float64(x)))
		length += float64(x) * float64(x)
	}
	length = math.Sqrt(length)
	scale := float64(float32(most / 127))
	switch {
	case most == 0:
		return
	case !(length > shortest && most < math.MaxFloat32/2 && length*math.Abs(by) < math.MaxFloat32/2):
		s.off[row] = float32(math.Inf(1)) // tiny or wild: nothing is known
		return
	}
	s.scale[row] = float32(scale * by)
	at := row/sketchBlock*sketchBlock*wholeGroups(s.dim) + row%sketchBlock*4
	left, size := 0.0, 0.0
	for i, x := range v {
		code := max(-127, min(127, math.RoundToEven(float64(x)/scale)))
		s.codes[at+i/4*4*sketchBlock+i%4] = uint8(int(code) + 128)
		d := float64(x) - code*scale
		left += d * d
		size += code * scale * code * scale
	}
	// Sums of dim products round by so much of the lengths at most (Higham,
	// "Accuracy and Stability of Numerical Algorithms", 3.1); the sketched ones by
	// a few times less.
	rounding := 4 * float64(s.dim+16) * (1.0 / (1 << 24))
	by = math.Abs(by)
	s.off[row] = float32((math.Sqrt(left) + rounding*length) * by * upwards)
	s.size[row] = float32(math.Sqrt(size) * by * upwards)
	s.longest = max(s.longest, length*by)
}

// Blocks are what rows are read by: SketchRows in each, but for the last.
func (s *Sketch) Blocks() int { return len(s.scale) / sketchBlock }

// SketchRows is how many rows a block has.
const SketchRows = sketchBlock

// Len is how many rows there are.
func (s *Sketch) Len() int { return s.n }

// Bytes is about how much memory it holds.
func (s *Sketch) Bytes() int {
	if s == nil {
		return 0
	}
	return len(s.codes) + 12*len(s.scale)
}
