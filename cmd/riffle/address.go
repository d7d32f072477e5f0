package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"
)

// addressWait is how long a start waits for its address: the kernel takes a
// moment to free what a killed instance held.
const addressWait = time.Second

// addressFree tells whether addr can be listened on, with what to do if not. It
// is asked before a database is made, which takes its time.
func addressFree(ctx context.Context, addr string, wait time.Duration) error {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return usageError{fmt.Errorf("--addr: want HOST:PORT such as 127.0.0.1:7700, got %q", addr)}
	}
	for until := time.Now().Add(wait); ; {
		l, err := net.Listen("tcp", addr)
		switch {
		case err == nil:
			return l.Close()
		case !errors.Is(err, syscall.EADDRINUSE):
			return fmt.Errorf("cannot listen on %s: %w; choose another address by --addr HOST:PORT", addr, err)
		case time.Now().After(until) || pause(ctx, 50*time.Millisecond) != nil:
			return fmt.Errorf("%s is in use by another program; stop that one or choose another address by --addr HOST:PORT", addr)
		}
	}
}
