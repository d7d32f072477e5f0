package radix

import (
	"math/bits"
	"slices"
)

// few keys are sorted by comparing.
const few = 48

// Sort keys, ascending. spare is as long and is written to; both are the caller's.
//
// Keys are spread by the upper 16 bits in which they differ, eight at a time; the
// few that are equal in all of these are then compared.
func Sort(keys, spare []uint64) {
	if len(keys) < few {
		slices.Sort(keys)
		return
	}
	least, most := keys[0], keys[0]
	for _, k := range keys {
		least, most = min(least, k), max(most, k)
	}
	shift := max(0, bits.Len64(most-least)-16)
	var low, high [256]uint32
	for _, k := range keys {
		d := (k - least) >> shift
		low[d&255]++
		high[d>>8&255]++
	}
	a, b := uint32(0), uint32(0)
	for i := range low {
		low[i], a = a, a+low[i]
		high[i], b = b, b+high[i]
	}
	spare = spare[:len(keys)]
	for _, k := range keys {
		at := &low[(k-least)>>shift&255]
		spare[*at] = k
		*at++
	}
	for _, k := range spare {
		at := &high[(k-least)>>shift>>8&255]
		keys[*at] = k
		*at++
	}
	if shift > 0 {
		settle(keys, least, shift)
	}
}

// settle the order of neighbours that are equal down to shift.
func settle(keys []uint64, least uint64, shift int) {
	for from := 0; from < len(keys); {
		d := (keys[from] - least) >> shift
		to := from + 1
		for to < len(keys) && (keys[to]-least)>>shift == d {
			to++
		}
		if to-from > 1 {
			slices.Sort(keys[from:to])
		}
		from = to
	}
}
