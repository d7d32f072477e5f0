package degrade

import (
	"cmp"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/engine/degrade/solve"
)

// scene is what a controller knows of a key.
type scene struct {
	spec      Spec
	local     *pool
	remote    []*pool
	poolNames []string

	table    atomic.Pointer[table]
	arrived  counters
	given    counters // shares of the full plans that were answered in time, by perShare
	refused  atomic.Uint64
	unseen   atomic.Uint64 // refused before their tier was known, and not yet placed
	would    atomic.Uint64 // decisions that a watched key would have made
	requests Meter
	probe    outcomes
	modules  []module

	// The rest belongs to whoever holds the controller's lock.
	seen   [MaxTiers]uint64
	few    few
	steady float64 // the rate that is forecast by
	ahead  forecast
	mix    []float64 // share of arrivals by tier
	owed   []float64 // by tier: part of an arrival that was not seen
	rate   float64   // arrivals a second, of the last tick
	demand []float64 // requests a second to plan for, by tier
	budget []float64 // cores, by pool
	needs  []float64 // cores of the full plans, by pool
	units  []float64 // cores of a request a second of the full plans, by pool, as last seen
	lines  [2]*lineup
	filled [2]filled
	funds  []float64 // scratch: the budgets as filled
	least  float64   // depth since it last grew
	moved  bool

	scarcely uint32 // the scarce pools when plans were last made
	usual    usual  // share of late requests while all is well

	calibrated int  // readings in which costs were seen: after enough of them only those of modules beside each other count
	scaled     bool // the capacity knows of the last of these
	urgent     bool
	planning   bool
	planned    uint64
	draft      table // the next one, before it is published
	saltHour   int64
	revision   int
	failed     string // why no new plans were found
	plannedAt  time.Time
	plannedIn  time.Duration

	windows tallies
	late    bool    // proved of the requests, in this tick
	inTime  int     // ticks since a module was last late
	lessen  uint64  // modules of which somebody has less, as bits
	known   []place // variants whose times are known
	machine machine
	care    float64 // g: share of the budget that is used while something slow is not understood
	well    well
	hold    override
}

// The two lineups: without what is switched off for a cause, and with all.
const (
	without = 0
	withAll = 1
)

// module of a scene.
type module struct {
	ends     outcomes // of all that ran it; read in every tick, so it stands beside late
	late     lateness
	usual    float64 // share of late answers while all is well
	cause    Cause   // why it is switched off
	pool     int
	variants []variant
	probe    outcomes
	since    time.Time
	less     time.Time // since when somebody has less than the full module; zero: nobody
}

// place is where a variant stands.
type place struct{ module, variant uint8 }

// variant of a module, as measured.
type variant struct {
	cost   costMeter
	line   line
	missed atomic.Uint64 // given up at the deadline
	meter  Meter         // of those that were done

	arrivals arrivals
}

func (c *Controller) newScene(spec Spec) *scene {
	n := len(spec.Tiers)
	s := &scene{spec: spec, local: c.local, remote: c.pools[1:], care: 1,
		mix: make([]float64, n), owed: make([]float64, n), demand: make([]float64, n),
		budget: make([]float64, len(c.pools)+1), needs: make([]float64, len(c.pools)+1), units: make([]float64, len(c.pools)+1), modules: make([]module, len(spec.Modules))}
	for i := range s.budget {
		s.budget[i] = unbounded
	}
	for _, p := range c.pools {
		s.poolNames = append(s.poolNames, p.name)
	}
	for t := range s.mix {
		s.mix[t] = 1 / float64(n) // until they have been seen
	}
	s.machine = newMachine(&spec, c.opt.Seed, c.opt.Now())
	for i := range spec.Modules {
		m := &s.modules[i]
		m.pool = c.poolOf(spec.Modules[i].Pool)
		m.variants = make([]variant, len(spec.Modules[i].Variants))
		for j := range m.variants {
			v := &spec.Modules[i].Variants[j]
			m.variants[j].line = newLine(variantCost{v.Fixed.Seconds(), v.PerRow.Seconds(), float64(v.Rows)})
		}
	}
	return s
}

// poolOf a name; what is not known has no bound, and costs nothing here.
func (c *Controller) poolOf(name string) int {
	for i, p := range c.pools {
		if p.name == name {
			return i
		}
	}
	return len(c.pools)
}

func compareKeys(a, b Key) int {
	return cmp.Or(cmp.Compare(a.Scene, b.Scene), cmp.Compare(a.Pipeline, b.Pipeline))
}

// measure what the tick brought: arrivals, ends, late modules.
func (s *scene) measure(now time.Time, dt time.Duration) {
	s.place()
	sum := 0.0
	var by [MaxTiers]float64
	for t := range s.spec.Tiers {
		n := s.arrived[t].Load()
		by[t] = float64(n - s.seen[t])
		s.seen[t] = n
		sum += by[t]
	}
	s.rate = sum / dt.Seconds()
	s.steady = s.few.step(sum, dt.Seconds())
	rate := s.ahead.step(s.steady, dt.Seconds())
	// A tick of many arrivals says more of the mix than one of few.
	if k := sum / (sum + 200); sum > 0 {
		for t := range s.mix {
			s.mix[t] += k * (by[t]/sum - s.mix[t])
		}
	}
	for t := range s.mix {
		s.demand[t] = rate * s.mix[t]
	}
	s.windows.close(&s.requests)
	s.inTime++
	for i := range s.modules {
		if m := &s.modules[i]; m.late.close(&m.ends) {
			s.inTime = 0
		}
	}
	s.late = s.windows.proved(s.spec.Enter)
}

// read the long measures of the modules: costs and times. Once a second.
func (s *scene) read() {
	var fresh [solve.MaxModules][solve.MaxVariants][5]float64
	seen, expected := 0.0, 0.0
	for i := range s.modules {
		for j := range s.modules[i].variants {
			v := &s.modules[i].variants[j]
			d := v.line.since(&v.cost)
			fresh[i][j] = d
			if e := v.line.expected(d); e > 0 {
				seen, expected = seen+d[2], expected+e
			}
		}
	}
	common := 1.0
	if expected > 0 && s.calibrated >= coldReadings {
		common = min(max(seen/expected, .1), 10)
	}
	if expected > 0 {
		s.calibrated++
	}
	for i := range s.modules {
		for j := range s.modules[i].variants {
			v := &s.modules[i].variants[j]
			v.line.take(fresh[i][j], common)
			if v.arrivals.read(v) || v.line.n > priorWeight && v.line.strayed() {
				s.moved = true
			}
		}
	}
	s.know()
}

// know whose times are known.
func (s *scene) know() {
	s.known = s.known[:0]
	for i := range s.modules {
		for j := range s.modules[i].variants {
			if s.modules[i].variants[j].arrivals.known() {
				s.known = append(s.known, place{uint8(i), uint8(j)})
			}
		}
	}
}

// coldReadings are the first ones with costs: a program that has just begun is
// slower than it will be.
const coldReadings = 10

// suspended tells whether a module is switched off for a cause, or by a hand.
func (s *scene) suspended() bool { return s.anyModule(func(c Cause) bool { return c != none }) }

// caused tells whether one is switched off that comes back by being tried.
func (s *scene) caused() bool {
	return s.anyModule(func(c Cause) bool { return c != none && c != ByHand })
}

func (s *scene) anyModule(has func(Cause) bool) bool {
	for i := range s.modules {
		if has(s.modules[i].cause) {
			return true
		}
	}
	return false
}
