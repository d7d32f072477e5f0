package stats

import (
	"sync/atomic"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// Outcome of a node, in the order of Outcomes.
type Outcome uint8

// Outcomes by number, as the language names them.
var Outcomes = [...]string{"ok", "empty", "timeout", "error", "skipped", "degraded", "fallback"}

// The outcomes that say something about time or failure.
const (
	ok Outcome = iota
	empty
	timeout
	failed
	skipped
	degraded
	fallback
)

// OutcomeOf a word; false for one that is none.
func OutcomeOf(word string) (Outcome, bool) {
	for i, w := range Outcomes {
		if w == word {
			return Outcome(i), true
		}
	}
	return 0, false
}

// OutcomeSeconds is how many seconds the outcomes of a view reach back.
const OutcomeSeconds = 10

// Node counts the runs of one node of a scene.
type Node struct {
	ID, Op   string
	meter    degrade.Meter
	outcomes [len(Outcomes)]atomic.Uint64

	// Owned by Board.Tick.
	reader *degrade.Reader
	recent *degrade.Sliding
	before [OutcomeSeconds][len(Outcomes)]uint64 // counters at the end of the newest seconds, a ring
	at     int
}

// Observe one run that took d. A node that did not run has an outcome but no time.
func (n *Node) Observe(d time.Duration, o Outcome) {
	if int(o) >= len(Outcomes) {
		return
	}
	n.outcomes[o].Add(1)
	switch o {
	case skipped, degraded:
	case timeout:
		n.meter.Add(d, degrade.TimedOut)
	case failed:
		n.meter.Add(d, degrade.Failed)
	case fallback:
		n.meter.Add(d, degrade.Degraded)
	default:
		n.meter.Add(d, 0)
	}
}

// close the second and return the values of now.
func (n *Node) close(now time.Time) NodeView {
	n.recent.Close(n.reader, now)
	v := NodeView{ID: n.ID, Op: n.Op, Recent: n.recent.Recent(recentWant)}
	n.at = (n.at + 1) % len(n.before)
	oldest := n.before[n.at]
	for i := range n.outcomes {
		have := n.outcomes[i].Load()
		v.Outcomes[i] = have - oldest[i]
		n.before[n.at][i] = have
	}
	return v
}
