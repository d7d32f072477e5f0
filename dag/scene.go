package dag

import "riffle.dev/riffle/internal/column"

// Scene serves a pipeline under a deadline.
type Scene struct {
	Name     string
	Pipeline string
	Fallback string // a pipeline; "" for none
	Deadline int64  // ns, hard; DefaultDeadline when not said
	Reserve  int64  // ns of Deadline kept for the fallback
	Slow     int64  // ns; 0 when not said
	Class    string // core normal spare
	Weight   float64
	Limit    float64 // requests a second; 0: none
	Tiers    []Tier  // the first that fits counts
	Pos      Pos
}

// DefaultDeadline is the deadline of a scene that says none: one second.
const DefaultDeadline = int64(1_000_000_000)

// Tier of users.
type Tier struct {
	Name   string
	When   *column.Expr // over the pipeline's parameters
	Weight float64
	Keep   float64
}

// Resource is an index library as compiled. Immutable.
type Resource struct {
	Name   string
	Slots  int
	Fields []ResourceField
}

// ResourceField is one field, in the words of the declaration.
type ResourceField struct {
	Name     string
	Kind     string // key text keyword vector value
	Type     column.Type
	Analyzer string
	Weight   float64
	Metric   string
	Default  column.Value
	Derive   *Derive
}

// Derive is a field computed when the document is built.
type Derive struct {
	Function string
	Words    string       // the word table
	Source   *column.Expr // over the document's fields
}
