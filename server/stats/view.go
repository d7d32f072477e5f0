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
	Slow     State = "slow"     // proof for a while that more than Limit time out or fail
	Impaired State = "degraded" // proof for a while that more than Limit are answered by less than the full plan
	Idle     State = "idle"     // no request for a minute
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

// ArmView is how many requests fell into an arm since this instance began to
// count.
type ArmView struct {
	Experiment, Arm string
	Requests        uint64
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
