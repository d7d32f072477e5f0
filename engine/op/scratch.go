package op

import (
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/index"
)

// Scratch is what an operator writes to while it runs and gives to nobody: what
// stands there is the call's until it returns, and the next call's from then on.
// One belongs to one node of one run; nil is memory of the heap each time.
type Scratch struct {
	keys  []uint64
	sel   []int32
	slots []int32
	ids   []batch.ID
	score []float64
	from  []uint64
	docs  []index.Ref
	some  []index.Ref
}

// order is room to sort n rows in: keys, as much to move them to, and the rows.
func (x *Scratch) order(n int) (keys, spare []uint64, sel []int32) {
	if x == nil {
		return make([]uint64, n), make([]uint64, n), make([]int32, n)
	}
	x.keys, x.sel = room(x.keys, 2*n), room(x.sel, n)
	return x.keys[:n], x.keys[n:], x.sel
}

// rows is room for n rows.
func (x *Scratch) rows(n int) []int32 {
	if x == nil {
		return make([]int32, n)
	}
	x.sel = room(x.sel, n)
	return x.sel
}

// hits is room for n documents, and for some of them.
func (x *Scratch) hits(n int) (docs, some []index.Ref) {
	if x == nil {
		return make([]index.Ref, n), make([]index.Ref, n)
	}
	x.docs, x.some = room(x.docs, n), room(x.some, n)
	return x.docs, x.some
}

// table is n free slots.
func (x *Scratch) table(n int) []int32 {
	if x == nil {
		return make([]int32, n)
	}
	x.slots = room(x.slots, n)
	clear(x.slots)
	return x.slots
}

// room is a slice of n, the same array where it is large enough, and not many
// times as large as what was wanted last.
func room[T any](s []T, n int) []T {
	if cap(s) < n || cap(s) > 16*n+4096 {
		return make([]T, n)
	}
	return s[:n]
}
