package circuit

import (
	"sync"
	"time"
)

// When a circuit opens, and how long it stays so.
const (
	Span     = 10 * time.Second // calls looked back at
	Least    = 10               // calls below which nothing is proven
	Share    = 0.5              // of failures that is too much
	Wait     = time.Second      // before the first try
	MostWait = 10 * time.Second // before a later one
)

// late is how many times what a good answer takes a call must have waited
// before its being given up says something.
const late = 2

// State of a circuit.
type State string

// States.
const (
	Closed   State = "closed"
	Open     State = "open"
	HalfOpen State = "half_open" // one call is trying, or may
)

// Verdict on a call.
type Verdict uint8

// Verdicts.
const (
	Good    Verdict = iota
	Bad             // it failed, by the callee's fault
	GivenUp         // nobody waited any longer, with time left that was meant for it
	Late            // its time was up
	Unknown         // it says nothing of the callee
)

// Status of a circuit.
type Status struct {
	State   State
	Since   time.Time // it is not closed since then; zero: it is closed
	Until   time.Time // it is tried again from then on
	Opened  int64     // how often, since it was made; failed tries are not counted anew
	Refused int64     // calls that were not made
}

// Circuit before one callee.
type Circuit struct {
	now func() time.Time

	mu     sync.Mutex
	window window
	status Status
	wait   time.Duration
	trying bool
	epoch  int           // openings: calls begun before one say nothing after it
	mean   time.Duration // of good answers; 0: none yet
}

// New makes a closed one; now is the clock.
func New(now func() time.Time) *Circuit {
	return &Circuit{now: now, status: Status{State: Closed}}
}

// Pass is a call that was let through. It must be given back by Leave.
type Pass struct {
	began time.Time
	epoch int
	try   bool
}

// OpenError is why a call was not made.
type OpenError struct {
	Since, Until time.Time
	Trying       bool // the one call is under way
}

// Error says since when, and when it is tried again.
func (e *OpenError) Error() string {
	const form = "2006-01-02T15:04:05.000Z"
	text := "its circuit is open since " + e.Since.UTC().Format(form) + ", "
	if e.Trying {
		return text + "it is being tried again now"
	}
	return text + "it is tried again at " + e.Until.UTC().Format(form)
}

// Enter lets a call through, or not. The error is an *OpenError.
func (c *Circuit) Enter() (Pass, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	p := Pass{began: now, epoch: c.epoch}
	if c.status.State == Closed {
		return p, nil
	}
	if c.trying || now.Before(c.status.Until) {
		c.status.Refused++
		return Pass{}, &OpenError{c.status.Since, c.status.Until, c.trying}
	}
	c.status.State, c.trying, p.try = HalfOpen, true, true
	return p, nil
}

// Leave says what became of a call.
func (c *Circuit) Leave(p Pass, v Verdict) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.epoch != c.epoch {
		return
	}
	now := c.now()
	took := now.Sub(p.began)
	if v == Late || v == GivenUp {
		switch {
		case c.mean > 0 && took >= late*c.mean, c.mean == 0 && v == Late:
			v = Bad
		default:
			v = Unknown
		}
	}
	if v == Good {
		c.learn(took)
	}
	if p.try {
		c.tried(now, v)
		return
	}
	if v == Unknown || c.status.State != Closed {
		return
	}
	c.window.add(now, v == Good)
	if v == Bad && c.window.proven() {
		c.epoch++
		c.wait = Wait
		c.status = Status{State: Open, Since: now, Until: now.Add(Wait), Opened: c.status.Opened + 1, Refused: c.status.Refused}
	}
}

// learn what a good answer takes: a mean in which the last ones count most.
func (c *Circuit) learn(took time.Duration) {
	if c.mean == 0 {
		c.mean = max(1, took)
		return
	}
	c.mean = max(1, c.mean+(took-c.mean)/8)
}

// tried is what the one call of a half-open circuit brought. Where it says
// nothing the next one tries.
func (c *Circuit) tried(now time.Time, v Verdict) {
	c.trying = false
	switch v {
	case Good:
		c.window.clear()
		c.status.State, c.status.Since, c.status.Until = Closed, time.Time{}, time.Time{}
	case Bad:
		c.wait = min(2*c.wait, MostWait)
		c.status.State, c.status.Until = Open, now.Add(c.wait)
	}
}

// Status as it is now.
func (c *Circuit) Status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.status
}
