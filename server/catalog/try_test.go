package catalog

import (
	"context"
	"testing"

	"riffle.dev/riffle/server/app"
)

// No more than so many are tried out at once; who has gone does not wait.
func TestTriesAreBounded(t *testing.T) {
	c := &Catalog{tries: make(chan struct{}, 1)}
	done, err := c.try(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.try(gone); err == nil {
		t.Error("one too many, whose caller has gone, was let in")
	}
	if _, err := c.try(t.Context()); app.CodeOf(err) != app.RateLimited {
		t.Errorf("one too many: %v", err)
	}
	done()
	if _, err := c.try(t.Context()); err != nil {
		t.Errorf("with room again: %v", err)
	}
}
