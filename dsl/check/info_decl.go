package check

import "riffle.dev/riffle/dsl/ast"

// Span of counts, such as replicas: 2..6; both ends are equal when one number
// is written, both 0 when none is.
type Span struct{ Lo, Hi int }

// Shares is a range of shares from 0 to 1.
type Shares struct{ Lo, Hi float64 }

// Shape is how many copies and pieces of a resource there are, and where. What
// is not said is 0, "" or nil.
type Shape struct {
	Slices       Span
	Full         float64 // share of a slice's room at which auto slices split; 0 unless auto(…)
	Replicas     Span
	Scale        *Scale
	MinAvailable int
	App          string // which pods it shares rights and settings with
	Shared       string // group of place: shared(group)
	Dedicated    bool
	Route        *Route
	Snapshot     *Snapshot
}

// Scale is `autoscale { cpu: 40%..70%, qps: 100..500, over: 30s }`.
type Scale struct {
	CPU  Shares
	QPS  Span
	Over int64 // ns
}

// Route is `route: hash(seller, spread: 4)`: documents stand in slots by one of
// their columns, a value's documents in so many of them.
type Route struct {
	Column string
	Spread int // 1 when not said
}

// Snapshot is `snapshot { every: 1000000, or: 6h }`.
type Snapshot struct {
	Every int64 // changes
	Or    int64 // ns
}

// Store is where a resource on a team's own store lives. What is not said is ""
// or 0.
type Store struct {
	Call     *ast.Call
	Kind     string // the word before the bracket, such as opensearch
	URL      string
	Name     string            // the index, the table, or what keys begin with
	Document string            // postgres: the tsvector column that is searched
	Language string            // postgres: the text search configuration of Document
	Form     string            // redis: hash or json
	Sorted   map[string]string // redis: the sorted set that orders by a field
	Auth     string            // name of the secret
	Limit    float64
	AtOnce   int
	Timeout  int64 // ns, of one call
}

// Degrade is the degrade block of a scene; numbers are 0 where it says nothing.
type Degrade struct {
	Mode        string    // act (the default), watch, off
	Enter, Exit float64   // shares of requests that miss the deadline
	Hold        int64     // ns
	Probe, Step float64   // shares
	Ramp        []float64 // ascending, the last 1; nil for the usual
}

// Experiment sets parameters of a scene's pipeline for a share of requests.
type Experiment struct {
	Decl  *ast.Experiment
	Name  string
	Scene string
	By    *ast.Expr // a scalar over the pipeline's parameters, in Info.Exprs
	Layer string    // experiments of one layer share the requests; "" is the scene's own
	Arms  []ExperimentArm
}

// ExperimentArm is a share of the requests and the parameters it sets.
type ExperimentArm struct {
	Decl  *ast.ExperimentArm
	Name  string
	Share float64 // 0..1; those of an experiment make 1
	Set   []Preset
}

// Preset is a parameter set by an arm; a value in the request wins.
type Preset struct {
	Param string
	Value any // as ConstOf gives it, within the parameter's bounds
}
