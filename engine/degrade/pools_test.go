package degrade

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// twoPools is a page whose bought recall is of a service and whose rank costs the
// CPU of this process.
func twoPools(t testing.TB, cores, service float64) (*toy, *toy) {
	t.Helper()
	m, far := &toy{now: time.Unix(1_700_000_000, 0), cores: cores}, &toy{cores: service}
	c, err := New(Options{Now: func() time.Time { return m.now }, CPU: m, Pool: map[string]CPU{"ctr": far}})
	if err != nil {
		t.Fatal(err)
	}
	m.c = c
	s := page("front", Core)
	s.Modules[1].Pool = "ctr"
	if err := c.Register(s); err != nil {
		t.Fatal(err)
	}
	return m, far
}

// A service that is short takes away what uses it and leaves what does not.
func TestAPoolHasAPriceOfItsOwn(t *testing.T) {
	m, _ := twoPools(t, 8, .05)
	for range 40 {
		m.ask("front", 100, nil)
		m.tick()
	}
	st := m.c.Status(Key{"front", "page"})
	if st.Binding != "ctr" || st.Price <= 0 {
		t.Errorf("the service should bind: %+v", st)
	}
	for _, tier := range st.Tiers {
		if tier.Plan != "full" && tier.Plan != "bought off" || tier.Deeper > 1e-6 && tier.Below != "bought off" {
			t.Errorf("%s has %q and %q: only what uses the service should be off", tier.Name, tier.Plan, tier.Below)
		}
	}
}

// With both pools short, both budgets are kept and used, and no filling of plans
// that were made for one of them alone gains more.
func TestTwoShortPools(t *testing.T) {
	m, _ := twoPools(t, .5, .1)
	for range 40 {
		m.ask("front", 100, nil)
		m.tick()
	}
	s := (*m.c.scenes.Load())[Key{"front", "page"}]
	if s.scarcely != 3 {
		t.Fatalf("scarce pools %b, want both: the test looks at nothing", s.scarcely)
	}
	j := s.snapshot()
	best, err := j.priced(j.byHand, "t")
	if err != nil {
		t.Fatal(err)
	}
	var f filled
	best.fill(j.spec, j.demand, j.budget, &f)
	for q := range 2 {
		if takes := best.takes(j.demand, &f, q); takes > j.budget[q]*(1+1e-6) {
			t.Errorf("pool %d is asked for %g of %g", q, takes, j.budget[q])
		}
	}
	got := best.gain(j.spec, j.demand, &f)
	for _, weights := range [][]float64{{1, idle, 0}, {idle, 1, 0}, {1, 1, 0}} {
		l, err := j.lineup(j.byHand, "t", weights)
		if err != nil {
			t.Fatal(err)
		}
		if g := j.gains(l); g > got*(1+1e-3) {
			t.Errorf("at weights %v %g is gained, at the sought ones %v %g", weights, g, best.weights, got)
		}
	}
}

// Whatever the budgets of the pools: none is overdrawn while somebody can be
// refused, and more of one never gains less.
func TestFillKeepsEveryBudget(t *testing.T) {
	m, _ := twoPools(t, 1, 1)
	s := (*m.c.scenes.Load())[Key{"front", "page"}]
	rapid.Check(t, func(t *rapid.T) {
		demand := []float64{rapid.Float64Range(0, 5000).Draw(t, "visitors"), rapid.Float64Range(0, 5000).Draw(t, "members")}
		l := s.lines[0]
		budget, more := []float64{0, 0, unbounded}, []float64{0, 0, unbounded}
		floor := []float64{0, 0}
		for q := range 2 {
			_, full := l.need(demand, q)
			budget[q] = rapid.Float64Range(0, 1.2).Draw(t, fmt.Sprint("budget ", q)) * full
			more[q] = budget[q]
			floor[q] = demand[1] * l.tiers[1][len(l.tiers[1])-1].cost[q] // members are not refused
		}
		more[rapid.IntRange(0, 1).Draw(t, "which grows")] *= 1.5
		var one, other filled
		l.fill(&s.spec, demand, budget, &one)
		l.fill(&s.spec, demand, more, &other)
		for q := range 2 {
			if takes := l.takes(demand, &one, q); takes > max(budget[q], floor[q])+1e-6 {
				t.Fatalf("pool %d: %g of %g: %+v", q, takes, budget[q], one)
			}
		}
		for i := range demand {
			if other.shed[i] > one.shed[i]+1e-9 {
				t.Fatalf("more budget refuses more: %+v, then %+v", one, other)
			}
		}
	})
}

