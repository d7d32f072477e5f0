package gateway

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/stats"
)

// maxRecorded of a scene are kept: the newest minute and more.
const maxRecorded = 100

// recorder is the sample of one scene's real requests. It outlives versions.
type recorder struct {
	every time.Duration // between two that are taken
	next  atomic.Int64  // ns since 1970: nothing is taken before

	mu    sync.Mutex
	slots []recorded
	at    int
}

// recorded is one of them; the record does not change any more.
type recorded struct {
	record  *trace.Record
	version int64
	request json.RawMessage
}

// want tells whether a request at now is to be taken; of several at once one is.
func (r *recorder) want(now time.Time) bool {
	next, at := r.next.Load(), now.UnixNano()
	return at >= next && r.next.CompareAndSwap(next, at+int64(r.every))
}

// take a request; one that is long is left out.
func (r *recorder) take(version int64, in api.ServeRequest, rec *trace.Record) {
	text, err := json.Marshal(in.Request)
	if err != nil || len(text) > maxRequest {
		return
	}
	one := recorded{rec, version, text}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.slots) < maxRecorded {
		r.slots = append(r.slots, one)
		return
	}
	r.slots[r.at] = one
	r.at = (r.at + 1) % maxRecorded
}

// newest of them first.
func (r *recorder) newest(limit int) []recorded {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.slots)
	out := make([]recorded, 0, min(n, limit))
	for i := 0; i < n && i < limit; i++ {
		out = append(out, r.slots[(r.at-1-i+2*n)%n])
	}
	return out
}

// Requests implements api.Recorder.
func (g *Gateway) Requests(_ context.Context, team, name string, limit int) ([]api.RecordedRequest, error) {
	g.mu.RLock()
	s := g.scenes[stats.Key{Team: team, Scene: name}]
	g.mu.RUnlock()
	out := []api.RecordedRequest{}
	if s == nil {
		return out, nil // nobody has asked it since the start
	}
	for _, r := range s.recorder.newest(limit) {
		one := api.RecordedRequest{At: r.record.Start, TraceID: r.record.ID, Outcome: outcome(r.record), TookMS: millis(r.record.Duration), Items: r.record.Items, Version: r.version}
		if err := json.Unmarshal(r.request, &one.Request); err != nil {
			return nil, err
		}
		if one.Request == nil {
			one.Request = map[string]any{}
		}
		out = append(out, one)
	}
	return out, nil
}
