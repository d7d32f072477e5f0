package radix

import "math"

// Descending is a key that is the less, the greater a number is: NaN comes last,
// and both zeros are one.
func Descending(f float64) uint64 {
	if f != f {
		return math.MaxUint64
	}
	return ^Ascending(f)
}

// Ascending is a key that is the less, the less a number is: NaN comes last, and
// both zeros are one.
func Ascending(f float64) uint64 {
	if f != f {
		return math.MaxUint64
	}
	if f == 0 {
		f = 0 // there is a negative one
	}
	u := math.Float64bits(f)
	if u>>63 == 0 {
		return u | 1<<63
	}
	return ^u
}
