package degrade

import (
	"fmt"
	"math"
	"testing"
)

func TestHashIsEven(t *testing.T) {
	const n = 100_000
	for _, salt := range []uint64{0, 1, 1 << 40} {
		under := 0
		for i := range n {
			if hash(salt, fmt.Sprint("user", i)) < below(.1) {
				under++
			}
		}
		if math.Abs(float64(under)/n-.1) > .004 {
			t.Errorf("salt %d: %d of %d below a tenth", salt, under, n)
		}
	}
	if below(0) != 0 || below(1) != math.MaxUint64 || below(math.NaN()) != 0 {
		t.Error("below at the ends")
	}
}
