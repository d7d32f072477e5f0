package changelog

import (
	"context"
	"sync"
)

// group lets concurrent appends share a commit: whoever finds nobody writing
// writes for all that gather meanwhile.
type group struct {
	write func([]Change) ([]Offset, error)

	mu      sync.Mutex
	waiting []*pending
	writing bool
}

type pending struct {
	changes []Change
	offsets []Offset
	err     error
	done    chan struct{}
}

// groupMax is how many changes share a commit at most; a larger single append
// goes alone.
const groupMax = 5_000

// append waits for the commit of the changes. When ctx ends first its error is
// returned, and the changes may still be written.
func (g *group) append(ctx context.Context, changes []Change) ([]Offset, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := &pending{changes: changes, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, p)
	if !g.writing {
		g.writing = true
		// A goroutine of its own: the caller's context may end before the
		// changes of others are written.
		go g.run()
	}
	g.mu.Unlock()
	select {
	case <-p.done:
		return p.offsets, p.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (g *group) run() {
	for {
		batch, changes := g.take()
		if len(batch) == 0 {
			return
		}
		offsets, err := g.write(changes)
		for _, p := range batch {
			if p.err = err; err == nil {
				p.offsets, offsets = offsets[:len(p.changes):len(p.changes)], offsets[len(p.changes):]
			}
			close(p.done)
		}
	}
}

// take removes the next batch, in order of arrival; none ends the run.
func (g *group) take() ([]*pending, []Change) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n, size := 0, 0
	for n < len(g.waiting) && (n == 0 || size+len(g.waiting[n].changes) <= groupMax) {
		size += len(g.waiting[n].changes)
		n++
	}
	if n == 0 {
		g.writing = false
		return nil, nil
	}
	batch := g.waiting[:n:n]
	g.waiting = append([]*pending(nil), g.waiting[n:]...)
	if n == 1 {
		return batch, batch[0].changes
	}
	changes := make([]Change, 0, size)
	for _, p := range batch {
		changes = append(changes, p.changes...)
	}
	return batch, changes
}
