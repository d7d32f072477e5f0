package op

import "time"

// Fault is a drill: what happens when a node or a source of a resource starts.
// Delay comes first; then Hang, Late or Err, if any.
type Fault struct {
	Delay time.Duration
	Err   string // the node fails with this
	Hang  bool   // the node never comes back by itself
	Late  bool   // the node counts as one that hung, without the wait
}

// Faults says which drills are on. Resource is "" for a node that reads none.
type Faults interface {
	At(resource, node string) (Fault, bool)
}
