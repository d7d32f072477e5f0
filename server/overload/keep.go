package overload

import (
	"context"
	"hash/fnv"
	"sync"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/server/app"
)

// Store is where changes of state and what operators say is written down. Errors:
// an *app.Error of Unavailable when the database cannot be reached.
type Store interface {
	DegradationEvents(ctx context.Context, team, scene string, before int64, limit int) ([]app.DegradationEvent, error)
	AddDegradationEvents(ctx context.Context, teams []string, events []app.DegradationEvent) error
	Overrides(ctx context.Context, now time.Time) ([]app.Overriding, error)
	SetOverride(ctx context.Context, by app.Change, team, scene string, now, before *app.Override) error
}

// keeping is what is written down, and what is still to be.
type keeping struct {
	mu      sync.Mutex
	held    map[name]app.Override
	waiting map[name]waiting // not in the database yet
	bad     bool
	changes uint64          // counted
	changed map[name]uint64 // the last change here, of what is held or of what is written

	lines [64]sync.Mutex
}

// line in which those wait who say, write or follow something of a scene: what runs,
// what is held and what is written are then of the same hand. Scenes share lines.
func (k *keeping) line(n name) *sync.Mutex {
	h := fnv.New32a()
	_, _ = h.Write([]byte(n.team + "/" + n.scene)) // it never fails
	return &k.lines[h.Sum32()%uint32(len(k.lines))]
}

// touch counts a change of a scene; of the holder of mu.
func (k *keeping) touch(n name) {
	if k.changed == nil {
		k.changed = map[name]uint64{}
	}
	k.changes++
	k.changed[n] = k.changes
}

// count of the changes so far.
func (k *keeping) count() uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.changes
}

// since tells whether a scene changed here after a count: what was read of it before
// that is old.
func (k *keeping) since(n name, count uint64) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, waits := k.waiting[n]
	return waits || k.changed[n] > count
}

// still tells whether a change waits to be written.
func (k *keeping) still(n name, w waiting) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.waiting[n] == w
}

// waiting is a change that the database has not taken.
type waiting struct {
	by          app.Change
	now, before *app.Override
	flying      bool // whoever was asked is writing it
}

// well tells whether the last look at the database went well.
func (k *keeping) well() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.bad
}

// of a scene: what holds at now.
func (k *keeping) of(n name, now time.Time) *app.Override {
	k.mu.Lock()
	defer k.mu.Unlock()
	o, ok := k.held[n]
	if !ok || !o.Until.After(now) {
		return nil
	}
	return &o
}

// set what holds of a scene; nil: nothing.
func (k *keeping) set(n name, o *app.Override) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.touch(n)
	if o == nil {
		delete(k.held, n)
		return
	}
	if k.held == nil {
		k.held = map[name]app.Override{}
	}
	k.held[n] = *o
}

// later writes a change when the database is back; of several the last.
func (k *keeping) later(n name, w waiting) waiting {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.waiting == nil {
		k.waiting = map[name]waiting{}
	}
	if old, ok := k.waiting[n]; ok {
		w.before = old.before
	}
	k.waiting[n] = w
	return w
}

// landed tells that nobody is writing a change any more, though it is not written.
func (k *keeping) landed(n name, w waiting) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.waiting[n] == w {
		w.flying = false
		k.waiting[n] = w
	}
}

// done takes a change off that was written, unless another came meanwhile.
func (k *keeping) done(n name, w waiting) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.touch(n)
	if k.waiting[n] == w {
		delete(k.waiting, n)
	}
	if o, ok := k.held[n]; ok && w.now != nil && o.At.Equal(w.now.At) {
		o.Kept = true
		k.held[n] = o
	}
}

func (k *keeping) list() map[name]waiting {
	k.mu.Lock()
	defer k.mu.Unlock()
	out := make(map[name]waiting, len(k.waiting))
	for n, w := range k.waiting {
		out[n] = w
	}
	return out
}

// keepEvery is how often the database is looked at.
const keepEvery = time.Second

// keep writes down and follows what other instances were told, until ctx ends;
// then it writes once more what is there.
func (o *Overload) keep(ctx context.Context) {
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	for {
		o.Keep(ctx)
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), keepEvery)
			o.write(last)
			cancel()
			return
		case <-tick.C:
		}
	}
}

// Keep looks at the database once.
func (o *Overload) Keep(ctx context.Context) {
	err := o.write(ctx)
	if err == nil {
		err = o.follow(ctx)
	}
	if ctx.Err() != nil {
		return
	}
	o.kept.mu.Lock()
	was := o.kept.bad
	o.kept.bad = err != nil
	o.kept.mu.Unlock()
	if err != nil && !was {
		o.cfg.Log.Warn("what scenes give up is not written down; it goes on from memory", "error", err)
	} else if err == nil && was {
		o.cfg.Log.Info("what scenes give up is written down again")
	}
}

// write what the database has not taken yet.
func (o *Overload) write(ctx context.Context) error {
	for n, w := range o.kept.list() {
		if w.flying {
			continue
		}
		if err := o.writeOne(ctx, n, w); err != nil {
			return err
		}
	}
	return o.control.Flush()
}

// writeOne change, unless somebody says something of the scene right now.
func (o *Overload) writeOne(ctx context.Context, n name, w waiting) error {
	line := o.kept.line(n)
	if !line.TryLock() {
		return nil
	}
	defer line.Unlock()
	if !o.kept.still(n, w) {
		return nil
	}
	if err := o.cfg.Store.SetOverride(ctx, w.by, n.team, n.scene, w.now, w.before); err != nil {
		return err
	}
	o.kept.done(n, w)
	return nil
}

// journal is the store as the controller's events go there.
type journal struct{ store Store }

// Put implements degrade.Store.
func (j journal) Put(events []degrade.Event) error {
	teams, out := make([]string, len(events)), make([]app.DegradationEvent, len(events))
	for i := range events {
		teams[i], _ = split(events[i].Key)
		out[i] = eventOf(&events[i])
	}
	return j.store.AddDegradationEvents(context.Background(), teams, out) // it bounds its own time
}

// follow what holds by the database: what another instance was told, and at the
// start what held before. What it has not taken yet stands.
func (o *Overload) follow(ctx context.Context) error {
	count := o.kept.count()
	list, err := o.cfg.Store.Overrides(ctx, o.cfg.Now())
	if err != nil {
		return err
	}
	there := map[name]bool{}
	for _, over := range list {
		n := name{over.Team, over.Scene}
		there[n] = true
		o.news(n, count, func() {
			if have := o.kept.of(n, o.cfg.Now()); have == nil || !have.At.Equal(over.At) {
				o.kept.set(n, &over.Override)
				o.apply(n, &over.Override)
			}
		})
	}
	for _, n := range o.kept.written() {
		if there[n] {
			continue
		}
		o.news(n, count, func() {
			o.kept.set(n, nil)
			o.let(n, "another instance")
		})
	}
	return nil
}

// news of a scene are taken by what was read at a count, unless somebody said something
// of it since, or is saying it: the next look has that.
func (o *Overload) news(n name, count uint64, take func()) {
	line := o.kept.line(n)
	if !line.TryLock() {
		return
	}
	defer line.Unlock()
	if !o.kept.since(n, count) {
		take()
	}
}

// written are the scenes of which the database holds something.
func (k *keeping) written() []name {
	k.mu.Lock()
	defer k.mu.Unlock()
	var out []name
	for n, o := range k.held {
		if o.Kept {
			out = append(out, n)
		}
	}
	return out
}
