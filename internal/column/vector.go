package column

import "math"

// L2 is the squared Euclidean distance of two vectors of one length.
func L2(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		d0, d1, d2, d3 := x[0]-y[0], x[1]-y[1], x[2]-y[2], x[3]-y[3]
		s0 += d0 * d0
		s1 += d1 * d1
		s2 += d2 * d2
		s3 += d3 * d3
	}
	for ; i < len(a); i++ {
		d := a[i] - b[i]
		s0 += d * d
	}
	return (s0 + s1) + (s2 + s3)
}

// Cosine of the angle between two vectors; false when one is all 0 or the
// lengths differ.
func Cosine(a, b []float32) (float64, bool) {
	if len(a) != len(b) {
		return 0, false
	}
	return cosineOf(a, b, norm(b))
}

// cosineOf is Cosine with a vector as long as a, whose length is known.
func cosineOf(a, b []float32, size float64) (float64, bool) {
	n := norm(a) * size
	if n == 0 {
		return 0, false
	}
	return float64(Dot(a, b)) / n, true
}

func norm(v []float32) float64 { return math.Sqrt(float64(Dot(v, v))) }
