package store_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"riffle.dev/riffle/engine/store"
)

// relay stands between a store and its server, and can break.
type relay struct {
	listener net.Listener
	to       string
	mu       sync.Mutex
	conns    []net.Conn
	dead     bool
	all      sync.WaitGroup
}

func newRelay(t testing.TB, to string) *relay {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{listener: l, to: to}
	r.all.Go(r.accept)
	t.Cleanup(r.kill)
	return r
}

func (r *relay) address() string { return r.listener.Addr().String() }

func (r *relay) accept() {
	for {
		in, err := r.listener.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", r.to)
		if err != nil {
			in.Close()
			continue
		}
		r.mu.Lock()
		if r.dead {
			in.Close()
			out.Close()
		}
		r.conns = append(r.conns, in, out)
		r.mu.Unlock()
		for _, pair := range [][2]net.Conn{{in, out}, {out, in}} {
			r.all.Go(func() {
				_, _ = io.Copy(pair[0], pair[1])
				pair[0].Close()
				pair[1].Close()
			})
		}
	}
}

// cut every connection; new ones are taken.
func (r *relay) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.conns {
		c.Close()
	}
	r.conns = nil
}

// kill it: nothing answers there any more.
func (r *relay) kill() {
	r.mu.Lock()
	r.dead = true
	r.mu.Unlock()
	r.listener.Close()
	r.cut()
	r.all.Wait()
}

// says is a server that answers every connection with the same bytes, once it
// has heard something; with nil it says nothing.
func says(t testing.TB, answer []byte) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	done := make(chan struct{})
	all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				defer c.Close()
				if _, err := c.Read(make([]byte, 4096)); err != nil {
					return
				}
				if answer == nil {
					<-done
					return
				}
				_ = c.SetWriteDeadline(time.Now().Add(5 * time.Second))
				for len(answer) > 0 {
					if _, err := c.Write(answer); err != nil {
						return
					}
					if len(answer) < 1<<20 {
						_, _ = io.Copy(io.Discard, c)
						return
					}
				}
			})
		}
	})
	t.Cleanup(func() {
		close(done)
		l.Close()
		all.Wait()
	})
	return l.Addr().String()
}

func nowhere(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// lines of three kinds at an address, all with a timeout.
func lines(address, timeout string) map[string]string {
	return map[string]string{
		"postgres":   fmt.Sprintf("store: postgres(\"postgres://u@%s/db?sslmode=disable\")\n  timeout: %s\n  auth: secret(\"x\")", address, timeout),
		"redis":      fmt.Sprintf("store: redis(\"redis://%s\", sorted: { urgent: \"s\" })\n  timeout: %s", address, timeout),
		"opensearch": fmt.Sprintf("store: opensearch(\"http://%s\")\n  timeout: %s", address, timeout),
	}
}

// dialled tells when a store makes its first connection: then a call is under
// way.
func dialled() (<-chan struct{}, func(context.Context, string, string) (net.Conn, error)) {
	begun := make(chan struct{})
	var once sync.Once
	return begun, func(ctx context.Context, network, addr string) (net.Conn, error) {
		once.Do(func() { close(begun) })
		return (&net.Dialer{}).DialContext(ctx, network, addr)
	}
}

// ask one source of a store, without the engine around it.
func ask(s *store.Store) error {
	_, err := s.View().Lookup(context.Background(), []string{"a"})
	return err
}

func pgBytes(messages ...pgproto3.BackendMessage) []byte {
	var out []byte
	for _, m := range messages {
		out, _ = m.Encode(out)
	}
	return out
}
