package dag

import "riffle.dev/riffle/dsl/sig"

// Cost is the class of what an operator costs.
type Cost uint8

// Cost classes.
const (
	Cheap Cost = iota // a pass over the candidates: microseconds
	Heavy             // reads an index or a model: worth a goroutine of its own
)

// Op is the second ring of an operator: its signature and what planners may
// rely on.
type Op struct {
	sig.Func
	Deterministic bool   // same inputs, view and moment: same answer
	Parallel      bool   // rows may be split
	PushFilter    bool   // a source that takes a filter, or a transform a filter may pass
	PushLimit     bool   // a source that takes a limit, or a transform that keeps order and number
	Stage         string // the lane of a transform in a picture, one of Stages; "" is merge
	Cost          Cost
}

// Catalogue finds operators; op.Table is one.
type Catalogue interface {
	Op(name string) (*Op, bool)
}
