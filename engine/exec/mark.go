package exec

import (
	"riffle.dev/riffle/engine/trace"
)

// mark is what a run notes for the trace of a node.
type mark struct {
	Outcome    trace.Status
	Cause      string
	Failure    trace.Failure
	Start, End int64
	In, Out    int32
	Client     int64 // of a call, ns
	Server     int64
	Again      uint8
	Cached     bool
	Stale      bool
}

// note a node's span for the trace, where there is none yet.
func (r *run) note(i int, to *trace.Span) {
	s, x := &r.states[i], &r.plan.nodes[i]
	to.Node, to.Op, to.Pos = x.name, x.op, x.pos
	to.Outcome, to.Start, to.End, to.In, to.Out = s.span.Outcome, s.span.Start, s.span.End, int(s.span.In), int(s.span.Out)
	if x.store != "" {
		to.Store = x.store
	}
	if r.turn != "" {
		to.Turn = r.turn
	}
	if s.swift {
		return
	}
	to.Cause, to.Failure, to.Again, to.Cached, to.Stale = s.span.Cause, s.span.Failure, int(s.span.Again), s.span.Cached, s.span.Stale
	to.Client, to.Server = s.span.Client, s.span.Server
	if s.lent {
		to.Shared = r.plan.nodes[x.shares].Node.Name
	}
	if x.form == branch && (to.Outcome == trace.OK || to.Outcome == trace.Empty) {
		to.Arm = x.Node.Branches[s.arm].Name
	}
}
