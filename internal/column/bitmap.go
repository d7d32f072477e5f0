package column

import "math/bits"

// NewBitmap has room for n bits, none set.
func NewBitmap(n int) Bitmap { return make(Bitmap, (n+63)>>6) }

// Set sets bit i, which must be within the bitmap.
func (b Bitmap) Set(i int) { b[i>>6] |= 1 << (uint(i) & 63) }

// Clear clears bit i, which must be within the bitmap.
func (b Bitmap) Clear(i int) { b[i>>6] &^= 1 << (uint(i) & 63) }

// Count is how many bits are set.
func (b Bitmap) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Clone is a copy that shares nothing; nil stays nil.
func (b Bitmap) Clone() Bitmap {
	if b == nil {
		return nil
	}
	return append(Bitmap(nil), b...)
}
