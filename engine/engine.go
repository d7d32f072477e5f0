package engine

import (
	"time"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
)

// Options of an engine. Now and TraceID are required.
type Options struct {
	Now     func() time.Time
	TraceID func() string
	// Observe gets the record of every request after it was answered, on the
	// goroutine that served it; it must not block. nil: nobody looks.
	Observe func(*trace.Record)
}

// Engine serves programs. It holds no state of its own besides pools.
type Engine struct {
	opt Options
}

// New makes an engine.
func New(opt Options) *Engine { return &Engine{opt: opt} }

// Resources gives the views a request reads. A view is taken once a request
// and resource, so that a request sees one moment of each. An error makes the
// sources of that resource fail; it must not block.
type Resources = op.Resources

// Faults says which drills are on.
type Faults = op.Faults

// Fault is one drill: a delay, an error, or a hang.
type Fault = op.Fault

// Outcome of one node.
type Outcome = trace.Span
