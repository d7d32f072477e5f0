package degrade

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
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

func TestDecideAllocatesNothing(t *testing.T) {
	m := newToy(t, 2, page("front", Core))
	for range 20 {
		m.ask("front", 400, nil)
		m.tick()
	}
	if n := testing.AllocsPerRun(1000, func() {
		d := m.c.Decide("front", "page", "user4711", 1)
		d.Module(0, time.Millisecond, time.Microsecond, 10, 0)
		d.Done(time.Millisecond, 0)
	}); n != 0 {
		t.Errorf("a request allocates %g times", n)
	}
}

func TestAFloodDegradesAndComesBack(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	m.until(t, "front", 500, NORMAL, time.Second)
	for range 20 {
		m.ask("front", 50, nil)
		m.tick()
	}
	m.until(t, "front", 2000, DEGRADED, 300*time.Millisecond)
	for range 50 {
		m.ask("front", 200, nil)
		m.tick()
	}
	st := m.c.Status(Key{"front", "page"})
	if st.Budget > 1 || st.Tiers[0].Gain >= st.Tiers[1].Gain || st.Tiers[1].Gain < .9 {
		t.Errorf("visitors should give way before members: %+v", st)
	}
	m.until(t, "front", 500, NORMAL, 20*time.Second)
}

func TestNotEvenTheCheapestFits(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	for range 20 {
		m.ask("front", 50, nil)
		m.tick()
	}
	for range 30 {
		m.ask("front", 1500, nil)
		m.tick()
	}
	if s := m.state("front"); s != SHEDDING {
		t.Fatalf("%v, want SHEDDING: %s", s, m.events())
	}
	for i := range 1000 {
		if d := m.c.Decide("front", "page", fmt.Sprint(i), 1); d.Shed {
			t.Fatalf("a member was refused: %v", d.Reason)
		}
	}
}

// A branch that hangs is switched off, tried again and brought back, and the
// others run on.
func TestAHangingModule(t *testing.T) {
	m := newToy(t, 4, page("front", Core))
	for range 30 {
		m.ask("front", 100, nil)
		m.tick()
	}
	hang := map[string]bool{"bought": true}
	for range 10 {
		m.ask("front", 100, hang)
		m.tick()
	}
	st := m.c.Status(Key{"front", "page"})
	if len(st.Off) != 1 || st.Off[0].Module != "bought" || st.Off[0].Cause == none || st.State != DEGRADED {
		t.Fatalf("bought should be off: %+v%s", st, m.events())
	}
	for range 200 { // it hangs on: probes fail, nobody else is touched
		m.ask("front", 100, hang)
		m.tick()
	}
	if st := m.c.Status(Key{"front", "page"}); st.Reversals > tooManyTurns || st.Full != 0 && st.Full > .06 {
		t.Errorf("while it hangs: %+v", st)
	}
	m.until(t, "front", 1000, NORMAL, 2*time.Minute)
	if st := m.c.Status(Key{"front", "page"}); len(st.Off) != 0 || st.Full < 1 {
		t.Errorf("after it came back: %+v", st)
	}
}

// A scene of two requests a second, degraded by hand, returns when the hold ends.
func TestAQuietSceneReturns(t *testing.T) {
	m := newToy(t, 4, page("quiet", Normal))
	key := Key{"quiet", "page"}
	if err := m.c.Override(key, Override{By: "an operator", For: 10 * time.Second, Level: 9}); err != nil {
		t.Fatal(err)
	}
	ask := func(ticks int) {
		for i := range ticks {
			if i%5 == 0 {
				m.ask("quiet", 1, nil)
			}
			m.tick()
		}
	}
	ask(50)
	st := m.c.Status(key)
	if st.State != DEGRADED || st.Hold == nil || st.Hold.By != "an operator" || st.Full > 0 {
		t.Fatalf("while held: %+v", st)
	}
	ask(450)
	if st := m.c.Status(key); st.State != NORMAL || st.Hold != nil || st.Full < 1 {
		t.Errorf("35 s after the hold ended: %+v%s", st, m.events())
	}
}

