package degrade

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// State of a key.
type State uint8

// States.
const (
	NORMAL State = iota
	DEGRADED
	SHEDDING
	PROBING
	RECOVERING
	FROZEN
)

var states = [...]string{"NORMAL", "DEGRADED", "SHEDDING", "PROBING", "RECOVERING", "FROZEN"}

func (s State) String() string { return states[s] }

const (
	cleanFor     = 5 * time.Second
	sureFor      = time.Second      // nobody was refused, before that is over
	calmFor      = 10 * time.Second // for each time that it got worse again
	quietFor     = 30 * time.Second // a key too quiet for proof is believed after this
	holdLeast    = time.Second
	holdMost     = time.Minute
	jitter       = .2
	probeLeast   = .005 // of the users
	probeMost    = .05  // unless the spec says otherwise
	restBelow    = .97  // of what the full plans need
	tooManyTurns = 4    // reversals a minute
	lookFor      = time.Second
	fewLooks     = 3 // requests that ran what is switched off, before anything is said of them
)

// signs are what the machine sees in a tick.
type signs struct {
	deep    bool // somebody has less than the full plan for want of budget
	short   bool // the budget is clearly below what the full plans need
	shed    bool
	bad     bool // the share of timeouts is proved above enter
	severe  bool // above 20 %
	caused  bool // something is switched off for a cause
	forced  bool
	alive   bool  // what is switched off was in time whenever it was looked at
	dead    bool  // it never was
	recent  tally // of the newest tick
	tried   tally // what the probe or rung did
	rate    float64
	enter   float64
	exit    float64
	deepens bool
}

// machine of a key. It knows nothing of requests and plans: signs in, state out.
type machine struct {
	spec  *Spec
	state State
	since time.Time
	why   string

	clean    time.Time // since then nothing was wrong
	fine     tally     // of the requests since then, while recovering
	deepened time.Time // last
	hold     time.Duration
	next     time.Time // earliest probe
	rung     int       // index of the ramp while recovering; -1 else
	began    time.Time // probe or rung
	looking  bool      // a few requests run what is switched off
	looked   time.Time // since then they are counted
	early    bool      // the probe was begun before its time, for what was seen of these few
	misled   bool      // and failed: they are not believed any more
	exit     float64   // as last seen
	worst    time.Time // since then nobody was refused, and few were late
	better   bool      // it got better since it last got worse
	rested   bool      // before it last got worse it had been NORMAL for long
	turns    []time.Time
	rand     *rand.Rand
}

func newMachine(spec *Spec, seed uint64, now time.Time) machine {
	return machine{spec: spec, since: now, clean: now, looked: now, hold: spec.Hold, rung: -1, exit: spec.Exit,
		rand: rand.New(rand.NewPCG(seed, hash(seed, spec.Key.String())))}
}

// share of the users that try what is switched off.
func (m *machine) share(rate float64) float64 {
	switch {
	case m.state == RECOVERING && m.rung >= 0:
		return m.spec.Ramp[m.rung]
	case m.state == PROBING && rate > 0:
		// So many that the proof is there after the hold, if that can be.
		return min(max(1.5*m.proof()/(rate*m.spec.Hold.Seconds()), min(probeLeast, m.spec.Probe)), m.spec.Probe)
	case m.state == PROBING:
		return m.spec.Probe
	case m.state == DEGRADED && m.looking:
		return min(probeLeast, m.spec.Probe)
	}
	return 0
}

// proof is how many clean requests prove the share of bad ones below exit:
// Wilson's upper bound of 0 of n is z²/(n+z²).
func (m *machine) proof() float64 { return Z95 * Z95 * (1 - m.exit) / m.exit }

// step the machine; it tells whether the state changed, and whether the counts
// of tried begin anew.
func (m *machine) step(now time.Time, g *signs) (changed, anew bool) {
	if g.deepens {
		m.deepened = now
	}
	if m.state != PROBING && m.rung < 0 {
		m.exit = g.exit
	}
	m.looking = g.caused
	m.fine.add(g.recent)
	if g.deep || g.shed || g.bad || g.caused && m.rung < len(m.spec.Ramp)-1 {
		m.clean, m.fine = now, tally{}
	}
	if g.shed || g.severe {
		m.worst = now
	}
	switch m.state {
	case NORMAL:
		switch {
		case g.shed:
			return m.to(now, SHEDDING, "not even the cheapest plans fit the budget"), false
		case g.caused:
			return m.to(now, DEGRADED, "a module is switched off"), false
		case g.forced:
			return m.to(now, DEGRADED, "by hand"), false
		case g.deep && g.short:
			return m.to(now, DEGRADED, "the budget is below what the full plans need"), false
		case g.bad:
			return m.to(now, DEGRADED, "requests are late"), false
		}
	case DEGRADED:
		switch {
		case g.shed || g.severe:
			return m.to(now, SHEDDING, m.whyShed(g)), false
		case g.caused:
			return m.look(now, g)
		case !g.deep && !g.bad && !g.forced && m.calm(now, m.clean):
			m.began = now
			return m.to(now, RECOVERING, "the budget pays for the full plans"), true
		}
	case SHEDDING:
		if !g.shed && !g.severe && now.Sub(m.worst) >= sureFor && m.calm(now, m.worst) {
			return m.to(now, DEGRADED, "everybody is answered"), false
		}
	case PROBING:
		if g.shed {
			return m.fail(now, SHEDDING, m.whyShed(g)), true
		}
		switch m.verdict(now, g) {
		case passed:
			m.rung, m.began = 0, now
			return m.to(now, RECOVERING, fmt.Sprintf("the probe passed: %d bad of %d", g.tried.bad, g.tried.n)), true
		case failedIt:
			return m.fail(now, DEGRADED, fmt.Sprintf("the probe failed: %d bad of %d", g.tried.bad, g.tried.n)), true
		}
	case RECOVERING:
		return m.recover(now, g)
	}
	return false, false
}

