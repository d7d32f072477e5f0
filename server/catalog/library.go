package catalog

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/index"
)

// Library is a resource on this instance: one slice that follows the log. It
// is a changelog.Applier. One that is imported follows the log of the team it
// belongs to, under the schema of the version that is imported, and takes no
// documents itself.
type Library struct {
	team     string // that serves it
	name     string // in the team's project
	stream   changelog.Stream
	schema   index.Schema
	version  atomic.Int64 // that declared it last
	slots    int
	slice    *index.Slice
	follower *changelog.Follower
	log      *slog.Logger
	shelf    *shelf
	refused  atomic.Int64 // entries that the schema does not take

	mu      sync.Mutex
	offsets changelog.Offsets
	unsaved int // entries since the last snapshot
	saving  sync.WaitGroup
	busy    bool // a snapshot is being written

	stop context.CancelFunc
	done chan struct{}
}

// snapshotEvery is how many entries are applied between two snapshots at
// least; of a large library a quarter of its documents.
const snapshotEvery = 20_000

// streamOf a team's resource: its own log, or that of who it is imported from.
func streamOf(team string, r *dag.Resource) changelog.Stream {
	if r.Import != nil {
		return changelog.Stream{Team: r.Import.Team, Resource: r.Import.Name}
	}
	return changelog.Stream{Team: team, Resource: r.Name}
}

// openLibrary makes a library from its snapshot, or empty, and begins to
// follow the log.
func openLibrary(ctx context.Context, c *Catalog, team string, r *dag.Resource, schema index.Schema) (*Library, error) {
	s := streamOf(team, r)
	slots, err := c.log.Open(ctx, s, r.Slots)
	if err != nil {
		return nil, err
	}
	l := &Library{team: team, name: r.Name, stream: s, schema: schema, slots: slots, log: c.report.With("team", team, "resource", r.Name),
		shelf: c.shelf(team, r, schema), done: make(chan struct{})}
	options := index.Options{Words: c.words}
	if l.slice, l.offsets = l.shelf.load(schema, slots, options, l.log); l.slice == nil {
		if l.slice, err = index.New(schema, options); err != nil {
			return nil, err
		}
		l.offsets = make(changelog.Offsets, slots)
	}
	if end, err := c.log.EndOffsets(ctx, s); err == nil && beyond(l.offsets, end) {
		l.log.Warn("the snapshot is of another log; it is replayed whole")
		if l.slice, err = index.New(schema, options); err != nil {
			return nil, err
		}
		l.offsets = make(changelog.Offsets, slots)
	}
	l.follower = changelog.NewFollower(c.log, s, l, c.report)
	follow, stop := context.WithCancel(c.ctx)
	l.stop = stop
	go func() {
		defer close(l.done)
		l.follower.Run(follow)
	}()
	return l, nil
}

// imported tells whether its documents are another project's.
func (l *Library) imported() bool { return l.team != l.stream.Team || l.name != l.stream.Resource }

// beyond tells whether offsets name entries that the log does not have.
func beyond(offsets, end changelog.Offsets) bool {
	for slot, o := range offsets {
		if slot >= len(end) || o > end[slot] {
			return true
		}
	}
	return false
}

// View is the documents as they are now.
func (l *Library) View() *index.View { return l.slice.View() }

// Offsets implements changelog.Applier.
func (l *Library) Offsets() changelog.Offsets {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.offsets.Clone()
}

// Apply implements changelog.Applier. An entry that the schema refuses was
// good for the one it was written under; it is counted and passed by.
func (l *Library) Apply(entries []changelog.Entry) error {
	next := l.Offsets()
	changes := make([]index.Change, 0, len(entries))
	for i := range entries {
		e := &entries[i]
		switch {
		case e.Offset < next[e.Slot]:
			continue // seen already
		case e.Offset > next[e.Slot]:
			return fmt.Errorf("slot %d: offset %d follows %d: the log has a hole", e.Slot, e.Offset, next[e.Slot]-1)
		}
		next[e.Slot]++
		c := index.Change{Op: index.Delete, Key: e.Key}
		if e.Value != nil {
			c.Op = index.Upsert
			doc, err := decode(e.Value)
			if err != nil {
				l.refuse(e, err)
				continue
			}
			if l.imported() { // its owner may have added fields since
				maps.DeleteFunc(doc, func(name string, _ any) bool { return !l.schema.Has(name) })
			}
			c.Doc = doc
		}
		changes = append(changes, c)
	}
	for i, err := range l.slice.Apply(changes) {
		if err != nil {
			l.refuse(&changelog.Entry{Key: changes[i].Key}, err)
		}
	}
	l.mu.Lock()
	l.offsets = next
	l.unsaved += len(entries)
	due := !l.busy && l.unsaved >= max(snapshotEvery, l.View().Stats().Docs/4)
	l.mu.Unlock()
	if due {
		l.save()
	}
	return nil
}

func (l *Library) refuse(e *changelog.Entry, err error) {
	if n := l.refused.Add(1); n <= 10 || n%1000 == 0 {
		l.log.Warn("a document of the log does not fit the schema of this version", "key", e.Key, "refused", n, "error", err)
	}
}

// save begins to keep the slice with its offsets. It is called between two
// Applies, so the two belong together; the view does not change any more and
// is written in the background. A snapshot that fails only makes the next
// start replay more.
func (l *Library) save() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.unsaved == 0 {
		return
	}
	view, offsets := l.View(), l.offsets.Clone()
	l.unsaved, l.busy = 0, true
	l.saving.Go(func() {
		if err := l.shelf.save(view, offsets); err != nil {
			l.log.Warn("snapshot was not kept", "error", err)
		}
		l.mu.Lock()
		l.busy = false
		l.mu.Unlock()
	})
}

// close stops following and keeps a last snapshot.
func (l *Library) close() {
	l.stop()
	<-l.done
	l.saving.Wait()
	l.save()
	l.retire()
}

// reshelve keeps a snapshot at the next chance: another library of the resource
// may have left its own on the shelf.
func (l *Library) reshelve() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unsaved++
}

// retire stops following and keeps nothing.
func (l *Library) retire() {
	l.stop()
	<-l.done
	l.saving.Wait()
	if err := l.slice.Close(); err != nil {
		l.log.Warn("slice was not closed", "error", err)
	}
}

// decode reads a document's JSON with whole numbers kept exact.
func decode(text []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var doc map[string]any
	if err := d.Decode(&doc); err != nil {
		return nil, err
	}
	if doc == nil {
		return nil, errors.New("want an object of fields")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the object")
	}
	return doc, nil
}
