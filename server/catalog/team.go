package catalog

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/server/app"
)

// team is one team's side of the catalog. load is one at a time.
type team struct {
	name    string
	catalog *Catalog
	active  atomic.Pointer[Active]
	wanted  wanted
	told    atomic.Int64 // the version of which the event says that it serves

	mu        sync.Mutex
	closed    bool
	libraries map[string]*Library // of the active version, or of the one to come
	outsides  map[string]*outside // of the active version
	leaving   leaving
	ending    sync.WaitGroup // libraries that no version needs any more
	failed    int64          // a version that cannot run, not to be tried each second
}

// How long a swap waits for libraries to catch up: with nothing serving yet,
// and while the last good version serves.
const (
	catchUpFirst = 20 * time.Second
	catchUpSwap  = 10 * time.Minute
)

// load makes a version the active one. The last good one serves until its
// libraries have caught up, and goes on when the version cannot run.
func (t *team) load(ctx context.Context, v app.Version) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.active.Load()
	if t.closed || t.failed == v.Number || now != nil && now.Version == v.Number {
		return nil
	}
	ctx, done, err := t.wanted.begin(ctx, v.Number)
	if err != nil {
		return err
	}
	defer done()
	next, fresh, opened, err := t.prepare(ctx, v)
	if err == nil {
		err = t.wanted.swap(v.Number, func() { t.active.Store(next) })
	}
	if err != nil {
		if cause := context.Cause(ctx); errors.Is(cause, errSuperseded) {
			err = cause
		}
		for _, o := range opened {
			o.close()
		}
		t.discard(v, fresh, err)
		return err
	}
	t.failed = 0
	for name, o := range t.outsides {
		if next.outsides[name] != o {
			t.leaving.add(o)
		}
	}
	t.outsides = next.outsides
	for name, l := range t.libraries {
		// Requests that hold its view still read it. One that is replaced
		// leaves the shelf to its successor.
		switch next.libraries[name] {
		case l:
		case nil:
			t.ending.Go(l.close)
		default:
			t.ending.Go(l.retire)
		}
	}
	t.libraries = next.libraries
	t.catalog.tellSecrets(t.name, v.Number, next.Project())
	t.catalog.report.Info("version is live", "team", t.name, "version", v.Number, "resources", len(next.libraries)+len(next.outsides), "scenes", len(next.scenes))
	return nil
}

// discard ends the libraries of a version that does not become the active one.
func (t *team) discard(v app.Version, fresh []*Library, err error) {
	if !errors.Is(err, errSuperseded) && !errors.Is(err, context.Canceled) && !temporary(err) {
		t.failed = v.Number
		t.catalog.event(t.name, app.Event{Kind: "version.failed", Severity: "error", Message: fmt.Sprintf("version %d cannot run, the last good one serves: %v", v.Number, err)})
	}
	for _, l := range fresh {
		if serves := t.libraries[l.name]; serves != nil && errors.Is(err, errSuperseded) {
			l.retire()
			serves.reshelve()
		} else {
			l.close()
		}
	}
}

// prepare compiles a version and opens what libraries and stores it lacks;
// fresh and opened are those.
func (t *team) prepare(ctx context.Context, v app.Version) (next *Active, fresh []*Library, opened []*outside, err error) {
	c := t.catalog
	built, list, away := c.compiler.compileNow(ctx, app.Project{Team: t.name, Texts: v.Files, Published: true})
	if away != nil {
		return nil, nil, nil, errUnread(away)
	}
	if built == nil {
		return nil, nil, nil, fmt.Errorf("it does not compile: %w", firstError(list))
	}
	program := built.program
	if c.logs != nil {
		program = program.Logging(c.logs(t.name))
	}
	next = &Active{Version: v.Number, Hash: v.Hash, Program: program, scenes: scenes(built, v.Number), guarded: built.guarded, libraries: map[string]*Library{}, outsides: map[string]*outside{}, words: c.words}
	for _, r := range built.project.Resources {
		if r.Store != nil {
			o := t.outsides[r.Name]
			if o == nil || !o.same(r) {
				if o, err = openOutside(c, t.name, r); err != nil {
					return nil, fresh, opened, fmt.Errorf("resource %s: %w", r.Name, err)
				}
				opened = append(opened, o)
			}
			o.version.Store(v.Number)
			next.outsides[r.Name] = o
			continue
		}
		schema := engine.Schema(r)
		if have := t.libraries[r.Name]; have != nil && have.stream == streamOf(t.name, r) && reflect.DeepEqual(have.schema, schema) {
			have.version.Store(v.Number)
			next.libraries[r.Name] = have
			continue
		}
		l, err := openLibrary(ctx, c, t.name, r, schema)
		if err != nil {
			return nil, fresh, opened, fmt.Errorf("resource %s: %w", r.Name, err)
		}
		l.version.Store(v.Number)
		next.libraries[r.Name] = l
		fresh = append(fresh, l)
	}
	return next, fresh, opened, t.catchUp(ctx, fresh)
}

func (t *team) catchUp(ctx context.Context, fresh []*Library) error {
	wait := catchUpFirst
	if t.active.Load() != nil {
		wait = catchUpSwap
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for _, l := range fresh {
		select {
		case <-l.follower.Caught():
		case <-timer.C:
			return nil // it goes on loading; the boards say so
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (t *team) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for _, o := range t.outsides {
		o.close()
	}
	t.leaving.close()
	for _, l := range t.libraries {
		l.close()
	}
	t.ending.Wait()
}
