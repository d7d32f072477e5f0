package limit

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// model is the queue as one would say it: a list of who waits, looked through
// from end to end for every question.
type model struct {
	now         time.Time
	cores       float64
	stay        time.Duration
	room, under time.Duration
	waiting     []*asked // in the order in which they came
	order       [][2]int // flows in which somebody waits, in the order in which that began
	flowUsed    map[[2]int]float64
	lineUsed    map[[3]int]float64
	flowServed  map[[2]int]float64
	served      float64

	// What classes below the best that is asked may have under way.
	held   int64
	best   Class
	came   [classes]bool // since the last set
	ago    [classes]int  // sets
	worked float64
}

func (m *model) holds(c Class) bool { return c > m.best }

// squeeze the lower classes to a millisecond of a core when the machine is set to be
// short of time, and give them a fiftieth more each time it is not.
func (m *model) squeeze() {
	for _, w := range m.waiting {
		m.came[w.ask.Class] = true
	}
	m.best = Spare
	several := 0
	for c := range classes {
		if m.ago[c]++; m.came[c] {
			m.ago[c] = 0
		}
		if m.came[c] = false; m.ago[c] < 20 {
			m.best = min(m.best, Class(c))
			several++
		}
	}
	switch {
	case several < 2:
		m.held = unheld
	case m.cores > 0:
		m.worked, m.held = m.cores, int64(m.cores*float64(time.Millisecond))
	case m.held < int64(m.worked*float64(100*time.Millisecond)):
		m.held = int64(float64(m.held) * 1.02)
	default:
		m.held = unheld
	}
}

// asked is one request of the model; state is "", in or why it was refused.
type asked struct {
	id     int
	lane   int
	ask    Ask
	came   time.Time
	giveUp time.Time
	state  string
}

var (
	laneWeights = []float64{1, 4} // of powers of two the arithmetic is exact
	tierWeights = []float64{1, .25}
)

func (a *asked) flow() [2]int { return [2]int{a.lane, int(a.ask.Class)} }
func (a *asked) line() [3]int { return [3]int{a.lane, int(a.ask.Class), a.ask.Tier} }

func flowWeight(f [2]int) float64 { return laneWeights[f[0]] * part[f[1]] }

func (m *model) of(keep func(*asked) bool) (out []*asked) {
	for _, a := range m.waiting {
		if keep(a) {
			out = append(out, a)
		}
	}
	return out
}

func (m *model) inLine(l [3]int) []*asked {
	return m.of(func(a *asked) bool { return a.line() == l })
}
func (m *model) inFlow(f [2]int) []*asked {
	return m.of(func(a *asked) bool { return a.flow() == f })
}

func (m *model) drop(gone *asked, state string) {
	gone.state = state
	m.waiting = m.of(func(a *asked) bool { return a != gone })
	if len(m.inFlow(gone.flow())) == 0 {
		m.order = slices.DeleteFunc(m.order, func(f [2]int) bool { return f == gone.flow() })
	}
}

func (m *model) fits(a *asked, held bool) bool {
	room := m.room
	if held {
		of := a.ask.Class
		for worse := a.ask.Class; worse < classes; worse++ {
			if m.ago[worse] < 20 {
				of = worse
			}
		}
		room = min(room, time.Duration(float64(m.held)*part[a.ask.Class]/part[of]))
	}
	return m.under == 0 || m.under+a.ask.Cost <= room
}

// first tells whether only such wait as are held for the sake of others than a.
func (m *model) first(a *asked) bool {
	return !slices.ContainsFunc(m.waiting, func(w *asked) bool { return m.holds(a.ask.Class) || !m.holds(w.ask.Class) })
}

func (m *model) turned(line []*asked) bool {
	return len(line) > 0 && 2*m.now.Sub(line[0].came) > line[0].ask.Until.Sub(line[0].came)
}

func (m *model) wait(a *asked) time.Duration {
	if m.cores == 0 {
		return 0
	}
	flows, lines, work, mine := map[[2]int]bool{a.flow(): true}, map[int]bool{a.ask.Tier: true}, 0.0, 0.0
	for _, w := range m.waiting {
		flows[w.flow()] = true
		work += float64(w.ask.Cost)
		if w.flow() == a.flow() {
			lines[w.ask.Tier] = true
		}
		if w.line() == a.line() {
			mine += float64(w.ask.Cost)
		}
	}
	all, tiers := 0.0, 0.0
	for f := range flows {
		all += flowWeight(f)
	}
	for t := range lines {
		tiers += tierWeights[t]
	}
	share := flowWeight(a.flow()) / all * tierWeights[a.ask.Tier] / tiers
	ahead := min(mine/share, work) + max(0, float64(m.under+a.ask.Cost-m.room))
	return time.Duration(ahead / m.cores)
}

