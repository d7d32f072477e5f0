package op

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestTimedOut(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want bool
	}{
		{"a deadline", context.DeadlineExceeded, true},
		{"given up", fmt.Errorf("node: %w", context.Canceled), true},
		{"a call without an answer in time", &RemoteError{Kind: RemoteTimeout}, true},
		{"a call that was not reached, for whatever reason", &RemoteError{Kind: RemoteRefused, Cause: context.Canceled}, false},
		{"a call that could not be opened in time", fmt.Errorf("node: %w", &RemoteError{Kind: RemoteRefused, Cause: context.DeadlineExceeded}), false},
		{"another", errors.New("x"), false},
	} {
		if got := TimedOut(c.err); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