// look, once a second, at what a few requests saw of what is switched off. When
// it was alive, a probe need not wait for its time; while it is dead, none needs
// to find that out.
func (m *machine) look(now time.Time, g *signs) (changed, anew bool) {
	if now.Sub(m.looked) < lookFor {
		return false, false
	}
	m.looked = now
	if g.dead {
		return false, true
	}
	due := now.Sub(m.since) >= m.hold && !now.Before(m.next)
	m.early = !due && g.alive && !m.misled && now.Sub(m.since) >= holdLeast
	if g.bad || now.Sub(m.deepened) < m.spec.Hold || !due && !m.early {
		return false, true
	}
	m.began = now
	if m.early {
		return m.to(now, PROBING, "what is off answered those who looked"), true
	}
	return m.to(now, PROBING, "nothing got worse for a while"), true
}

func (m *machine) whyShed(g *signs) string {
	if g.severe && !g.shed {
		return "more than 20 % are late"
	}
	return "not even the cheapest plans fit the budget"
}

// recover climbs the rungs of what had a cause, then waits to be clean.
func (m *machine) recover(now time.Time, g *signs) (changed, anew bool) {
	switch {
	case g.shed || g.severe:
		return m.fail(now, SHEDDING, m.whyShed(g)), true
	case m.rung < 0 && g.caused:
		return m.to(now, DEGRADED, "a module is switched off"), true
	case m.rung < 0 && (g.deep && g.short || g.bad || g.forced):
		return m.fail(now, DEGRADED, "the budget is below what the full plans need"), true
	case m.rung >= 0:
		switch m.verdict(now, g) {
		case failedIt:
			m.rung--
			m.began = now
			m.back(now)
			if m.rung < 0 {
				return m.to(now, DEGRADED, fmt.Sprintf("the first rung failed: %d bad of %d", g.tried.bad, g.tried.n)), true
			}
			m.turns = append(m.turns, now)
			m.why = fmt.Sprintf("back to %.0f %%: %d bad of %d", 100*m.spec.Ramp[m.rung], g.tried.bad, g.tried.n)
			return false, true
		case passed:
			if !now.Before(m.next) && m.rung < len(m.spec.Ramp)-1 {
				m.rung++
				m.began = now
				return false, true
			}
		}
		if m.rung < len(m.spec.Ramp)-1 {
			return false, false
		}
	}
	if now.Sub(m.clean) < cleanFor || now.Sub(m.since) < cleanFor {
		return false, false
	}
	if _, hi := m.fine.wilson(); hi < g.exit || now.Sub(m.clean) >= quietFor {
		m.hold, m.rung, m.early, m.misled = m.spec.Hold, -1, false, false
		return m.to(now, NORMAL, "clean"), true
	}
	return false, false
}

type verdict uint8

const (
	open verdict = iota
	passed
	failedIt
)

// verdict of a probe or rung: bad at the first proof that it is, good at proof
// that it is good, or, where requests are too few for that, when none spoke
// against it for long.
func (m *machine) verdict(now time.Time, g *signs) verdict {
	lo, hi := g.tried.wilson()
	switch {
	case lo > g.enter && g.tried.n >= minProof || g.tried.n > 0 && g.tried.n < minProof && lo > .5:
		return failedIt
	case hi < g.exit:
		return passed
	case now.Sub(m.began) >= quietFor && g.tried.n > 0 && lo <= g.exit:
		return passed
	}
	return open
}

// fail to a worse state, and wait longer before the next try.
func (m *machine) fail(now time.Time, to State, why string) bool {
	m.rung = -1
	m.misled = m.misled || m.early
	m.back(now)
	return m.to(now, to, why)
}

func (m *machine) back(now time.Time) {
	m.hold = min(max(2*m.hold, holdLeast), holdMost)
	m.next = now.Add(time.Duration(float64(m.hold) * (1 + jitter*(2*m.rand.Float64()-1))))
}

func (m *machine) to(now time.Time, s State, why string) bool {
	switch was, is := severity[m.state], severity[s]; {
	case is < was:
		m.better = true
	case is > was && m.better:
		m.better = false
		m.turns = append(m.turns, now)
		m.rested = m.state == NORMAL && now.Sub(m.since) >= calmFor
	}
	m.state, m.since, m.why = s, now, why
	m.fine = tally{}
	return true
}

// severity of states, for telling better from worse.
var severity = [...]int{NORMAL: 0, RECOVERING: 1, PROBING: 2, DEGRADED: 3, SHEDDING: 4, FROZEN: 3}

// calm tells whether things have been well for so long that it may be said: the
// longer, the more often that was taken back within the last minute, but for a flood
// that came when it was over. It holds up no plan, for those follow the budget; a state
// that goes to and fro tells nobody anything.
func (m *machine) calm(now, since time.Time) bool {
	turns := m.reversals(now)
	if m.rested {
		turns--
	}
	return now.Sub(since) >= time.Duration(turns)*calmFor
}

// reversals within the last minute: how often it got worse again after it had got
// better.
func (m *machine) reversals(now time.Time) int {
	for len(m.turns) > 0 && now.Sub(m.turns[0]) > time.Minute {
		m.turns = m.turns[1:]
	}
	return len(m.turns)
}