func (m *model) offer(a *asked) {
	m.came[a.ask.Class] = true
	if m.first(a) && m.fits(a, m.holds(a.ask.Class)) {
		m.under += a.ask.Cost
		a.state = "in"
		return
	}
	left := a.ask.Until.Sub(m.now)
	left -= min(m.stay, left/2)
	wait := m.wait(a)
	line := m.inLine(a.line())
	tooLong := wait > left
	switch {
	case a.ask.Never && left <= 0:
		m.under += a.ask.Cost
		a.state = "in"
		return
	case a.ask.Never:
	case left <= 0 || tooLong && a.ask.Hasty:
		a.state = "hopeless"
		return
	case tooLong:
		var worst *asked
		for _, w := range line { // of equal ones the oldest goes when the newest goes first, else the newest
			if !w.ask.Never && (worst == nil || w.ask.Cohort > worst.ask.Cohort || w.ask.Cohort == worst.ask.Cohort && !m.turned(line)) {
				worst = w
			}
		}
		if worst == nil || worst.ask.Cohort < a.ask.Cohort || worst.ask.Cohort == a.ask.Cohort && !m.turned(line) {
			a.state = "hopeless"
			return
		}
		m.drop(worst, "displaced")
	}
	a.came, a.giveUp = m.now, m.now.Add(left)
	if len(m.inFlow(a.flow())) == 0 {
		m.flowUsed[a.flow()] = max(m.flowUsed[a.flow()], m.served)
		m.order = append(m.order, a.flow())
	}
	if len(m.inLine(a.line())) == 0 {
		m.lineUsed[a.line()] = max(m.lineUsed[a.line()], m.flowServed[a.flow()])
	}
	m.waiting = append(m.waiting, a)
	m.hand()
}

// lineOf a flow that is served next: it has had the least.
func (m *model) lineOf(f [2]int) (l [3]int) {
	least := math.Inf(1)
	for t := range tierWeights {
		x := [3]int{f[0], f[1], t}
		if len(m.inLine(x)) > 0 && m.lineUsed[x] < least {
			l, least = x, m.lineUsed[x]
		}
	}
	return l
}

// isHeld tells whether a flow is of a lower class and its oldest has not yet waited for a
// quarter of its time.
func (m *model) isHeld(f [2]int) bool {
	a := m.inLine(m.lineOf(f))[0]
	return m.holds(Class(f[1])) && 4*m.now.Sub(a.came) < a.ask.Until.Sub(a.came)
}

func (m *model) hand() {
	for held := false; ; {
		// The flow that has had the least; of equal ones the one that began to wait first.
		f, best := [2]int{}, math.Inf(1)
		for _, x := range m.order {
			if m.flowUsed[x] < best && !(held && m.isHeld(x)) {
				f, best = x, m.flowUsed[x]
			}
		}
		if math.IsInf(best, 1) {
			return
		}
		l := m.lineOf(f)
		line := m.inLine(l)
		next := line[0]
		if m.turned(line) {
			next = line[len(line)-1]
		}
		switch {
		case !next.ask.Never && !m.now.Before(next.giveUp):
			m.drop(next, "late")
		case !m.fits(next, m.isHeld(f)) && m.isHeld(f):
			held = true
		case !m.fits(next, false):
			return
		default:
			m.under += next.ask.Cost
			m.served, m.flowServed[f] = m.flowUsed[f], m.lineUsed[l]
			m.flowUsed[f] += max(float64(next.ask.Cost), 1) / flowWeight(f)
			m.lineUsed[l] += max(float64(next.ask.Cost), 1) / tierWeights[l[2]]
			m.drop(next, "in")
		}
	}
}

// The queue does what the model does, whatever is asked of it.
func TestAsTheModel(t *testing.T) {
	for range 8 {
		rapid.Check(t, walk)
	}
}

