package stats

import (
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// State of a scene in one word.
type State string

// States, as the console names them.
const (
	Normal   State = "normal"
	Slow     State = "slow"     // proof that more than slowShare time out or fail
	Impaired State = "degraded" // proof that more than slowShare are answered by less than the full plan
	Idle     State = "idle"     // no request for a minute
)

// slowShare is what the lower bound of a share must pass, and enough how many
// requests it takes to prove it.
const (
	slowShare = .05
	enough    = 20
)

// View is what is known of a scene now. Immutable.
type View struct {
	Key    Key
	At     time.Time      // the end of the newest second
	Second degrade.Window // the newest second
	Recent degrade.Window // the newest seconds, as many as hold enough requests
	State  State
	Nodes  []NodeView // in the order in which they were first met
}

// NodeView is what is known of a node now.
type NodeView struct {
	ID, Op   string
	Recent   degrade.Window
	Outcomes [len(Outcomes)]uint64 // of the newest ten seconds
}

// Off is the number of nodes that a plan had switched off in the newest seconds.
func (v *View) Off() int {
	off := 0
	for i := range v.Nodes {
		if v.Nodes[i].Outcomes[degraded] > 0 {
			off++
		}
	}
	return off
}

func stateOf(recent degrade.Window, quiet int) State {
	if quiet >= idleAfter {
		return Idle
	}
	if recent.N < enough {
		return Normal
	}
	bad := max(recent.Timeouts, recent.Errors)
	if lo, _ := degrade.Wilson(bad, recent.N, degrade.Z95); lo > slowShare {
		return Slow
	}
	if lo, _ := degrade.Wilson(recent.Degraded, recent.N, degrade.Z95); lo > slowShare {
		return Impaired
	}
	return Normal
}
