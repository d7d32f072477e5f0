package degrade

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// toy is a machine and a clock for a controller.
type toy struct {
	now   time.Time
	cores float64
	busy  time.Duration
	c     *Controller
}

func (m *toy) Load() Load { return Load{Cores: m.cores, Busy: m.busy} }

// page costs 1 ms in full and .2 ms at least; what is off the list is rank.
func page(scene string, class Class) Spec {
	return Spec{Key: Key{scene, "page"}, Class: class, Deadline: 100 * time.Millisecond,
		Tiers: []Tier{{Name: "visitors"}, {Name: "members", Weight: 3, NoShed: true}},
		Modules: []Module{
			{Name: "search", Source: true, Variants: []Variant{
				{Name: "200", Gain: .5, Rows: 200, Fixed: 300 * time.Microsecond, Time: 20 * time.Millisecond},
				{Name: "80", Gain: .4, Rows: 80, Fixed: 200 * time.Microsecond, Time: 12 * time.Millisecond}}},
			{Name: "bought", Source: true, Soft: true, Variants: []Variant{
				{Name: "on", Gain: .2, Rows: 50, Fixed: 300 * time.Microsecond, Time: 30 * time.Millisecond}, {Off: true}}},
			{Name: "rank", Inputs: []string{"search", "bought"}, Variants: []Variant{
				{Name: "on", Gain: .3, Fixed: 400 * time.Microsecond, Time: 10 * time.Millisecond, Rows: 20}, {Off: true}}},
		}}
}

func newToy(t testing.TB, cores float64, specs ...Spec) *toy {
	t.Helper()
	m := &toy{now: time.Unix(1_700_000_000, 0), cores: cores}
	c, err := New(Options{Now: func() time.Time { return m.now }, CPU: m, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	m.c = c
	for _, s := range specs {
		if err := c.Register(s); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// ask so many requests of a scene within a tick, and serve them as planned.
// Modules that hang are late.
func (m *toy) ask(scene string, n int, hang map[string]bool) (shed int) {
	for i := range n {
		d := m.c.Decide(scene, "page", fmt.Sprint("user", i), i%4/3)
		if d.Shed {
			shed++
			continue
		}
		m.busy += d.Plan.Cost()
		for k, name := range []string{"search", "bought", "rank"} {
			mark := Mark(0)
			if hang[name] {
				mark = TimedOut
			}
			if d.Plan.Variants[k] == 0 || k == 0 {
				d.Module(k, 5*time.Millisecond, 0, 0, mark)
			}
		}
		d.Done(20*time.Millisecond, 0)
	}
	return shed
}

func (m *toy) tick() {
	m.now = m.now.Add(Step)
	m.c.Tick()
}

func (m *toy) state(scene string) State { return m.c.Status(Key{scene, "page"}).State }

// until runs ticks of a rate until a state is reached, and gives the time taken.
func (m *toy) until(t *testing.T, scene string, rate int, want State, most time.Duration) time.Duration {
	t.Helper()
	for d := time.Duration(0); d <= most; d += Step {
		if m.state(scene) == want {
			return d
		}
		m.ask(scene, rate/10, nil)
		m.tick()
	}
	t.Fatalf("%s is %v after %v, want %v: %s", scene, m.state(scene), most, want, m.events())
	return 0
}

func (m *toy) events() string {
	var b strings.Builder
	for _, e := range m.c.Events(0) {
		fmt.Fprintf(&b, "\n%v %s %v→%v %s %s", e.At.Sub(time.Unix(1_700_000_000, 0)), e.Key, e.From, e.To, e.Why, e.By)
	}
	return b.String()
}

func frozen(by string, d time.Duration) Override { return Override{Action: Freeze, By: by, For: d} }