func walk(t *rapid.T) {
	m := &model{now: start, room: math.MaxInt64, held: unheld, ago: [classes]int{20, 20, 20}, flowUsed: map[[2]int]float64{}, lineUsed: map[[3]int]float64{}, flowServed: map[[2]int]float64{}}
	q := NewQueue(func() time.Time { return m.now })
	lanes := []*Lane{q.Lane(laneWeights[0], tierWeights), q.Lane(laneWeights[1], tierWeights)}
	var all []*asked
	got := map[int]string{}
	places := map[int]*place{}
	inside := func() (out []*asked) {
		for _, a := range all {
			if a.state == "in" {
				out = append(out, a)
			}
		}
		return out
	}
	ask := func(t *rapid.T) {
		a := &asked{id: len(all), lane: rapid.IntRange(0, 1).Draw(t, "lane")}
		left := time.Duration(rapid.IntRange(-2, 150).Draw(t, "left ms")) * time.Millisecond
		a.ask = Ask{Class: Class(rapid.IntRange(0, 2).Draw(t, "class")), Tier: rapid.IntRange(0, 1).Draw(t, "tier"), Cohort: uint8(rapid.IntRange(62, 65).Draw(t, "cohort")),
			Cost: time.Duration(rapid.IntRange(0, 9).Draw(t, "cost ms")) * time.Millisecond, Until: m.now.Add(left),
			Hasty: rapid.IntRange(0, 4).Draw(t, "hasty") == 0, Never: rapid.IntRange(0, 9).Draw(t, "never") == 0}
		all = append(all, a)
		p, now, _ := lanes[a.lane].offer(a.ask, func(_ *place, in bool, why Why) {
			if got[a.id] != "" {
				panic(fmt.Sprintf("request %d is told twice", a.id))
			}
			got[a.id] = told{in, why}.String()
		})
		if p == nil {
			got[a.id] = now.String()
		} else {
			places[a.id] = p
		}
		m.offer(a)
	}
	set := func(cores int, stay time.Duration) {
		m.cores, m.stay, m.room = float64(cores), stay, math.MaxInt64
		if cores > 0 && stay > 0 {
			m.room = time.Duration(1.6 * m.cores * float64(max(m.stay, 5*time.Millisecond)))
		}
		m.squeeze()
		m.hand()
		q.Set(m.cores, m.stay)
	}
	set(1, 5*time.Millisecond)
	steps := map[string]func(*rapid.T){
		"ask": ask, "ask again": ask, "and again": ask, "once more": ask,
		"leave": func(t *rapid.T) {
			in := inside()
			if len(in) == 0 {
				return
			}
			a := in[rapid.IntRange(0, len(in)-1).Draw(t, "who")]
			a.state, got[a.id] = "done", "done"
			m.under -= a.ask.Cost
			m.hand()
			q.Leave(a.ask.Cost)
		},
		"leave the line": func(t *rapid.T) {
			if len(m.waiting) == 0 {
				return
			}
			a := m.waiting[rapid.IntRange(0, len(m.waiting)-1).Draw(t, "who")]
			why := Gone
			if rapid.Bool().Draw(t, "late") {
				why = Late
			}
			gone, ok := q.withdraw(places[a.id], why)
			if !ok {
				t.Fatalf("request %d does not wait", a.id)
			}
			got[a.id] = gone.String()
			if a.ask.Never && why == Late {
				m.drop(a, "in")
				m.under += a.ask.Cost
			} else {
				m.drop(a, why.String())
				m.hand()
			}
		},
		"wait": func(t *rapid.T) {
			m.now = m.now.Add(time.Duration(rapid.IntRange(0, 30).Draw(t, "ms")) * time.Millisecond)
		},
		"set": func(t *rapid.T) {
			set(rapid.IntRange(0, 3).Draw(t, "cores"), time.Duration(rapid.IntRange(0, 20).Draw(t, "stay ms"))*time.Millisecond)
		},
	}
	names := slices.Sorted(maps.Keys(steps))
	for range rapid.IntRange(1, 300).Draw(t, "steps") {
		steps[rapid.SampledFrom(names).Draw(t, "step")](t)
		for _, a := range all {
			if got[a.id] != a.state {
				t.Fatalf("request %d %+v is %q, the model says %q", a.id, a.ask, got[a.id], a.state)
			}
		}
		if s := q.Status(); s.Waiting != len(m.waiting) || s.Under != m.under {
			t.Fatalf("%+v, the model has %d waiting and %v under way", s, len(m.waiting), m.under)
		}
	}
}

func (t told) String() string {
	if t.in {
		return "in"
	}
	return t.why.String()
}
