package column

import "golang.org/x/sys/cpu"

// hasSketches tells whether sketches are worth their memory here.
var hasSketches = cpu.X86.HasAVX2

//go:noescape
func sketchSumsAVX2(q *int8, codes *uint8, groups, blocks int, out *int32)

//go:noescape
func sketchMasksAVX2(sums *int32, scale, off, size *float32, blocks int, by *reach, out *uint16)

// sketchSums are the sums of products of q with the rows of whole blocks.
func sketchSums(q []int8, codes []uint8, out []int32) {
	blocks := len(out) / sketchBlock
	if blocks == 0 {
		return
	}
	_ = codes[blocks*sketchBlock*len(q)-1]
	sketchSumsAVX2(&q[0], &codes[0], len(q)/4, blocks, &out[0])
}

// sketchMasks has a bit for each row of whole blocks that may reach the floor.
func sketchMasks(sums []int32, scale, off, size []float32, by *reach, out []uint16) {
	if len(out) == 0 {
		return
	}
	last := len(out)*sketchBlock - 1
	_, _, _, _ = sums[last], scale[last], off[last], size[last]
	sketchMasksAVX2(&sums[0], &scale[0], &off[0], &size[0], len(out), by, &out[0])
}
