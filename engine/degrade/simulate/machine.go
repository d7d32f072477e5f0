package simulate

// machine of so many cores, shared evenly by the jobs that want CPU; one job
// never has more than one core. Jobs are kept by the virtual work at which they
// are done: while n jobs run, each advances at min(1, cores/n).
type machine struct {
	cores   float64
	at      float64 // until when it has been advanced
	virtual float64 // work that a job present all the time would have done
	busy    float64 // core seconds used
	taken   float64 // share of every core's time that a neighbour takes while it is wanted
	stolen  float64 // core seconds that neighbours took
	garbage float64 // share of every core's time that its own collector takes; what is idle it takes too
	running int     // jobs, without those that were given up
	jobs    heap    // at is virtual
}

// speed of one job, in work a second, on cores of a given speed.
func (m *machine) speed(core float64) float64 {
	if m.running == 0 {
		return 0
	}
	return core * (1 - m.taken) * (1 - m.garbage) * min(1, m.cores/float64(m.running))
}

// advance to a moment at which nothing ends before.
func (m *machine) advance(now, core float64) {
	dt := now - m.at
	m.at = now
	if m.garbage > 0 && dt > 0 {
		m.busy += dt * max(0, m.cores-float64(m.running)) * (1 - m.taken)
	}
	if m.running == 0 || dt <= 0 {
		return
	}
	m.virtual += dt * m.speed(core)
	wanted := dt * min(float64(m.running), m.cores)
	m.busy += wanted * (1 - m.taken)
	m.stolen += wanted * m.taken
}

// next moment at which a job is done, by what runs now.
func (m *machine) next(core float64) (float64, bool) {
	if len(m.jobs) == 0 || m.running == 0 {
		return 0, false
	}
	return m.at + max(0, m.jobs[0].at-m.virtual)/m.speed(core), true
}
