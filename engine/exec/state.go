package exec

import (
	"time"

	"riffle.dev/riffle/engine/op"
)

type status uint8

const (
	idle      status = iota // nothing wants it yet
	waiting                 // for its inputs
	ready                   // in a queue
	running                 // on some goroutine
	fallback                // failed, waits for its fallback
	branching               // waits for the branch it took
	done
)

// state of a node in a run.
type state struct {
	status  status
	failed  bool // done, without a value
	apart   bool // runs on a helper: it may be abandoned
	held    bool // its goroutine holds a slot; given back for it where it is abandoned
	asked   bool // a join whose time to wait is over
	partial bool // a join that did without some of its inputs
	shares  bool // it waits for the answer of another node
	lent    bool // it takes that
	swift   bool // it ran as in swift.go and gave a set: nothing else of it was touched
	arm     int16
	pending int32
	wants   int32         // the node a fallback or branching one waits for
	cost    time.Duration // what it was thought to take when it became ready
	out     op.Out
	waiters []int32 // nodes that take this one as their fallback or branch
	branch  *choice // of if and choose, made when first needed
	kept    *op.Out // of a loop: what its last whole turn gave
	span    mark
}

// choice is what an if or choose knows of its branches in a run.
type choice struct {
	open  []bool        // those whose condition holds
	until time.Duration // of the branch taken; 0: none
	cut   time.Duration // of the node; 0: none
}

// reset for the next run, keeping what can be used again.
func (s *state) reset(x *node) {
	if s.swift {
		s.swift, s.out, s.span.Outcome = false, op.Out{}, ""
	} else {
		*s = state{waiters: s.waiters[:0], branch: s.branch}
	}
	s.status, s.pending = x.begins, x.pending
}
