package column

import "golang.org/x/sys/cpu"

// hasAVX2 never changes.
var hasAVX2 = cpu.X86.HasAVX2

//go:noescape
func dotAVX2(a, b *float32, n int) float32

//go:noescape
func dotRowsAVX2(q, vecs *float32, dim int, rows *int32, n int, out *float32)

// Dot is the dot product of two vectors of one length, the same on every
// processor to the last bit: see dotGo.
func Dot(a, b []float32) float32 {
	b = b[:len(a)]
	if len(a) < 16 || !hasAVX2 {
		return dotGo(a, b)
	}
	return dotAVX2(&a[0], &b[0], len(a))
}

// dotRows is dot products of q with rows of vecs; all rows are within.
func dotRows(q, vecs []float32, rows []int32, out []float32) {
	if len(rows) == 0 {
		return
	}
	if len(q) < 16 || !hasAVX2 {
		dotRowsGo(q, vecs, rows, out)
		return
	}
	dotRowsAVX2(&q[0], &vecs[0], len(q), &rows[0], len(rows), &out[0])
}
