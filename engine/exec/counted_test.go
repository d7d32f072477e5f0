package exec

import (
	"testing"

	"riffle.dev/riffle/engine/trace"
)

// A source of a body that is at work when the answer leaves is told as timed out,
// and was asked.
func TestASourceAtWorkWasAsked(t *testing.T) {
	b := newBuild(t)
	b.node("source", true, gives(1))
	r := newRun(b.plan())
	for _, c := range []struct {
		status     status
		outcome    trace.Status
		asked, got int
	}{
		{running, "", 1, 0},
		{running, trace.Timeout, 1, 0},
		{waiting, trace.Skipped, 0, 0},
		{ready, "", 0, 0},
		{done, trace.OK, 1, 1},
		{done, trace.Fallback, 1, 0},
	} {
		r.states[0].status, r.states[0].span.Outcome = c.status, c.outcome
		if asked, got := r.counted(0); asked != c.asked || got != c.got {
			t.Errorf("%d, %q: asked %d, got %d; want %d, %d", c.status, c.outcome, asked, got, c.asked, c.got)
		}
	}
}
