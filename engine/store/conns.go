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
	for n := range c.open {
		_ = n.SetDeadline(time.Now().Add(closeWithin))
	}
}

func (n *conn) Close() error {
	n.of.mu.Lock()
	delete(n.of.open, n)
	n.of.mu.Unlock()
	return n.Conn.Close()
}
