package chaos

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/trace"
)

// notable is lateness that is looked at.
const notable = 10 * time.Millisecond

// Late is an answer, or a failure, that left after its deadline.
type Late struct {
	Request        int
	Scene          string
	By             time.Duration // after its deadline
	Deadline, Took time.Duration
	Engine         time.Duration // of Took, by the engine's own record
	Held           time.Duration // from the deadline on: the canary should have run and did not
	Before         time.Duration // the same before the deadline
	Status         string
	Fallback       bool
	Nodes          []trace.Span // those that were at work last, in order of their ends
}

const lastNodes = 6

func newLate(s *served, stalls []stall) Late {
	l := Late{Request: s.request.who, Scene: s.request.scene, By: s.late(), Took: s.took, Deadline: deadlines[s.request.scene], Status: "ok"}
	due := s.begin.Add(l.Deadline)
	l.Held, l.Before = held(stalls, due, s.begin.Add(s.took)), held(stalls, s.begin, due)
	var rec *trace.Record
	var known *engine.Error
	switch {
	case s.answer != nil:
		rec = s.answer.Record
	case errors.As(s.err, &known):
		rec, l.Status = known.Record, known.Code
	}
	if rec == nil {
		return l
	}
	l.Engine, l.Fallback = rec.Duration, rec.Fallback
	for _, n := range rec.Nodes {
		if n.End > 0 && n.Outcome != trace.Skipped {
			l.Nodes = append(l.Nodes, n)
		}
	}
	slices.SortStableFunc(l.Nodes, func(a, b trace.Span) int { return int(a.End - b.End) })
	l.Nodes = slices.Clone(l.Nodes[max(0, len(l.Nodes)-lastNodes):])
	return l
}

// String is a line of what held it up.
func (l Late) String() string {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d)/float64(time.Millisecond)) }
	var b strings.Builder
	fmt.Fprintf(&b, "%s ms after its deadline of %s: request %d, %s, %s, the engine says %s; of that the canary was held up %s, and %s before", ms(l.By), ms(l.Deadline), l.Request, l.Scene, l.Status, ms(l.Engine), ms(l.Held), ms(l.Before))
	if l.Fallback {
		b.WriteString("; by the fallback")
	}
	for i := range l.Nodes {
		n := &l.Nodes[i]
		fmt.Fprintf(&b, "; %s%s %s..%s %s", n.Node, n.Turn, ms(time.Duration(n.Start)), ms(time.Duration(n.End)), n.Outcome)
		if n.Cause != "" {
			fmt.Fprintf(&b, " (%.60s)", n.Cause)
		}
	}
	return b.String()
}
