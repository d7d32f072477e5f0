package degrade

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// Each of many quiet scenes may want more than it does at any moment; together
// they do not. A machine that has room for all of them degrades none.
func TestACrowdOfQuietScenes(t *testing.T) {
	const scenes = 120
	m := newToy(t, 2.4)
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
			for range 10 { // 1.4 a tick: 1,680 a second of 2,208
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

// Some time is kept from those below the best class, and from them only: nobody has less
// than a fair share or the cheapest plans for it.
func TestTimeIsKeptForTheBest(t *testing.T) {
	for _, c := range []struct {
		name   string
		claims []claim
		want   []float64
	}{
		{"a loud spare one", []claim{{class: Core, weight: 1, least: .1, full: .2}, {class: Spare, weight: 1, least: .3, full: 2}}, []float64{.2, .6}},
		{"of one class", []claim{{class: Spare, weight: 1, least: .1, full: .2}, {class: Spare, weight: 1, least: .3, full: 2}}, []float64{.2, .8}},
		{"a core one wants it all", []claim{{class: Core, weight: 1, least: .1, full: 2}, {class: Spare, weight: 1, least: .1, full: .2}}, []float64{.8, .2}},
		{"all is needed for the cheapest", []claim{{class: Core, weight: 1, least: .1, full: .2}, {class: Spare, weight: 1, least: .8, full: 2}}, []float64{.2, .8}},
	} {
		divide(1, .2, c.claims, nil)
		for i, want := range c.want {
			if got := c.claims[i].got; math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: claim %d has %.3f, want %.3f", c.name, i, got, want)
			}
		}
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

func TestALoudSceneHarmsNoQuietOne(t *testing.T) {
	m := newToy(t, 2, page("core", Core), page("quiet", Normal), page("loud", Spare))
	for i := range 100 {
		loud := 20
		if i > 30 {
			loud = 400
		}
		m.ask("core", 50, nil)
		m.ask("quiet", 5, nil)
		m.ask("loud", loud, nil)
		m.tick()
		if i > 5 && (m.state("core") != NORMAL || m.state("quiet") != NORMAL) {
			t.Fatalf("tick %d: core %v, quiet %v%s", i, m.state("core"), m.state("quiet"), m.events())
		}
	}
	if m.state("loud") == NORMAL {
		t.Error("the loud scene was not degraded: the test looks at nothing")
	}
}

func TestDivide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		claims := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) claim {
			full := rapid.Float64Range(0, 10).Draw(t, "full")
			return claim{class: Class(rapid.IntRange(0, 2).Draw(t, "class")), weight: rapid.Float64Range(.1, 4).Draw(t, "weight"),
				least: full * rapid.Float64Range(0, 1).Draw(t, "least"), full: full}
		}), 1, 12).Draw(t, "claims")
		budget := rapid.Float64Range(0, 40).Draw(t, "budget")
		divide(budget, 0, claims, nil)
		weights, sum, wanted := 0.0, 0.0, 0.0
		for _, c := range claims {
			if c.full > 0 {
				weights += c.weight
			}
			sum, wanted = sum+c.got, wanted+c.full
		}
		if sum > budget+1e-6 || sum < min(budget, wanted)-1e-6 {
			t.Fatalf("%g of %g given, %g wanted", sum, budget, wanted)
		}
		short := [Spare + 1]bool{}
		for _, c := range claims {
			if c.got < min(c.full, budget*c.weight/weights)-1e-9 || c.got > c.full+1e-9 {
				t.Fatalf("%+v is below its fair share or above what it wants, of %g", c, budget)
			}
			short[c.class] = short[c.class] || c.got < c.least-1e-6
		}
		for _, c := range claims { // none has more than its fair share while a higher class lacks the least
			over := c.got > budget*c.weight/weights+1e-6
			for class := Core; class < c.class; class++ {
				if over && short[class] {
					t.Fatalf("%+v has more than its share while class %d lacks", c, class)
				}
			}
		}
	})
}
