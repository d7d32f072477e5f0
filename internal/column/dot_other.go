//go:build !amd64

package column

// Dot is the dot product of two vectors of one length, the same on every
// processor to the last bit: see dotGo.
func Dot(a, b []float32) float32 { return dotGo(a, b[:len(a)]) }

// dotRows is dot products of q with rows of vecs; all rows are within.
func dotRows(q, vecs []float32, rows []int32, out []float32) { dotRowsGo(q, vecs, rows, out) }
