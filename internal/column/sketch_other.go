//go:build !amd64

package column

// hasSketches tells whether sketches are worth their memory here.
const hasSketches = false

func sketchSums(q []int8, codes []uint8, out []int32) {
	panic("column: there are no sketches here")
}

func sketchMasks(sums []int32, scale, off, size []float32, by *reach, out []uint16) {
	panic("column: there are no sketches here")
}
