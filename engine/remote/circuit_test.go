package remote

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"riffle.dev/riffle/engine/circuit"
	"riffle.dev/riffle/engine/op"
)

// stood is a clock that stands until it is moved.
type stood struct{ ns atomic.Int64 }

func (s *stood) now() time.Time { return time.Unix(1_000_000, s.ns.Load()) }

// guarded is a client whose circuits run by a clock of the test.
func guarded(t *testing.T, c Callee, serve http.HandlerFunc) (*Client, *stood) {
	s := httptest.NewServer(serve)
	t.Cleanup(s.Close)
	c.Endpoints = []string{s.URL}
	transport, at := NewTransport(), &stood{}
	t.Cleanup(transport.CloseIdleConnections)
	out, err := New([]Callee{c}, transport, nil, at.now)
	if err != nil {
		t.Fatal(err)
	}
	return out, at
}

func kind(err error) string {
	var e *op.RemoteError
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &e):
		return e.Kind.String()
	}
	return err.Error()
}

func TestWhatOpensACircuit(t *testing.T) {
	hangs := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}
	for _, c := range []struct {
		name   string
		callee Callee
		answer http.HandlerFunc
		want   string // how the calls end, and the state after them
	}{
		{"down", Callee{}, says(503, ""), "refused open"},
		{"too busy", Callee{}, says(429, ""), "refused open"},
		{"garbage", Callee{}, says(200, "\x00"), "bad answer open"},
		{"too much", Callee{}, says(200, `{"value":1}`+strings.Repeat(" ", MaxReply)), "bad answer open"},
		{"hangs", Callee{Timeout: 20 * time.Millisecond}, hangs, "timeout open"},
		{"well", Callee{}, says(200, `{"value":1}`), "ok closed"},
		{"asked wrong", Callee{}, says(422, ""), "invalid closed"},
		{"over our own limit", Callee{Rate: 1e-9}, says(200, `{"value":1}`), "refused closed"},
		{"without its secret", Callee{Auth: "x"}, says(200, `{"value":1}`), "invalid closed"},
	} {
		c.callee.Name = "s"
		x, _ := guarded(t, c.callee, c.answer)
		if c.callee.Rate > 0 {
			_, _ = x.Ask(t.Context(), plain(kInt))
		}
		last := ""
		for range circuit.Least {
			_, err := x.Ask(t.Context(), plain(kInt))
			last = kind(err)
		}
		if got := last + " " + string(x.Circuits()["s"].State); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestAnOpenCircuit(t *testing.T) {
	var calls atomic.Int64
	var well atomic.Bool
	hold, held := make(chan struct{}), make(chan struct{}, 1)
	x, at := guarded(t, Callee{Name: "s"}, func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		if !well.Load() {
			says(500, "")(w, r)
			return
		}
		select {
		case held <- struct{}{}:
			<-hold
		default:
		}
		says(200, `{"value":1}`)(w, r)
	})
	ask := func() error {
		_, err := x.Ask(t.Context(), plain(kInt))
		return err
	}
	for range 100 {
		_ = ask()
	}
	err := ask()
	if calls.Load() != circuit.Least || kind(err) != "circuit open" || err.Error() != "s: its circuit is open since 1970-01-12T13:46:40.000Z, it is tried again at 1970-01-12T13:46:41.000Z" {
		t.Errorf("%d calls, %v", calls.Load(), err)
	}
	at.ns.Add(int64(circuit.Wait))
	if err := ask(); kind(err) != "refused" {
		t.Errorf("the first try: %v", err)
	}
	well.Store(true)
	at.ns.Add(int64(2 * circuit.Wait))
	// One call tries, the others don't wait for it.
	var all sync.WaitGroup
	all.Go(func() {
		if err := ask(); err != nil {
			t.Errorf("the try: %v", err)
		}
	})
	<-held
	if err := ask(); kind(err) != "circuit open" || !strings.Contains(err.Error(), "being tried again now") {
		t.Errorf("beside the try: %v", err)
	}
	close(hold)
	all.Wait()
	if err := ask(); err != nil || x.Circuits()["s"].State != circuit.Closed || calls.Load() != circuit.Least+3 {
		t.Errorf("%v, %+v, %d calls", err, x.Circuits()["s"], calls.Load())
	}
}

// Callers that go away, and those that give a service less time than it takes,
// say nothing of it.
func TestWhoGivesUpEarly(t *testing.T) {
	arrived := make(chan struct{}, 1)
	x, _ := guarded(t, Callee{Name: "s"}, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		arrived <- struct{}{}
		<-r.Context().Done()
	})
	for range 2 * circuit.Least {
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-arrived
			cancel()
		}()
		if _, err := x.Ask(ctx, plain(kInt)); kind(err) != "timeout" {
			t.Fatal(err)
		}
	}
	if s := x.Circuits()["s"]; s.State != circuit.Closed {
		t.Errorf("%+v", s)
	}
}
