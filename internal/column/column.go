package column

// Column is n values of one type as a struct of arrays. Exactly the slices of
// its kind are used; rows that are null hold the zero value there.
type Column struct {
	Type   Type
	Len    int
	Nulls  Bitmap      // nil: no row is null
	Ints   []int64     // Int Time Duration
	Floats []float64   // Float
	Bools  []bool      // Bool
	Codes  []uint32    // String: index into Dict
	Dict   *Dict       // String: the values, shared by columns of one origin
	Vecs   []float32   // Vector: Len × Dim, row-major; or
	Views  [][]float32 // Vector: each row where it stands, in what is never written to
	Ends   []uint32    // List: row i is Elems[Ends[i-1]:Ends[i]]
	Elems  *Column     // List
	Any    []Value     // Record: canonical forms
}

// Bitmap has a bit a row. The nil Bitmap has none set.
type Bitmap []uint64

// Get tells whether bit i is set.
func (b Bitmap) Get(i int) bool {
	return i>>6 < len(b) && b[i>>6]&(1<<(uint(i)&63)) != 0
}
