package degrade

import (
	"cmp"
	"sync/atomic"
	"time"
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
	ends     []endings // of the modules
	top      int       // the tier of the highest weight

	// The rest belongs to whoever holds the controller's lock.
	seen   []uint64 // of arrived, by tier
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
	salt       uint64
	saltHour   int64
	numbers    []shares // by tier, as last published
	noShed     []bool   // by tier
	parts      []part   // by tier: which of its two plans somebody has
	revision   int
	failed     string // why no new plans were found
	plannedAt  time.Time
	plannedIn  time.Duration

	windows  tallies
	late     bool    // proved of the requests, in this tick
	inTime   int     // ticks since a module was last late
	lessen   uint64  // modules of which somebody has less, as bits
	off      uint64  // modules that are switched off other than for the budget, likewise
	byHand   uint64  // of them those that a hand has switched off
	known    []place // variants whose times are known
	settling int     // ticks in which all was well, that their usual times do not have yet
	machine  machine
	care     float64 // g: share of the budget that is used while something slow is not understood
	well     well
	hold     override
}

// The two lineups: without what is switched off for a cause, and with all.
const (
	without = 0
	withAll = 1
)

// module of a scene.
type module struct {
	cause    Cause // why it is switched off; set by setCause
	pool     int
	variants []variant
	probe    outcomes
	since    time.Time
	less     time.Time // since when somebody has less than the full module; zero: nobody
}

// place is where a variant stands.
type place struct{ module, variant uint8 }

// variant of a module, as measured: first what requests add to, so that one that
// nobody ran is passed over by a look at one place.
type variant struct {
	read   uint64 // all that was counted when it was last read
	cost   costMeter
	missed atomic.Uint64 // given up at the deadline
	meter  Meter         // of those that were done

	line     line
	arrivals arrivals
}

func (c *Controller) newScene(spec Spec) *scene {
	n := len(spec.Tiers)
	s := &scene{spec: spec, local: c.local, remote: c.pools[1:], care: 1,
		modules: make([]module, len(spec.Modules)), ends: make([]endings, len(spec.Modules)), top: spec.topTier()}
	s.lay(n, len(c.pools)+1)
	for t := range s.noShed {
		s.noShed[t] = spec.Tiers[t].NoShed
	}
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

// lay out what every tick goes through.
func (s *scene) lay(tiers, pools int) {
	by := func(n int) []float64 { return make([]float64, n) }
	s.mix, s.owed, s.demand = by(tiers), by(tiers), by(tiers)
	s.needs, s.units, s.budget, s.funds = by(pools), by(pools), by(pools), by(pools)
	s.numbers, s.seen, s.noShed, s.parts = make([]shares, tiers), make([]uint64, tiers), make([]bool, tiers), make([]part, tiers)
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
	sum, by := 0.0, s.demand // until it is known
	for t := range s.seen {
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
	for i := range s.ends {
		if s.ends[i].close() {
			s.inTime = 0
		}
	}
	s.late = s.windows.proved(s.spec.Enter)
}

// costs of a variant that came since they were last read.
type costs struct {
	of   *variant
	came [5]float64
}

// idle tells whether nothing was counted since it was last asked.
func (v *variant) idle() bool {
	all := v.cost.n.Load() + v.missed.Load() + v.meter.n.Load() // each only grows
	was := v.read
	v.read = all
	return all == was
}

// read the long measures of the modules: costs and times. Once a second. The scratch
// is given back for the next key.
func (s *scene) read(scratch []costs) []costs {
	s.settleTimes()
	fresh := scratch[:0]
	seen, expected := 0.0, 0.0
	for i := range s.modules {
		for j := range s.modules[i].variants {
			v := &s.modules[i].variants[j]
			if v.idle() {
				continue
			}
			d := v.line.since(&v.cost)
			fresh = append(fresh, costs{v, d})
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
	for i := range fresh {
		v := fresh[i].of
		v.line.take(fresh[i].came, common)
		if v.arrivals.read(v) || v.line.n > priorWeight && v.line.strayed() {
			s.moved = true
		}
	}
	if len(fresh) > 0 {
		s.know()
	}
	return fresh
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
