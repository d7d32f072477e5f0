package simulate

import (
	"math"
	"math/rand/v2"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// world runs one scenario with one policy.
type world struct {
	scenario *Scenario
	seed     uint64
	told     []degrade.Spec // what the policy is told
	wrong    [][]float64    // by scene and module: factor of the metered CPU

	now     float64
	machine machine
	speed   float64
	metered float64
	robbed  float64 // metered core seconds that neighbours took
	truths  []*truth
	tables  [][][]*[tableSize]float64 // recall times by scene, module and variant
	full    [][]uint8
	hang    []string
	slow    []string

	events  heap
	seq     uint64
	jobs    []job
	free    []int32
	policy  policy
	front   Front // nil: there is none
	waiters []*waiter

	arrivals, service, worth *rand.Rand
	out                      *Result
	slot                     [][]float64 // arrivals of this tick by scene and tier
	slots                    []slot
}

const tableSize = 4096

// job is a request under way.
type job struct {
	gen      uint32
	phase    uint8
	scene    int
	tier     int
	began    float64
	entered  float64 // the machine
	deadline float64
	recalled float64 // when the last recall that is waited for is there
	staged   float64 // when the stages began
	noise    float64
	gain     float64
	cold     float64 // how much more than on a busy machine it costs, as a factor
	running  bool
	real     *reality
	ticket   ticket
	times    []float64 // of the recalls that run
}

const (
	evArrive uint8 = iota
	evTick
	evMeter
	evRecalled
	evDeadline
	evFault
	evGiveUp
)

const (
	stepSeconds = .1
	meterLag    = .02
	noiseSigma  = .25
)

// slot is what the yardstick knows of a tick.
type slot struct {
	at       float64
	arrivals [][]float64
	capacity float64
	hang     []string
}

func (w *world) later(at float64, kind uint8, job int32, gen uint32) {
	w.seq++
	w.events.push(event{at, w.seq, kind, job, gen})
}

// run the scenario to its end, or until done is closed: then what it gives is
// worth nothing.
func (w *world) run(done <-chan struct{}) *Result {
	end := (warmUp + w.scenario.Length).Seconds()
	for i := range w.scenario.Scenes {
		w.nextArrival(i)
	}
	for _, f := range w.scenario.Faults {
		for _, at := range []time.Duration{f.From, f.To} {
			if t := (warmUp + at).Seconds(); t < end {
				w.later(t, evFault, 0, 0)
			}
		}
	}
	w.later(stepSeconds-meterLag, evMeter, 0, 0)
	w.later(stepSeconds, evTick, 0, 0)
	for {
		at, cpu := math.Inf(1), false
		if len(w.events) > 0 {
			at = w.events[0].at
		}
		if t, ok := w.machine.next(w.speed); ok && t < at {
			at, cpu = t, true
		}
		if at > end {
			w.closeSlot()
			return w.out
		}
		w.machine.advance(at, w.speed)
		w.now = at
		if cpu {
			w.worked(w.machine.jobs.pop())
			continue
		}
		e := w.events.pop()
		switch e.kind {
		case evArrive:
			w.arrive(int(e.job))
		case evTick:
			select {
			case <-done:
				return w.out
			default:
			}
			w.tick()
		case evMeter:
			w.metered, w.robbed = w.machine.busy, w.machine.stolen
			w.later(w.now+stepSeconds, evMeter, 0, 0)
		case evGiveUp:
			if x := w.waiters[e.job]; !x.over {
				x.withdraw()
			}
			w.waiters[e.job] = nil
		case evFault:
			w.faults()
		case evRecalled:
			if w.jobs[e.job].gen == e.gen {
				w.stages(e.job)
			}
		case evDeadline:
			if w.jobs[e.job].gen == e.gen {
				w.end(e.job, true)
			}
		}
	}
}

// nextArrival of a scene: a Poisson stream of a rate that changes, by thinning
// over what the rate is now.
func (w *world) nextArrival(scene int) {
	rate := w.scenario.Scenes[scene].Load(seconds(w.now) - warmUp)
	w.later(w.now+w.arrivals.ExpFloat64()/max(rate, 1e-3), evArrive, int32(scene), 0)
}

func (w *world) counting() bool { return w.now >= warmUp.Seconds() }

func (w *world) arrive(scene int) {
	w.nextArrival(scene)
	sc := &w.scenario.Scenes[scene]
	tier, u := 0, w.arrivals.Float64()
	for tier < len(sc.Mix)-1 && u >= sc.Mix[tier] {
		u -= sc.Mix[tier]
		tier++
	}
	// The noise is drawn whatever the policy does, so that all see the same.
	noise := math.Exp(noiseSigma*w.service.NormFloat64() - noiseSigma*noiseSigma/2)
	pick := w.service.Uint64()
	user := userName(w.arrivals.Uint32N(1 << 20))
	w.slot[scene][tier]++
	if w.counting() {
		w.out.scenes[scene].offered++
	}
	t := w.policy.decide(w.now, scene, user, tier)
	if w.counting() && t.lighter && w.out.firstLighter == 0 && w.out.crossed > 0 {
		w.out.firstLighter = w.now
	}
	if t.shed {
		if w.counting() {
			w.out.scenes[scene].shed++
		}
		return
	}
	x := &waiter{scene: scene, tier: tier, ticket: t, noise: noise, pick: pick, came: w.now}
	if w.front == nil {
		w.begin(x)
		return
	}
	w.ask(x)
}

var alphabet = "abcdefghijklmnop"

func userName(n uint32) string {
	var b [9]byte
	b[0] = 'u'
	for i := 1; i < len(b); i++ {
		b[i] = alphabet[n&15]
		n >>= 4
	}
	return string(b[:])
}

func (w *world) begin(x *waiter) {
	scene, t, pick := x.scene, x.ticket, x.pick
	id := int32(len(w.jobs))
	if n := len(w.free); n > 0 {
		id = w.free[n-1]
		w.free = w.free[:n-1]
	} else {
		w.jobs = append(w.jobs, job{})
	}
	j := &w.jobs[id]
	times := j.times[:0]
	*j = job{gen: j.gen + 1, scene: scene, tier: x.tier, began: x.came, entered: w.now, noise: x.noise, ticket: t,
		deadline: x.came + w.told[scene].Deadline.Seconds(), real: w.truths[scene].known(t.variants)}
	last, until := 0.0, t.recall
	if until == 0 {
		until = math.Inf(1)
	}
	until = max(0, until-(w.now-x.came))
	for _, m := range j.real.recalls {
		pick = pick*6364136223846793005 + 1442695040888963407
		d := w.tables[scene][m][t.variants[m]][pick>>52]
		name := w.scenario.Scenes[scene].Spec.Modules[m].Name
		for _, h := range w.hang {
			if h == name {
				d = math.Inf(1)
			}
		}
		for _, s := range w.slow {
			if s == name {
				d *= 3
			}
		}
		times = append(times, d)
		last = max(last, d)
	}
	j.times = times
	j.recalled = w.now + min(last, until)
	w.later(j.deadline, evDeadline, id, j.gen)
	w.work(id, j.real.recallCPU*x.noise)
}

// work of a job, in CPU seconds.
func (w *world) work(id int32, cpu float64) {
	j := &w.jobs[id]
	j.running = true
	j.cold = 1 + w.scenario.Cold*(1-min(1, float64(w.machine.running)/w.machine.cores))
	w.machine.running++
	w.seq++
	w.machine.jobs.push(event{at: w.machine.virtual + j.cold*cpu, seq: w.seq, job: id, gen: j.gen<<1 | uint32(j.phase)})
}

// worked off what a job had to do on the CPU.
func (w *world) worked(e event) {
	j := &w.jobs[e.job]
	if j.gen<<1|uint32(j.phase) != e.gen || !j.running {
		return // it was given up
	}
	j.running = false
	w.machine.running--
	if j.phase == 1 {
		w.end(e.job, false)
		return
	}
	if j.recalled > w.now {
		if j.recalled < j.deadline {
			w.later(j.recalled, evRecalled, e.job, j.gen)
		}
		return
	}
	w.stages(e.job)
}

func (w *world) stages(id int32) {
	j := &w.jobs[id]
	if j.phase == 1 {
		return
	}
	j.phase, j.staged = 1, w.now
	waited := w.now - j.entered
	sc := &w.scenario.Scenes[j.scene].Spec
	gain := j.real.gain
	for k, m := range j.real.recalls {
		late := j.times[k] > waited+1e-9 // rounding is not lateness
		took := min(j.times[k], waited)
		if late {
			gain -= sc.Modules[m].Variants[j.ticket.variants[m]].Gain
		}
		w.policy.module(&j.ticket, m, took, j.real.cpu[m]*j.cold*j.noise*w.wrong[j.scene][m]/w.speed, j.real.rows[m], late)
	}
	j.gain = gain
	w.work(id, j.real.stageCPU*j.noise)
}

// end of a job: its answer, or its deadline.
func (w *world) end(id int32, late bool) {
	j := &w.jobs[id]
	if j.running {
		j.running = false
		w.machine.running--
	}
	sc := &w.told[j.scene]
	if j.phase == 1 && j.real.stageCPU > 0 {
		// Of a late one the last stage is the one that was given up.
		stretch := (w.now - j.staged) / j.real.stageCPU
		for m := range sc.Modules {
			if !sc.Modules[m].Source && j.real.cpu[m] > 0 {
				w.policy.module(&j.ticket, m, j.real.cpu[m]*stretch, j.real.cpu[m]*j.cold*j.noise*w.wrong[j.scene][m]/w.speed,
					j.real.rows[m], late && m == len(sc.Modules)-1)
			}
		}
	}
	w.policy.done(w.now, &j.ticket, j.scene, w.now-j.began, late)
	if j.began >= warmUp.Seconds() {
		s := &w.out.scenes[j.scene]
		if late {
			s.late++
		} else {
			s.answered++
			s.gain += sc.Tiers[j.tier].Weight * j.gain
			s.times.add(w.now - j.began)
			if j.ticket.lighter {
				s.lighter++
			}
		}
	}
	j.gen++
	w.free = append(w.free, id)
	if w.front != nil {
		w.front.Leave(j.ticket.decision.Plan.Cost())
	}
}

func (w *world) tick() {
	w.later(w.now+stepSeconds, evTick, 0, 0)
	w.closeSlot()
	w.policy.tick(w.now)
	if p, ok := w.policy.(*ours); ok && w.front != nil {
		cores, stay := p.c.Room()
		w.front.Tick(cores, stay, p.c.Apart())
	}
	w.watch()
}

// closeSlot hands the arrivals of a tick to the yardstick.
func (w *world) closeSlot() {
	if w.counting() {
		s := slot{at: w.now, capacity: w.machine.cores * w.speed * (1 - w.machine.taken) * (1 - w.machine.garbage), hang: w.hang}
		for i := range w.slot {
			s.arrivals = append(s.arrivals, append([]float64(nil), w.slot[i]...))
		}
		w.slots = append(w.slots, s)
	}
	for i := range w.slot {
		clear(w.slot[i])
	}
}

func (w *world) faults() {
	w.speed, w.hang, w.slow, w.machine.taken, w.machine.garbage = 1, nil, nil, 0, 0
	for _, f := range w.scenario.Faults {
		if t := seconds(w.now) - warmUp; t < f.From-time.Microsecond || t >= f.To-time.Microsecond {
			continue
		}
		if f.Speed > 0 {
			w.speed = f.Speed
		}
		if f.Stolen > 0 {
			w.machine.taken = f.Stolen
		}
		if f.Garbage > 0 {
			w.machine.garbage = f.Garbage
		}
		if f.Hang != "" {
			w.hang = append(w.hang, f.Hang)
		}
		if f.Slow != "" {
			w.slow = append(w.slow, f.Slow)
		}
	}
}