func TestFreezeHoldsAndExpires(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	key := Key{"front", "page"}
	for range 20 {
		m.ask("front", 50, nil)
		m.tick()
	}
	if err := m.c.Override(key, frozen("an operator", 5*time.Second)); err != nil {
		t.Fatal(err)
	}
	for range 40 {
		m.ask("front", 300, nil)
		m.tick()
	}
	if st := m.c.Status(key); st.State != FROZEN || st.Full < 1 {
		t.Errorf("frozen: %+v", st)
	}
	for range 30 {
		m.ask("front", 300, nil)
		m.tick()
	}
	if s := m.state("front"); s != DEGRADED && s != SHEDDING {
		t.Errorf("after the freeze: %v", s)
	}
	for _, bad := range []error{m.c.Override(key, frozen("", time.Second)), m.c.Override(key, frozen("x", 0)), m.c.Override(key, frozen("x", 48*time.Hour)), m.c.Override(Key{"no", "page"}, frozen("x", time.Second)),
		m.c.Override(key, Override{By: "x", For: time.Second, Off: []string{"search"}}), m.c.Override(key, Override{By: "x", For: time.Second, Full: true, Level: 1})} {
		if bad == nil {
			t.Error("was taken")
		}
	}
}

func TestWatchChangesNothing(t *testing.T) {
	s := page("front", Core)
	s.Mode = Watch
	m := newToy(t, 1, s)
	for range 50 {
		if shed := m.ask("front", 1500, nil); shed > 0 {
			t.Fatal("a watched scene refused")
		}
		m.tick()
	}
	st := m.c.Status(s.Key)
	if st.Would == 0 || st.State == NORMAL {
		t.Errorf("nothing was decided: %+v", st)
	}
	watched := 0
	for i := range 100 {
		d := m.c.Decide("front", "page", fmt.Sprint("user", i), 0)
		if d.Plan.Level != 0 {
			t.Fatalf("%+v", d)
		}
		if d.Reason == OnWatch {
			watched++
		}
	}
	if watched == 0 {
		t.Error("no decision says that it was only watched")
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

// store fails until it does not.
type store struct {
	down bool
	got  []Event
}

func (s *store) Put(e []Event) error {
	if s.down {
		return errors.New("no database")
	}
	s.got = append(s.got, e...)
	return nil
}

func TestEventsWaitForTheStore(t *testing.T) {
	st := &store{down: true}
	m := newToy(t, 1, page("front", Core))
	m.c.journal.store = st
	for range 30 {
		m.ask("front", 300, nil)
		m.tick()
	}
	if m.c.Flush() == nil || len(m.c.Events(0)) == 0 {
		t.Fatal("nothing to lose, or nothing said")
	}
	st.down = false
	if err := m.c.Flush(); err != nil || len(st.got) != len(m.c.Events(0)) {
		t.Errorf("%v: %d of %d events stored", err, len(st.got), len(m.c.Events(0)))
	}
	if err := m.c.Flush(); err != nil || len(st.got) != len(m.c.Events(0)) {
		t.Error("events were stored twice")
	}
}

// Who has the deeper plan at one depth has it at all greater ones, no two tiers
// are between plans, and more budget never means a deeper plan.
func TestFillIsNestedAndMonotone(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	s := (*m.c.scenes.Load())[Key{"front", "page"}]
	rapid.Check(t, func(t *rapid.T) {
		demand := []float64{rapid.Float64Range(0, 5000).Draw(t, "visitors"), rapid.Float64Range(0, 5000).Draw(t, "members")}
		least, full := s.lines[0].need(demand, 0)
		b := rapid.Float64Range(0, 1.2).Draw(t, "budget") * full
		var one, more filled
		s.lines[0].fill(&s.spec, demand, []float64{b, unbounded}, &one)
		s.lines[0].fill(&s.spec, demand, []float64{b * 1.1, unbounded}, &more)
		parts, takes := 0, 0.0
		for i, d := range one.depth {
			if f := d - math.Floor(d); f > 1e-9 && f < 1-1e-9 {
				parts++
			}
			if more.depth[i] > d+1e-9 || more.shed[i] > one.shed[i]+1e-9 {
				t.Fatalf("more budget is worse: %+v, then %+v", one, more)
			}
			plans := s.lines[0].tiers[i]
			light, deep, cut := split(plans, d)
			at := float64(cut) / math.MaxUint64
			takes += demand[i] * (1 - one.shed[i]) * ((1-at)*light.cost[0] + at*deep.cost[0])
		}
		if parts > 1 {
			t.Fatalf("%d tiers are between two plans: %v", parts, one.depth)
		}
		if takes > max(b, least)+1e-6 && one.shed[0] < 1 {
			t.Fatalf("%g cores of a budget of %g (least %g)", takes, b, least)
		}
		if b < least && one.shed[0] == 0 && demand[0] > 0 && least-b > 1e-9 {
			t.Fatalf("nobody is refused at %g of %g", b, least)
		}
	})
}

func TestDivide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		claims := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) claim {
			full := rapid.Float64Range(0, 10).Draw(t, "full")
			return claim{class: Class(rapid.IntRange(0, 2).Draw(t, "class")), weight: rapid.Float64Range(.1, 4).Draw(t, "weight"),
				least: full * rapid.Float64Range(0, 1).Draw(t, "least"), full: full}
		}), 1, 12).Draw(t, "claims")
		budget := rapid.Float64Range(0, 40).Draw(t, "budget")
		divide(budget, claims)
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

