package catalog

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/circuit"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/store"
	"riffle.dev/riffle/server/app"
)

// outside is a resource that lives on a team's own store: nothing of it is kept
// here but how to ask. One stands as long as declarations of it are the same.
type outside struct {
	declared *dag.Resource
	store    *store.Store
	version  atomic.Int64 // that declared it last

	stop context.CancelFunc
	done chan struct{}
}

// How often a store that nobody asks is looked after, and how long that may
// take.
const (
	probeEvery  = 10 * time.Second
	probeWithin = 2 * time.Second
)

// leaveAfter is how long a store that no version has any more is kept for the
// requests that hold the old one.
const leaveAfter = 30 * time.Second

func openOutside(c *Catalog, team string, r *dag.Resource) (*outside, error) {
	s, err := store.OfResource(r, c.compiler.secretsOf(team), store.Options{Transport: c.compiler.transport, Now: c.now})
	if err != nil {
		return nil, err
	}
	o := &outside{declared: r, store: s, done: make(chan struct{})}
	ctx, stop := context.WithCancel(c.ctx)
	o.stop = stop
	go func() {
		defer close(o.done)
		o.probe(ctx, c.now)
	}()
	return o, nil
}

// same tells whether a resource is the one that is open.
func (o *outside) same(r *dag.Resource) bool {
	return reflect.DeepEqual(o.declared.Store, r.Store) && reflect.DeepEqual(o.declared.Import, r.Import) && reflect.DeepEqual(engine.Schema(o.declared), engine.Schema(r))
}

// probe the store at the beginning, and whenever nobody has asked it for a
// while.
func (o *outside) probe(ctx context.Context, now func() time.Time) {
	tick := time.NewTicker(probeEvery)
	defer tick.Stop()
	for {
		if now().Sub(o.store.Health().At) >= probeEvery {
			within, cancel := context.WithTimeout(ctx, probeWithin)
			_ = o.store.Ping(within) // its health says what came of it
			cancel()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (o *outside) close() {
	o.stop()
	<-o.done
	o.store.Close()
}

// describe says how the store does.
func (o *outside) describe() app.Resource {
	d := o.declared
	h, n := o.store.Health(), o.store.Counts()
	r := app.Resource{Name: d.Name, State: "ok", Version: o.version.Load(), Slots: []app.SlotOffset{}, Fields: []app.ResourceField{},
		Store: &app.ResourceStore{Kind: d.Store.Kind, URL: d.Store.URL, Name: d.Store.Name, Calls: int64(n.Calls), Failed: int64(n.Calls) - n.Outcomes["ok"]}}
	if n.Calls > 0 {
		r.Store.MeanMS = millis(int64(n.Total) / int64(n.Calls))
	}
	if !h.At.IsZero() {
		at := h.At.UTC()
		r.Store.AskedAt = &at
	}
	k := o.store.Circuit()
	if k.State != circuit.Closed {
		told := circuitOf("store", d.Name, k)
		r.Store.Circuit = &told
	}
	switch {
	case k.State == circuit.Open:
		r.State, r.Message = "unreachable", cmp.Or(h.Problem, "it failed too often")+"; "+unasked(k)
	case h.At.IsZero():
		r.State, r.Message = "loading", "the store was not asked yet"
	case !h.OK:
		r.State, r.Message = "unreachable", h.Problem+", since "+h.Since.UTC().Format(time.RFC3339)
	}
	for _, f := range engine.Schema(d).Fields {
		r.Fields = append(r.Fields, describeField(f))
	}
	return r
}

// leaving are stores that no version has any more.
type leaving struct {
	mu  sync.Mutex
	all map[*outside]*time.Timer
}

// add one that is closed after a while.
func (l *leaving) add(o *outside) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[*outside]*time.Timer{}
	}
	l.all[o] = time.AfterFunc(leaveAfter, func() {
		o.close()
		l.mu.Lock()
		delete(l.all, o)
		l.mu.Unlock()
	})
}

// close all of them now.
func (l *leaving) close() {
	l.mu.Lock()
	var all []*outside
	for o, timer := range l.all {
		timer.Stop()
		all = append(all, o)
	}
	l.mu.Unlock()
	for _, o := range all {
		o.close()
	}
}

// StoreCounts are the counts of a resource's store, for metrics.
type StoreCounts struct {
	Team, Resource, Kind string
	OK                   bool
	store.Counts
}

// Stores counts the calls of all stores of all teams.
func (c *Catalog) Stores() []StoreCounts {
	var out []StoreCounts
	for _, team := range c.Teams() {
		a, ok := c.Active(team)
		if !ok {
			continue
		}
		for name, o := range a.outsides {
			out = append(out, StoreCounts{Team: team, Resource: name, Kind: o.declared.Store.Kind, OK: o.store.Health().OK, Counts: o.store.Counts()})
		}
	}
	return out
}

// elsewhere is why a resource is not written to, or counted, here.
func (o *outside) elsewhere() error {
	return app.Fail(app.Conflict, "on_a_store", "{resource} lives on a {kind} store of its own: its documents are written and counted there", o.declared.Name, o.declared.Store.Kind)
}

// storeError is an error of a store as clients see it.
func storeError(err error) error {
	var far *op.RemoteError
	if errors.As(err, &far) {
		return app.Fail(app.Unavailable, "store_failed", "{said}", app.Said(far.Error())).Because(err)
	}
	return err
}
