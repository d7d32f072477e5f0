package logs

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/plural"
)

// Options of Logs; zero values stand for the defaults.
type Options struct {
	Dir       string            // of the files; "": files are refused
	Transport http.RoundTripper // nil: addresses are refused
	MaxFile   int64             // bytes at which a file begins anew; 64 MiB
	Keep      int               // older files that are kept; 3
	MaxQueue  int64             // bytes that wait for one place; 4 MiB
	MaxWait   int64             // bytes that wait for all; 32 MiB
	Places    int               // that are written to at a time; 64
	Timeout   time.Duration     // of a POST; 5s
	// Report is told of a place that begins to fail, once until it took lines
	// again; it must not block. nil: nobody is told.
	Report func(place string, err error)
}

// Bounds of one write: a POST, or what is written to a file at a time.
const (
	maxBatchLines = 1000
	maxBatchBytes = 1 << 20
)

// Counts of lines since the start.
type Counts struct {
	Written int64 `json:"written"`
	Failed  int64 `json:"failed"`  // the place did not take them
	Dropped int64 `json:"dropped"` // there was no room for them to wait
	Waiting int64 `json:"waiting"`
}

// Logs is the queues of all places. It is safe for any number of goroutines.
type Logs struct {
	opt Options

	mu      sync.Mutex
	queues  map[where]*queue
	bytes   int64
	counts  Counts
	failing map[where]bool // places whose last lines were not taken
	places  map[where]*Place
	idle    chan struct{} // closed when nothing waits; nil unless somebody waits
}

// where lines of a team go: one of its files, or an address.
type where struct{ team, file, address string }

// String is the place for people.
func (w where) String() string {
	if w.address != "" {
		return w.address
	}
	return w.team + "/" + w.file
}

// queue of one place. It has a goroutine while it has lines.
type queue struct {
	lines [][]byte
	bytes int64
}

// New makes logs without a line.
func New(opt Options) *Logs {
	set := func(n *int64, def int64) {
		if *n <= 0 {
			*n = def
		}
	}
	set(&opt.MaxFile, 64<<20)
	set(&opt.MaxQueue, 4<<20)
	set(&opt.MaxWait, 32<<20)
	if opt.Keep <= 0 {
		opt.Keep = 3
	}
	if opt.Places <= 0 {
		opt.Places = 64
	}
	if opt.Timeout <= 0 {
		opt.Timeout = 5 * time.Second
	}
	return &Logs{opt: opt, queues: map[where]*queue{}, failing: map[where]bool{}, places: map[where]*Place{}}
}

// Team is what the pipelines of a team write to.
func (l *Logs) Team(name string) op.Logger { return team{l, name} }

type team struct {
	logs *Logs
	name string
}

// Log takes lines over, or drops them all.
func (t team) Log(to string, lines [][]byte) error {
	place, err := op.ParsePlace(to)
	if err == nil {
		switch {
		case place.File != "" && t.logs.opt.Dir == "":
			err = errors.New("this server keeps no files of logs")
		case place.Address != "" && t.logs.opt.Transport == nil:
			err = errors.New("this server sends no logs")
		}
	}
	w := where{t.name, place.File, place.Address}
	if err != nil {
		t.logs.mu.Lock()
		t.logs.counts.Failed += int64(len(lines))
		t.logs.mu.Unlock()
		return err
	}
	return t.logs.add(w, lines)
}

func (l *Logs) add(w where, lines [][]byte) error {
	if len(lines) == 0 {
		return nil
	}
	size := int64(0)
	for _, line := range lines {
		size += int64(len(line)) + 1
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	q, told := l.queues[w], l.place(w)
	why := ""
	switch {
	case q == nil && len(l.queues) >= l.opt.Places:
		why = fmt.Sprintf("%d places are being written to", len(l.queues))
	case q != nil && q.bytes+size > l.opt.MaxQueue || size > l.opt.MaxQueue:
		why = fmt.Sprintf("more than %d bytes wait for it", l.opt.MaxQueue)
	case l.bytes+size > l.opt.MaxWait:
		why = fmt.Sprintf("more than %d bytes wait for all places", l.opt.MaxWait)
	}
	if why != "" {
		l.counts.Dropped += int64(len(lines))
		told.Dropped += int64(len(lines))
		return fmt.Errorf("%s dropped: %s", plural.Of(len(lines), "line"), why)
	}
	if q == nil {
		q = &queue{}
		l.queues[w] = q
		go l.work(w, q)
	}
	q.lines = append(q.lines, lines...)
	q.bytes += size
	l.bytes += size
	l.counts.Waiting += int64(len(lines))
	told.Waiting += int64(len(lines))
	return nil
}

// work writes the lines of a place until none is left.
func (l *Logs) work(w where, q *queue) {
	out := l.writer(w)
	defer out.close()
	for {
		batch, size := l.next(w, q)
		if batch == nil {
			return
		}
		err := out.write(batch)
		l.mu.Lock()
		q.bytes -= size
		l.bytes -= size
		told := l.place(w)
		l.counts.Waiting -= int64(len(batch))
		told.Waiting -= int64(len(batch))
		news := false
		if err != nil {
			l.counts.Failed += int64(len(batch))
			told.Failed += int64(len(batch))
			told.Error = err.Error()
			if news = !l.failing[w] && len(l.failing) < l.opt.Places; news {
				l.failing[w] = true
			}
		} else {
			l.counts.Written += int64(len(batch))
			told.Written += int64(len(batch))
			told.Error = ""
			delete(l.failing, w)
		}
		l.mu.Unlock()
		if news && l.opt.Report != nil {
			l.opt.Report(w.String(), err)
		}
	}
}

// next is a batch of a queue, at least a line; nil where none is left, and then
// the queue is gone.
func (l *Logs) next(w where, q *queue) (batch [][]byte, size int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	for n < len(q.lines) && n < maxBatchLines && (n == 0 || size+int64(len(q.lines[n]))+1 <= maxBatchBytes) {
		size += int64(len(q.lines[n])) + 1
		n++
	}
	if n == 0 {
		delete(l.queues, w)
		if len(l.queues) == 0 && l.idle != nil {
			close(l.idle)
			l.idle = nil
		}
		return nil, 0
	}
	batch = q.lines[:n:n]
	q.lines = q.lines[n:]
	return batch, size
}

// writer of a place.
type writer interface {
	write(lines [][]byte) error
	close()
}

func (l *Logs) writer(w where) writer {
	if w.address != "" {
		return &sender{address: w.address, client: &http.Client{Transport: l.opt.Transport, Timeout: l.opt.Timeout, CheckRedirect: noRedirect}}
	}
	return &file{dir: l.opt.Dir, team: w.team, name: w.file, most: l.opt.MaxFile, keep: l.opt.Keep}
}

// Counts as they are now.
func (l *Logs) Counts() Counts {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counts
}

// Wait until no line waits, such as at the end of a server.
func (l *Logs) Wait(ctx context.Context) error {
	l.mu.Lock()
	if len(l.queues) == 0 {
		l.mu.Unlock()
		return nil
	}
	if l.idle == nil {
		l.idle = make(chan struct{})
	}
	idle := l.idle
	l.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
