package limit

import (
	"testing"
	"time"
)

func TestBucket(t *testing.T) {
	now := time.Unix(100, 0)
	b := New(20, func() time.Time { return now })
	took := 0
	for range 50 {
		if b.Take() {
			took++
		}
	}
	if took != 2 { // a tenth of a second's
		t.Errorf("%d at once", took)
	}
	for range 40 { // 2 seconds, more asked for than there is
		now = now.Add(50 * time.Millisecond)
		for range 3 {
			if b.Take() {
				took++
			}
		}
	}
	if took != 42 {
		t.Errorf("%d in 2 s of 20 a second", took)
	}
}
