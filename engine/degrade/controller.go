package degrade

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Step is how often Tick is meant to be called.
const Step = 100 * time.Millisecond

// Options of a controller.
type Options struct {
	Now  func() time.Time // required
	CPU  CPU              // of this process; required
	Pool map[string]CPU   // of services and searchers, by the names that modules have; one that is missing has no bound
	Seed uint64           // of the salts and of what is jittered: each process its own

	// Background runs work that may take tens of milliseconds, the search for new
	// plans. nil runs it at once, within the tick.
	Background func(func())
	Store      Store // of events; may be nil
}

// Controller decides for any number of keys. Decide, Done and Module may be
// called by any number of goroutines; Tick by one, every Step.
type Controller struct {
	opt    Options
	scenes atomic.Pointer[map[Key]*scene]
	local  *pool

	mu      sync.Mutex // guards all below and the scenes' own state
	order   []*scene
	pools   []*pool // [0] is local
	claims  []claim
	rising  []rise  // scratch of divide
	fresh   []costs // scratch of read
	last    time.Time
	ticks   uint64
	journal journal
}

// New controller. It knows no key yet.
func New(opt Options) (*Controller, error) {
	if opt.Now == nil || opt.CPU == nil {
		return nil, errors.New("a controller wants a clock and the load of its CPU")
	}
	c := &Controller{opt: opt, local: &pool{cpu: opt.CPU}, last: opt.Now(), journal: newJournal(opt.Store)}
	c.pools = []*pool{c.local}
	for _, name := range slices.Sorted(maps.Keys(opt.Pool)) {
		if name == "" || opt.Pool[name] == nil {
			return nil, fmt.Errorf("pool %q has no name or no load", name)
		}
		c.pools = append(c.pools, &pool{name: name, cpu: opt.Pool[name]})
	}
	c.scenes.Store(&map[Key]*scene{})
	return c, nil
}

// Register a key, or give it a new spec. What was measured of modules that are
// the same is kept, as are its state and what a hand holds.
func (c *Controller) Register(spec Spec) error {
	_, err := c.Open(spec)
	return err
}

// Open is Register, with a gate to the key.
func (c *Controller) Open(spec Spec) (*Gate, error) {
	full, err := spec.complete()
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	old := *c.scenes.Load()
	if len(old) >= MaxKeys && old[spec.Key] == nil {
		return nil, fmt.Errorf("%d keys already, at most %d", len(old), MaxKeys)
	}
	s := c.newScene(full)
	if was := old[spec.Key]; was != nil {
		s.inherit(was)
	}
	if err := c.plan(s); err != nil {
		return nil, err
	}
	s.publish(c.opt.Now(), c.opt.Seed)
	next := maps.Clone(old)
	next[spec.Key] = s
	c.put(next)
	return &Gate{s}, nil
}

// SetRefusal tells the CPU that refusing a request takes: who refuses many has less
// for the others.
func (c *Controller) SetRefusal(cost time.Duration) { c.local.refusal.Store(int64(max(0, cost))) }

// Remove a key. Decisions made for it may still be handed to Done.
func (c *Controller) Remove(key Key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	next := maps.Clone(*c.scenes.Load())
	delete(next, key)
	c.put(next)
}

// put the keys, in an order that does not depend on the map.
func (c *Controller) put(scenes map[Key]*scene) {
	c.order = c.order[:0]
	for _, s := range scenes {
		c.order = append(c.order, s)
	}
	slices.SortFunc(c.order, func(a, b *scene) int { return compareKeys(a.spec.Key, b.spec.Key) })
	c.claims = make([]claim, len(c.order))
	c.scenes.Store(&scenes)
}

// Tick measures, divides the budgets and decides anew.
func (c *Controller) Tick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.opt.Now()
	dt := now.Sub(c.last)
	if dt <= 0 {
		return
	}
	c.last = now
	c.ticks++
	patience := c.patience()
	for _, p := range c.pools {
		p.patience = patience
		p.tick(dt)
	}
	requests := 0.0
	for i, s := range c.order {
		s.measure(now, dt)
		if (c.ticks+uint64(i))%10 == 0 {
			c.fresh = s.read(c.fresh)
		}
		s.judge(now, c)
		requests += s.rate
	}
	c.local.wait(requests)
	c.replan()
	for i, p := range c.pools {
		c.share(i, p, dt)
	}
	for _, s := range c.order {
		s.act(now, c)
	}
}

// patience is the shortest deadline of those who are asked, in seconds; 0 when nobody is.
func (c *Controller) patience() (least float64) {
	for _, s := range c.order {
		if d := s.spec.Deadline.Seconds(); s.steady > 0 && (least == 0 || d < least) {
			least = d
		}
	}
	return least
}

const unbounded = 1e18

// replan the key whose measures moved and that waits longest, if any: one a tick.
func (c *Controller) replan() {
	var next *scene
	for _, s := range c.order {
		if s.moved && !s.planning && (next == nil || s.urgent && !next.urgent || s.urgent == next.urgent && s.planned < next.planned) {
			next = s
		}
	}
	if next == nil || c.ticks < next.planned+5 && !next.urgent {
		return
	}
	next.moved, next.urgent, next.planned = false, false, c.ticks
	s, job := next, next.snapshot()
	if c.opt.Background == nil {
		lines, err := c.solveFor(job)
		s.adopt(lines, err, c.opt.Now(), 0)
		return
	}
	s.planning = true
	c.opt.Background(func() {
		began := c.opt.Now()
		lines, err := c.solveFor(job)
		c.mu.Lock()
		defer c.mu.Unlock()
		now := c.opt.Now()
		s.planning = false
		s.adopt(lines, err, now, now.Sub(began))
	})
}
