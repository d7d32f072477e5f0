package store

import (
	"context"
	"net"
	"sync"
	"time"
)

// closeWithin is how long a server may take to say good-bye.
const closeWithin = time.Second

// conns are the open connections of a client that would wait long for a server
// which does not answer when it is left.
type conns struct {
	dial func(ctx context.Context, network, addr string) (net.Conn, error)

	mu   sync.Mutex
	open map[*conn]struct{}
	till time.Time // when all of them end; zero: no end
}

type conn struct {
	net.Conn
	of *conns
}

func (c *conns) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	n, err := c.dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	out := &conn{n, c}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		c.open = map[*conn]struct{}{}
	}
	c.open[out] = struct{}{}
	return out, nil
}

// leave gives all of them a last moment.
func (c *conns) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.till = time.Now().Add(closeWithin)
	for n := range c.open {
		_ = n.Conn.SetDeadline(c.till)
	}
}

// SetDeadline lets nobody wait beyond the last moment.
func (n *conn) SetDeadline(t time.Time) error {
	n.of.mu.Lock()
	defer n.of.mu.Unlock()
	if till := n.of.till; !till.IsZero() && (t.IsZero() || t.After(till)) {
		t = till
	}
	return n.Conn.SetDeadline(t)
}

func (n *conn) Close() error {
	n.of.mu.Lock()
	delete(n.of.open, n)
	n.of.mu.Unlock()
	return n.Conn.Close()
}
