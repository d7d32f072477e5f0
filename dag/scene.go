package dag

import (
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/internal/column"
)

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
	Limit    float64      // requests a second; 0: none
	LimitBy  *column.Expr // the limit holds for each value of it; nil: for all together
	ByCost   bool         // limits count a request by the cost of its plan, a full one being 1
	Shed     string       // what answers requests no plan can afford: refuse, fallback, never
	Degrade  *Degrade     // nil when not said
	Tiers    []Tier       // the first that fits counts
	Pos      Pos
}

// TierName of an index of Tiers; "" for one that is none.
func (s *Scene) TierName(tier int) string {
	if tier < 0 || tier >= len(s.Tiers) {
		return ""
	}
	return s.Tiers[tier].Name
}

// DefaultDeadline is the deadline of a scene that says none: one second.
const DefaultDeadline = int64(1_000_000_000)

// Tier of users.
type Tier struct {
	Name   string
	When   *column.Expr // over the pipeline's parameters
	Weight float64
	Keep   float64 // 0..1; 0 when not said
	Depth  string  // when it is degraded: at_once, first, last; "" in written order
	Shed   string  // when it is shed: never, fallback, first, last; "" in written order

	Limit   float64      // its requests a second; 0: none but the scene's
	LimitBy *column.Expr // as the scene's
}

// Degrade is how a scene gives up and takes back; numbers are 0 where it says
// nothing.
type Degrade struct {
	Mode        string  // act, watch, off
	Enter, Exit float64 // shares of requests that miss the deadline
	Hold        int64   // ns
	Probe, Step float64 // shares
	Ramp        []float64
}

// Experiment sets parameters of a scene's pipeline for a share of requests.
type Experiment struct {
	Name  string
	Scene string
	By    *column.Expr // over the pipeline's parameters: who falls into which arm
	Layer string       // experiments of one layer share the requests; "" is the scene's own
	Arms  []ExperimentArm
	Pos   Pos
}

// ExperimentArm is a share of the requests and what it sets.
type ExperimentArm struct {
	Name  string
	Share float64 // 0..1; those of an experiment make 1
	Set   []Preset
}

// Preset is a parameter set by an arm; a value in the request wins.
type Preset struct {
	Param string
	Value column.Value
}

// Resource is an index library as compiled. Immutable.
type Resource struct {
	Name   string
	Slots  int
	Fields []ResourceField
	Shape  check.Shape // copies, pieces and where they are
	Store  *Store      // of a resource on a team's own store
	Import *Import     // of a resource of another project
	Pos    Pos
}

// Store is a team's own store. What is not said is "" or 0.
type Store struct {
	Kind     string            // opensearch, elasticsearch, postgres, redis
	URL      string            // without a password
	Name     string            // the index, the table, or what keys begin with
	Document string            // postgres: the tsvector column that is searched
	Language string            // postgres: the text search configuration of Document
	Form     string            // redis: hash or json
	Sorted   map[string]string // redis: the sorted set of a field
	Auth     string            // name of the secret
	Limit    float64
	AtOnce   int
	Timeout  int64 // ns, of one call
}

// String says where it is: postgres(tickets at postgres://db:5432/help).
func (s *Store) String() string { return s.Kind + "(" + s.Name + " at " + s.URL + ")" }

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
