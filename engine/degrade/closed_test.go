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

	table := s.table.Load()
	table.hard.Store(0) // more is under way than can be answered
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

	for name, open := range map[string]func(yes bool){
		"a tier that is never refused": func(yes bool) { table.tiers[1].noShed = yes },
		"only watched":                 func(yes bool) { table.watch = yes },
		"not even counted":             func(yes bool) { table.off = yes },
	} {
		open(true)
		if n := closed(); n != 0 {
			t.Errorf("%s: %d of 400 are refused unseen", name, n)
		}
		open(false)
	}
	table.hard.Store(math.MaxInt64)
	if n := closed(); n != 0 {
		t.Errorf("%d of 400 are refused unseen though less is under way", n)
	}
	for i := range table.tiers {
		table.tiers[i].shed.Store(below(1))
	}
	if why, no := gate.Closed(); !no || why != OnShed {
		t.Errorf("%v %v with all of both tiers refused", why, no)
	}
	s.local.underWay.Add(-1)
}
