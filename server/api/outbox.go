package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"
)

// outbox writes the lines of an answer in the background. Many clients read
// an answer only after they have sent everything: what they do not take yet
// waits here, so that reading their upload goes on.
type outbox struct {
	w       http.ResponseWriter
	control *http.ResponseController

	mu      sync.Mutex
	changed *sync.Cond
	waiting bytes.Buffer
	closed  bool
	err     error // of writing; the client is gone
	gone    chan struct{}
}

// maxWaiting is what waits for a slow client at most, some 300,000 results;
// then reading its upload waits too. A write that makes no way for writeIdle
// ends the answer.
const (
	maxWaiting = 16 << 20
	writeIdle  = 60 * time.Second
)

var errGone = errors.New("the client does not read its answer")

func newOutbox(w http.ResponseWriter, control *http.ResponseController) *outbox {
	o := &outbox{w: w, control: control, gone: make(chan struct{})}
	o.changed = sync.NewCond(&o.mu)
	go o.run()
	return o
}

// put adds lines; it waits while too many wait.
func (o *outbox) put(lines ...any) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.waiting.Len() > maxWaiting && o.err == nil {
		o.changed.Wait()
	}
	if o.err != nil {
		return o.err
	}
	out := json.NewEncoder(&o.waiting)
	for _, l := range lines {
		if err := out.Encode(l); err != nil {
			return err
		}
	}
	o.changed.Broadcast()
	return nil
}

// close waits until everything is written, or cannot be.
func (o *outbox) close() {
	o.mu.Lock()
	o.closed = true
	o.changed.Broadcast()
	o.mu.Unlock()
	<-o.gone
}

func (o *outbox) run() {
	defer close(o.gone)
	for {
		o.mu.Lock()
		for o.waiting.Len() == 0 && !o.closed {
			o.changed.Wait()
		}
		text := bytes.Clone(o.waiting.Bytes())
		o.waiting.Reset()
		o.changed.Broadcast()
		o.mu.Unlock()
		if len(text) == 0 {
			return
		}
		if err := o.write(text); err != nil {
			o.mu.Lock()
			o.err = errGone
			o.changed.Broadcast()
			o.mu.Unlock()
			return
		}
	}
}

// write in pieces, each with its own time.
func (o *outbox) write(text []byte) error {
	for len(text) > 0 {
		_ = o.control.SetWriteDeadline(time.Now().Add(writeIdle)) // not every connection can
		n := min(len(text), 64<<10)
		if _, err := o.w.Write(text[:n]); err != nil {
			return err
		}
		text = text[n:]
	}
	return o.control.Flush()
}
