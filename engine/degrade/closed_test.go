package degrade

import (
	"math"
	"testing"
)

// Who would be refused whoever he is is refused before anything is known of him, and
// counted among the tiers as they come; as soon as one tier may be answered, nobody is.
func TestClosed(t *testing.T) {
	spec := page("front", Core)
	spec.Tiers[1].NoShed = false
	m := newToy(t, 1, spec)
	gate, err := m.c.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	s := (*m.c.scenes.Load())[spec.Key]
	m.warm("front", 20, 30)
	closed := func() (n int) {
		for range 400 {
			if _, no := gate.Closed(); no {
				n++
			}
		}
		return n
	}
	if n := closed(); n != 0 {
		t.Fatalf("%d of 400 are refused unseen on a machine with time", n)
	}
	before := m.c.Status(spec.Key)

	held := *s.table.Load() // more is under way than can be answered
	held.hard = 0
	s.table.Store(&held)
	s.local.underWay.Add(1)
	if why, no := gate.Closed(); !no || why != OnBacklog {
		t.Errorf("%v %v with too much under way", why, no)
	}
	if n := closed(); n != 400 {
		t.Errorf("%d of 400 are refused, want all", n)
	}
	mix := [2]float64{s.mix[0], s.mix[1]}
	s.place()
	after := m.c.Status(spec.Key)
	if got := after.Refused - before.Refused; got != 401 {
		t.Errorf("%d refused, want 401", got)
	}
	if got, want := after.Asked-before.Asked, 401*(mix[0]+3*mix[1]); math.Abs(got-want) > 4 {
		t.Errorf("asked for %g by weight, want about %g: as the tiers come", got, want)
	}

	for name, open := range map[string]func(*table){
		"a tier that is never refused": func(t *table) { t.tiers[1].noShed = true },
		"only watched":                 func(t *table) { t.watch = true },
		"less is under way":            func(t *table) { t.hard = math.MaxInt64 },
	} {
		next := held
		next.tiers = append([]row(nil), held.tiers...)
		open(&next)
		s.table.Store(&next)
		if n := closed(); n != 0 {
			t.Errorf("%s: %d of 400 are refused unseen", name, n)
		}
	}
	next := held
	next.hard = math.MaxInt64
	next.tiers = append([]row(nil), held.tiers...)
	for i := range next.tiers {
		next.tiers[i].shed = below(1)
	}
	s.table.Store(&next)
	if why, no := gate.Closed(); !no || why != OnShed {
		t.Errorf("%v %v with all of both tiers refused", why, no)
	}
	s.local.underWay.Add(-1)
}
