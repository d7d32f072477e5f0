package limit

import (
	"slices"
	"time"
)

// offer a request: it is let in or refused at once, or has a place, whose tell is
// then called once, with the queue's lock held. wait is how long it should take.
func (l *Lane) offer(a Ask, tell func(p *place, in bool, why Why)) (_ *place, now told, wait time.Duration) {
	q := l.queue
	at := q.now()
	q.mu.Lock()
	defer q.mu.Unlock()
	a.Class, a.Cohort = min(a.Class, Spare), min(a.Cohort, Cohorts-1)
	q.narrow.see(a.Class)
	if q.first(a.Class) && q.take(a.Class, a.Cost, q.narrow.holds(a.Class)) {
		return nil, told{in: true}, 0
	}
	f := l.flow(a.Class)
	x := &f.lines[0]
	if uint(a.Tier) < uint(len(f.lines)) {
		x = &f.lines[a.Tier]
	}
	left := a.Until.Sub(at)
	left -= min(q.stay, left/2)
	wait = q.expected(f, x, a.Cost)
	switch {
	case a.Never && (x.n >= MaxWaiting || left <= 0):
		q.under.Add(int64(a.Cost))
		return nil, told{in: true}, 0
	case a.Never:
	case left <= 0 || wait > left && a.Hasty:
		return nil, told{why: Hopeless}, wait
	case wait > left || x.n >= MaxWaiting:
		why := Hopeless
		if wait <= left {
			why = Full
		}
		worst := x.worst(at)
		if worst == nil || worst.ask.Cohort < a.Cohort || worst.ask.Cohort == a.Cohort && !x.turned(at) {
			return nil, told{why: why}, wait
		}
		q.drop(worst)
		worst.tell(worst, false, Displaced)
	}
	p := &place{ask: a, flow: f, came: at, giveUp: at.Add(left), tell: tell}
	q.put(p, x)
	q.hand(at) // somebody may have left before this one was seen to wait
	return p, told{}, wait
}

// first tells whether nobody stands before a request of a class: those that are held
// for the sake of the better ones do not.
func (q *Queue) first(c Class) bool {
	for _, f := range q.active {
		if q.narrow.holds(c) || !q.narrow.holds(f.class) {
			return false
		}
	}
	return true
}

// expected wait of one more in a line: until what is before it is done by the
// line's part of the machine, or all that waits by all of it.
func (q *Queue) expected(f *flow, x *line, cost time.Duration) time.Duration {
	if q.cores <= 0 {
		return 0
	}
	sum := 0.0
	for _, o := range q.active {
		sum += o.weight
	}
	if f.n == 0 {
		sum += f.weight
	}
	share := f.weight / sum * x.weight / f.waiting(x)
	ahead := min(float64(x.work)/share, float64(q.work))
	ahead += float64(max(0, q.under.Load()+int64(cost)-q.room.Load()))
	return time.Duration(min(ahead/q.cores, float64(time.Hour)))
}

// put a place into a line. Who was away has not saved up what it did not use.
func (q *Queue) put(p *place, x *line) {
	f := p.flow
	if f.n == 0 {
		f.used = max(f.used, q.served)
		q.active = append(q.active, f)
	}
	if x.n == 0 {
		x.used = max(x.used, f.served)
	}
	x.add(p)
	f.n++
	q.work += p.ask.Cost
	q.waiting.Add(1)
}

// drop a place out of its line.
func (q *Queue) drop(p *place) {
	f := p.flow
	p.line.drop(p)
	q.work -= p.ask.Cost
	q.waiting.Add(-1)
	if f.n--; f.n == 0 {
		q.active = slices.DeleteFunc(q.active, func(x *flow) bool { return x == f })
	}
}

// hand what room there is to those that wait, the lock held. Those that can't be
// answered in time any more are told so.
func (q *Queue) hand(now time.Time) {
	held := false // whoever is has to wait: the others are looked at
	for {
		var f *flow
		for _, x := range q.active {
			if (f == nil || x.used < f.used) && !(held && q.held(x, now)) {
				f = x
			}
		}
		if f == nil {
			return
		}
		x := f.next()
		p := x.next(now)
		if !p.ask.Never && !now.Before(p.giveUp) {
			q.drop(p)
			p.tell(p, false, Late)
			continue
		}
		if h := q.held(f, now); !q.take(f.class, p.ask.Cost, h) {
			if !h {
				return
			}
			held = true
			continue
		}
		q.served, f.served = f.used, x.used
		cost := max(float64(p.ask.Cost), 1)
		f.used += cost / f.weight
		x.used += cost / x.weight
		q.drop(p)
		p.tell(p, true, 0)
	}
}

// held tells whether a flow is held for the sake of better classes: for a quarter of the
// time that who is next to be served in it has, or what is oldest there.
func (q *Queue) held(f *flow, now time.Time) bool {
	if !q.narrow.holds(f.class) {
		return false
	}
	p := f.next().oldest
	return heldFor*now.Sub(p.came) < p.ask.Until.Sub(p.came)
}

// Status of the queue, copied.
type Status struct {
	Waiting int
	Under   time.Duration // CPU demand under way
	Room    time.Duration // that there may be; 0 while nothing is bounded
	Work    time.Duration // of those that wait
	Cores   float64
	Stay    time.Duration
}

// Status of the queue.
func (q *Queue) Status() Status {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := Status{Waiting: int(q.waiting.Load()), Under: time.Duration(q.under.Load()), Work: q.work, Cores: q.cores, Stay: q.stay}
	if q.cores > 0 && q.stay > 0 {
		s.Room = time.Duration(q.room.Load())
	}
	return s
}
