package op

import "time"

// Fault is a drill: what happens when a node or a source of a resource starts.
// Delay comes first; then Hang or Err, if any.
type Fault struct {
	Delay time.Duration
	Err   string // the node fails with this
	Hang  bool   // the node never comes back by itself
}

// Faults says which drills are on. Resource is "" for a node that reads none.
type Faults interface {
	At(resource, node string) (Fault, bool)
}
