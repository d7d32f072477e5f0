package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// How long a stop waits for requests under way, and for connections that have
// said nothing yet: browsers and clients open some in advance, and net/http
// would wait five seconds for them.
const (
	drainWithin  = 5 * time.Second
	silentWithin = 200 * time.Millisecond
)

// silent are the connections that have said nothing yet.
type silent struct {
	mu    sync.Mutex
	conns map[net.Conn]struct{}
}

// note is a server's ConnState.
func (s *silent) note(c net.Conn, now http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now == http.StateNew {
		s.conns[c] = struct{}{}
	} else {
		delete(s.conns, c)
	}
}

func (s *silent) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		_ = c.Close() // nothing was said on it
	}
}

// serve answers until ctx ends, then finishes the requests under way.
func serve(ctx context.Context, l net.Listener, h http.Handler, ready func()) error {
	fresh := silent{conns: map[net.Conn]struct{}{}}
	s := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10, ConnState: fresh.note}
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	ready()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainWithin)
	defer cancel()
	defer time.AfterFunc(silentWithin, fresh.close).Stop()
	err := s.Shutdown(drain)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.Close() // a request that does not end
	}
	if e := <-done; !errors.Is(e, http.ErrServerClosed) {
		err = errors.Join(err, e)
	}
	return err
}
