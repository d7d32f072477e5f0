package degrade

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Each of many quiet scenes may want more than it does at any moment; together
// they do not. A machine that has room for all of them degrades none.
func TestACrowdOfQuietScenes(t *testing.T) {
	const scenes = 200
	m := newToy(t, 4)
	for i := range scenes {
		if err := m.c.Register(page(fmt.Sprint("scene", i), Class(i%3))); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	asked, less := 0, 0
	for tick := range 150 {
		for i := range scenes {
			n := 0
			for range 10 { // 1.4 a tick: 2,800 a second of 3,680
				if r.Float64() < .14 {
					n++
				}
			}
			for range n {
				d := m.c.Decide(fmt.Sprint("scene", i), "page", fmt.Sprint("user", r.IntN(1000)), i%2)
				m.busy += d.Plan.Cost()
				d.Done(0, 0)
				if tick >= 20 {
					asked++
					if d.Shed || d.Plan.Level > 0 {
						less++
					}
				}
			}
		}
		m.tick()
	}
	if less > asked/200 {
		t.Errorf("%d of %d requests had less at three quarters of the load: %s", less, asked, m.events())
	}
}

// What a lone scene may want is what all may want.
func TestOneSceneIsNoCrowd(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		m.ask("front", r.IntN(300), nil)
		m.tick()
		s := m.c.order[0]
		if got, want := m.c.claims[0].full, s.needs[0]; got != want {
			t.Fatalf("it claims %g cores of the %g it needs", got, want)
		}
	}
}
