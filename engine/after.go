package engine

import (
	"context"
	"sync"
	"time"

	"riffle.dev/riffle/engine/exec"
)

// Bounds of what pipelines do behind their answers.
const (
	afterWorkers = 2
	afterQueue   = 256 // requests that wait; a further one is dropped
	afterBudget  = 2 * time.Second
)

// AfterCounts say what became of the nodes behind answers.
type AfterCounts struct {
	Done    int64 `json:"done"`
	Failed  int64 `json:"failed"`
	Dropped int64 `json:"dropped"` // requests for which nothing was done: the queue was full
	Waiting int   `json:"waiting"` // requests, those being done included
}

// tail is a bounded queue with workers that end when it is empty.
type tail struct {
	mu      sync.Mutex
	queue   []job
	workers int
	counts  AfterCounts
	idle    chan struct{} // closed when nothing is left; nil unless somebody waits
}

type job struct {
	ctx  context.Context
	rest *exec.After
}

// add what is to do, or drop it.
func (t *tail) add(ctx context.Context, rest *exec.After) {
	t.mu.Lock()
	if len(t.queue) >= afterQueue {
		t.counts.Dropped++
		t.mu.Unlock()
		rest.Drop()
		return
	}
	t.queue = append(t.queue, job{ctx, rest})
	t.counts.Waiting++
	more := t.workers < afterWorkers
	if more {
		t.workers++
	}
	t.mu.Unlock()
	if more {
		go t.work()
	}
}

func (t *tail) work() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.queue) > 0 {
		j := t.queue[0]
		t.queue[0] = job{}
		t.queue = t.queue[1:]
		t.mu.Unlock()
		good, bad := j.rest.Do(j.ctx, afterBudget)
		t.mu.Lock()
		t.counts.Done += int64(good)
		t.counts.Failed += int64(bad)
		if t.counts.Waiting--; t.counts.Waiting == 0 && t.idle != nil {
			close(t.idle)
			t.idle = nil
		}
	}
	t.workers--
}

func (t *tail) read() AfterCounts {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts
}

// Wait until all that is to do behind answers is done, and what is got anew
// behind stale ones is there.
func (e *Engine) Wait(ctx context.Context) error {
	if err := e.tail.wait(ctx); err != nil || e.cache == nil {
		return err
	}
	return e.cache.Wait(ctx)
}

func (t *tail) wait(ctx context.Context) error {
	t.mu.Lock()
	if t.counts.Waiting == 0 {
		t.mu.Unlock()
		return nil
	}
	if t.idle == nil {
		t.idle = make(chan struct{})
	}
	idle := t.idle
	t.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
