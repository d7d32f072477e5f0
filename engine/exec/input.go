package exec

import (
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// Input of a run.
type Input struct {
	Values  map[string]column.Value // of the graph's parameters; not changed any more
	Moment  int64                   // ns since 1970: what now() is
	Res     op.Resources
	Remote  op.Remote // nil: nothing can be called
	Log     op.Logger // nil: what is logged is refused
	Request string    // its id
	Parent  trace.Parent
	Sampled bool // calls say that their trace is recorded
	// Experiments are the arms the request is in, by experiment; for logs.
	Experiments map[string]string
	Cache       *Cache    // nil: nothing is kept
	Budgets     *Budgets  // of what is asked again; nil: there are no bounds
	Faults      op.Faults // nil: none
	Choice                // of the graph
	Inner       map[*dag.Graph]Choice
	Budget      time.Duration
	Elapsed     time.Duration // of the request before this run: spans count from the request's start
	Slots       *Slots        // who works holds one; nil: nobody counts
	Lane        string        // whose turn among Slots it is: the scene
	Weight      float64       // of the lane; 0 is 1
	Last        bool          // the request's last chance (last.go): its goroutine waits for no slot, and reads indexes itself
	Bare        bool          // the trace is not wanted: no clock is read for a cheap node, and no span given
	Labels      bool          // profiles are to tell nodes apart: who works on one carries its name
}

// Choice is what a plan says of a graph's nodes, by node ID.
type Choice struct {
	Off  []bool    // switched off; nil: none
	Arms []int     // where a choose begins; nil: with the first
	Down []float64 // how far knobs are turned down, 0 to 1; nil: none is
	Why  string    // why nodes are off: their cause in the trace
	Soft *Soft     // how long joins wait; nil: for all
}