// CPU that others take is no capacity, although the process does not use it.
func TestStolenCores(t *testing.T) {
	m := &thief{toy: toy{now: time.Unix(1_700_000_000, 0), cores: 2}}
	c, err := New(Options{Now: func() time.Time { return m.now }, CPU: m})
	if err != nil {
		t.Fatal(err)
	}
	m.c = c
	if err := c.Register(page("front", Core)); err != nil {
		t.Fatal(err)
	}
	ask := func(ticks int) {
		for range ticks {
			before := m.busy
			m.ask("front", 60, nil)
			used := m.busy - before
			m.stolen += time.Duration(float64(used) * m.share / (1 - m.share))
			m.tick()
		}
	}
	ask(30)
	if k := c.local.capacity; k < 1.9 || k > 2.1 {
		t.Fatalf("capacity %g of 2 cores", k)
	}
	m.share = .5
	ask(10)
	if k := c.local.capacity; k > 1.1 {
		t.Errorf("a second after half of the CPU is stolen the capacity is %g, want 1", k)
	}
	m.share = 0
	ask(60)
	if k := c.local.capacity; k < 1.8 {
		t.Errorf("six seconds after it came back the capacity is %g, want 2", k)
	}
	m.cores = 1
	ask(1)
	if k := c.local.capacity; k > 1.1 {
		t.Errorf("with one of the two cores left the capacity is %g", k)
	}
}

type thief struct {
	toy
	stolen time.Duration
	share  float64
}

func (m *thief) Load() Load { return Load{Cores: m.cores, Busy: m.busy, Stolen: m.stolen} }

// A scheduler that makes threads wait a little now and then takes no capacity
// for good, one that took nearly all gives it back, also when nobody was served
// meanwhile, and who has all the cores was robbed of none.
func TestStolenIsGivenBack(t *testing.T) {
	p := &pool{}
	now := Load{Cores: 2}
	m := &loads{}
	p.cpu = m
	tick := func(used, stolen, done float64) {
		now.Busy += seconds(used * Step.Seconds())
		now.Stolen += seconds(stolen * Step.Seconds())
		p.done.Add(int64(done * Step.Seconds() * 1e9))
		m.now = now
		p.tick(Step)
	}
	tick(0, 0, 0)
	for i := range 600 { // waits come and go
		tick(.2, float64(i%2)*.1, .2)
	}
	if p.capacity < 1.2 || p.capacity > 2 {
		t.Errorf("a sixth of what is wanted was stolen, the capacity is %g of 2", p.capacity)
	}
	for range 30 {
		tick(.1, 1.9, .1)
	}
	if p.capacity > .2 {
		t.Errorf("nearly all was stolen, the capacity is %g", p.capacity)
	}
	for range 300 { // nobody is served, nothing is wanted
		tick(.001, 0, 0)
	}
	if p.capacity < 1.5 {
		t.Errorf("half a minute after nothing is stolen any more the capacity is %g", p.capacity)
	}
	for range 50 {
		tick(2, 3, 2) // its own threads wait for each other
	}
	if p.capacity < 1.9 {
		t.Errorf("it has both cores, and a capacity of %g", p.capacity)
	}
}

// Threads that wait for each other look robbed, and who wants a fifth of a core beside
// a process that wants a third of it robs it of half of that, but would take no more
// than his fifth of all.
func TestOthersTakeNoMoreThanTheyHave(t *testing.T) {
	for _, c := range []struct{ others, want float64 }{{.01, .99}, {.2, .8}, {.6, .52}} {
		p, m, now := &pool{}, &loads{}, Load{Cores: 1, Others: time.Hour}
		p.cpu = m
		for range 100 {
			m.now = now
			p.tick(Step)
			now.Busy += seconds(.34 * Step.Seconds())
			now.Stolen += seconds(.31 * Step.Seconds())
			now.Others += seconds(c.others * Step.Seconds())
			p.done.Add(int64(.34 * Step.Seconds() * 1e9))
		}
		if p.capacity < c.want-.02 || p.capacity > c.want+.02 {
			t.Errorf("others had %.2f of the core, the capacity is %.2f of 1, want %.2f", c.others, p.capacity, c.want)
		}
	}
}

type loads struct{ now Load }

func (l *loads) Load() Load { return l.now }

func seconds(s float64) time.Duration { return time.Duration(s * 1e9) }

// A service that can do a third of what is wanted moves only the plans that use
// it, and is named.
func TestASlowService(t *testing.T) {
	m := &toy{now: time.Unix(1_700_000_000, 0), cores: 8}
	c, err := New(Options{Now: func() time.Time { return m.now }, CPU: m, Pool: map[string]CPU{"ctr": &toy{cores: .1}}})
	if err != nil {
		t.Fatal(err)
	}
	m.c = c
	uses := page("uses", Core)
	uses.Modules[2].Pool = "ctr"
	for _, s := range []Spec{uses, page("other", Spare)} {
		if err := c.Register(s); err != nil {
			t.Fatal(err)
		}
	}
	for range 40 {
		m.ask("uses", 100, nil)
		m.ask("other", 100, nil)
		m.tick()
	}
	st, other := c.Status(uses.Key), c.Status(Key{"other", "page"})
	if st.Binding != "ctr" || st.Full > .5 || other.State != NORMAL || other.Full < 1 {
		t.Errorf("uses: %+v\nother: %+v", st, other)
	}
	s := (*c.scenes.Load())[uses.Key]
	if got := s.lines[0].takes(s.demand, &s.filled[0], 1); got > headroom*.1+1e-6 {
		t.Errorf("the service is asked for %g cores of %g", got, headroom*.1)
	}
}
