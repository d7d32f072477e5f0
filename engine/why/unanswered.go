package why

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/plural"
)

// MaxListed bounds the nodes that are named of a request without an answer.
const MaxListed = 10

// Unanswered tells why a request has no answer, of its record alone; nil of one
// that has. It was held up by the node that failed it; by the one that had been
// at work the longest where the time was up; and where none was at work, by none:
// the nodes waited for their turn.
func Unanswered(r *trace.Record) *trace.Unanswered {
	if r.Status == "ok" || len(r.Nodes) == 0 {
		return nil
	}
	u := &trace.Unanswered{Done: []trace.Taken{}, Open: []string{}, Unreached: []string{}}
	open := 0
	for i := range r.Nodes {
		s := &r.Nodes[i]
		switch {
		case s.Turn != "":
		case s.Outcome == trace.OK || s.Outcome == trace.Empty || s.Outcome == trace.Fallback || s.Outcome == trace.Degraded:
			u.Finished++
			u.Done = append(u.Done, trace.Taken{Node: s.Node, Took: s.End - s.Start})
		case working(s):
			u.Open = listed(u.Open, s.Node)
			open++
		case s.Outcome == trace.Skipped && s.Cause == trace.NotReached || s.Failure == trace.Needs:
			u.Unreached = listed(u.Unreached, s.Node)
			u.Waiting++
		}
	}
	slices.SortStableFunc(u.Done, func(a, b trace.Taken) int { return cmp.Compare(b.Took, a.Took) })
	u.Done = u.Done[:min(len(u.Done), MaxListed)]
	held := holding(r)
	if held != nil {
		u.Node, u.Op, u.Pos, u.Turn = held.Node, held.Op, held.Pos, held.Turn
		u.Outcome, u.Cause, u.Failure, u.Start, u.Took = held.Outcome, held.Cause, held.Failure, held.Start, held.End-held.Start
		if inner := within(r, held); inner != nil {
			u.Within = held.Node
			u.Node, u.Op, u.Pos, u.Turn = inner.Node, inner.Op, inner.Pos, inner.Turn
			u.Outcome, u.Cause, u.Failure, u.Start, u.Took = inner.Outcome, inner.Cause, inner.Failure, inner.Start, inner.End-inner.Start
		}
	}
	u.Message = sentence(r, u, open)
	return u
}

// working tells whether a node was at work, or waited for the branch it took,
// when the request was given up.
func working(s *trace.Span) bool { return s.Outcome == trace.Timeout && s.Cause == trace.NotDone }

func listed(names []string, name string) []string {
	if len(names) < MaxListed {
		names = append(names, name)
	}
	return names
}

// holding is the node of the pipeline that held a request up; nil where none did.
func holding(r *trace.Record) *trace.Span {
	var failed, at, longest *trace.Span
	for i := range r.Nodes {
		s := &r.Nodes[i]
		switch {
		case s.Turn != "":
		case r.Failed != "" && s.Node == r.Failed:
			failed = s // of a fallback's, when both pipelines have a node of that name
		case working(s) && (at == nil || s.Start < at.Start):
			at = s
		case s.Outcome != trace.Skipped && (longest == nil || s.End-s.Start > longest.End-longest.Start):
			longest = s
		}
	}
	switch {
	case failed != nil:
		return behind(r, failed)
	case at != nil:
		return at
	case longest != nil && longest.End-longest.Start > int64(r.Duration)/2:
		return longest
	}
	return nil
}

// behind is the node that an if or a choose failed by: its cause names it.
func behind(r *trace.Record, failed *trace.Span) *trace.Span {
	for range r.Nodes { // each is behind another at most
		name, _, ok := strings.Cut(failed.Cause, " failed")
		if failed.Op != "if" && failed.Op != "choose" || !ok {
			break
		}
		i := slices.IndexFunc(r.Nodes, func(s trace.Span) bool { return s.Node == name && s.Turn == "" })
		if i < 0 {
			break
		}
		failed = &r.Nodes[i]
	}
	return failed
}

// within is the node of a body that a node's time went into; nil of one without.
func within(r *trace.Record, held *trace.Span) *trace.Span {
	switch held.Op {
	case "loop", "each", "recur":
	default:
		return nil
	}
	var worst *trace.Span
	for i := range r.Nodes {
		s := &r.Nodes[i]
		if s.Turn == "" || s.Start < held.Start || s.Outcome != trace.Timeout && s.Outcome != trace.Error || s.Op == "loop" || s.Op == "each" || s.Op == "recur" {
			continue
		}
		if worst == nil || s.End-s.Start > worst.End-worst.Start {
			worst = s
		}
	}
	return worst
}

// sentence for people: what held it up, and how far the rest was.
func sentence(r *trace.Record, u *trace.Unanswered, open int) string {
	var b strings.Builder
	took := time.Duration(u.Took).Round(10 * time.Microsecond)
	name := "node " + u.Node
	if u.Turn != "" {
		name += fmt.Sprintf(" (turn %s of %s)", u.Turn, u.Within)
	}
	switch {
	case u.Node == "":
		b.WriteString("no node was at work when the time was up: what was left waited for its turn")
	case u.Cause == trace.NotDone:
		fmt.Fprintf(&b, "%s held it up: at work for %v, and not done after %v", name, took, r.Duration.Round(10*time.Microsecond))
	case u.Outcome == trace.OK || u.Outcome == trace.Empty:
		fmt.Fprintf(&b, "%s held it up: done after %v, too late for what follows", name, took)
	default:
		fmt.Fprintf(&b, "%s held it up: %s after %v", name, u.Outcome, took)
		if u.Cause != "" {
			b.WriteString(", " + u.Cause)
		}
	}
	fmt.Fprintf(&b, "; %s had answered", plural.Of(u.Finished, "node"))
	if u.Cause == trace.NotDone && u.Within == "" {
		open--
	}
	if open > 0 {
		fmt.Fprintf(&b, ", %s more at work", plural.Of(open, "node"))
	}
	if u.Waiting > 0 {
		fmt.Fprintf(&b, ", %s not begun", plural.Of(u.Waiting, "node"))
	}
	return b.String()
}
