package limit

import (
	"testing"
	"time"
)

// What came lately is of the ten seconds that are over: of before nothing is told, nor of
// a second that goes on.
func TestLately(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	for name, take := range map[string]struct {
		one    func(time.Time) bool
		lately func(time.Time) (float64, float64)
		count  func() uint64
	}{
		"all":    of(NewRate(4)),
		"by key": ofKey(NewKeyed(4)),
	} {
		for range 5 { // one is there at once; one a quarter of a second
			take.one(now)
		}
		if taken, refused := take.lately(now); taken != 0 || refused != 0 {
			t.Errorf("%s: of a second that goes on: %g %g", name, taken, refused)
		}
		if taken, refused := take.lately(now.Add(time.Second)); taken != .1 || refused != .4 || take.count() != 4 {
			t.Errorf("%s: %g taken and %g refused a second, %d refused", name, taken, refused, take.count())
		}
		if taken, _ := take.lately(now.Add(10 * time.Second)); taken != .1 {
			t.Errorf("%s: after ten seconds %g", name, taken)
		}
		if taken, refused := take.lately(now.Add(11 * time.Second)); taken != 0 || refused != 0 {
			t.Errorf("%s: after eleven seconds %g %g", name, taken, refused)
		}
		take.one(now.Add(11 * time.Second)) // in the place of the first second
		if taken, refused := take.lately(now.Add(12 * time.Second)); taken != .1 || refused != 0 {
			t.Errorf("%s: of another second in its place: %g %g", name, taken, refused)
		}
	}
}

type limited = struct {
	one    func(time.Time) bool
	lately func(time.Time) (float64, float64)
	count  func() uint64
}

func of(r *Rate) limited {
	return limited{func(now time.Time) bool { _, ok := r.Take(now); return ok }, r.Lately, r.Refused}
}

func ofKey(k *Keyed) limited {
	return limited{func(now time.Time) bool { _, ok := k.Take("a", now); return ok }, k.Lately, k.Refused}
}
