package exec

import (
	"context"
	"testing"
	"time"
)

// Some nodes run under the lock of their run: what they ask for a call must not
// want it.
func TestANodeLeavesUnderTheLock(t *testing.T) {
	r := &run{}
	r.root = r
	r.bind(context.Background())
	c := &nodeContext{run: r, until: time.Hour}
	r.mu.Lock()
	defer r.mu.Unlock()
	left := make(chan struct{})
	go func() {
		_, leave := c.Detach()
		leave()
		close(left)
	}()
	select {
	case <-left:
	case <-time.After(30 * time.Second):
		t.Fatal("it waits for the lock")
	}
}
