package postgres

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// The home's lock is ours, so whatever still runs on the data belongs to a
// predecessor that was killed. It is normally on its way out already.
var farewell = [...]struct {
	signal syscall.Signal // 0 is none
	wait   time.Duration
}{
	{0, 3 * time.Second},
	{syscall.SIGINT, 10 * time.Second},
	{syscall.SIGQUIT, 5 * time.Second},
	{syscall.SIGKILL, 5 * time.Second},
}

// reclaim waits until no postmaster runs on the data, and helps it along. A pid
// file that names a process which is something else (numbers are used again,
// soon so in a container) is removed: Postgres would refuse to start.
func (c *cluster) reclaim(ctx context.Context) error {
	pid, ok := pidIn(filepath.Join(c.data, "postmaster.pid"))
	if !ok {
		return nil
	}
	for _, step := range farewell {
		if step.signal != 0 && runsOn(pid, c.data) {
			_ = syscall.Kill(pid, step.signal)
		}
		for end := time.Now().Add(step.wait); time.Now().Before(end); {
			if !runsOn(pid, c.data) {
				err := os.Remove(filepath.Join(c.data, "postmaster.pid"))
				if err != nil && !errors.Is(err, os.ErrNotExist) {
					return fmt.Errorf("postgres: %w", err)
				}
				return nil
			}
			select {
			case <-ctx.Done():
				return fmt.Errorf("postgres: waiting for process %d to leave %s: %w", pid, c.data, context.Cause(ctx))
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	return fmt.Errorf("postgres: process %d still runs on %s and cannot be stopped", pid, c.data)
}

func pidIn(file string) (int, bool) {
	f, err := os.Open(file)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	line, err := bufio.NewReaderSize(f, 64).ReadSlice('\n')
	if err != nil {
		return 0, false
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(line)))
	return pid, err == nil && pid > 1
}

// startPatiently starts the postmaster, again and again while the remains of an
// earlier one are in its way: backends notice its death late and hold its
// shared memory until they do. After two seconds they are ended.
func (c *cluster) startPatiently(ctx context.Context) (*process, error) {
	begin := time.Now()
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		if err := c.reclaim(ctx); err != nil {
			return nil, err
		}
		p, err := c.start(ctx)
		if err == nil {
			return p, nil
		}
		if !said(err, "shared memory block", "lock file \"postmaster.pid\"", "could not bind", "Address already in use") {
			return nil, err
		}
		if time.Since(begin) > 2*time.Second {
			for _, pid := range stragglers(c.data) {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(wait):
		}
	}
}