func TestSpecsAreChecked(t *testing.T) {
	for want, change := range map[string]func(*Spec){
		"without a scene":        func(s *Spec) { s.Scene = "" },
		"deadline":               func(s *Spec) { s.Deadline = 0 },
		"exit":                   func(s *Spec) { s.Exit = .5 },
		"is there twice":         func(s *Spec) { s.Tiers = []Tier{{Name: "a"}, {Name: "a"}} },
		"which is not there":     func(s *Spec) { s.Tiers = []Tier{{Always: []string{"no"}}} },
		"not before it":          func(s *Spec) { s.Modules[0].Inputs = []string{"rank"} },
		"0 modules":              func(s *Spec) { s.Modules = nil },
		"off in the full plan":   func(s *Spec) { s.Modules[0].Variants = []Variant{{Off: true}} },
		"ramp":                   func(s *Spec) { s.Ramp = []float64{.5} },
		"costs something while":  func(s *Spec) { s.Modules[1].Variants[1].Fixed = 1 },
		"a gain that is none":    func(s *Spec) { s.Modules[1].Variants[0].Gain = math.NaN() },
		"has no name of its own": func(s *Spec) { s.Modules[1].Name = "search" },
	} {
		s := page("front", Core)
		change(&s)
		m := newToy(t, 1)
		if err := m.c.Register(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

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

func TestExplain(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	for range 20 {
		m.ask("front", 50, nil)
		m.tick()
	}
	quiet, err := m.c.Explain(Key{"front", "page"}, 500)
	if err != nil || quiet.Kept != 1 || len(quiet.Tiers[0].Off) > 0 {
		t.Errorf("%v %+v", err, quiet)
	}
	flood, err := m.c.Explain(Key{"front", "page"}, 2000)
	if err != nil || flood.Kept >= 1 || flood.Kept < .5 || len(flood.Tiers[0].Off) == 0 || flood.Tiers[0].Off[0].Saves <= 0 || flood.Tiers[0].Off[0].Why == "" {
		t.Errorf("%v %+v", err, flood)
	}
	if math.Abs(flood.Suffices-920) > 50 {
		t.Errorf("full plans suffice for %g requests a second, want about 920", flood.Suffices)
	}
	if _, err := m.c.Explain(Key{"no", "page"}, 1); err == nil {
		t.Error("explained nothing")
	}
}

func frozen(by string, d time.Duration) Override { return Override{Action: Freeze, By: by, For: d} }
