package check

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// Service is a declared remote call. One whose parameter is called item answers
// for each candidate: a call that leaves it out is a Model.
type Service struct {
	Decl   *ast.Service
	Name   string
	Params []Param // in written order, without item
	Item   *Param  // the parameter called item, a record; nil when it has none
	Result sig.Type
	Import *Import // of a service of another project; nil of an own one
	Remote
}

// Remote is how something is reached and how much it is asked at once. Numbers
// are 0 and texts empty where the declaration says nothing.
type Remote struct {
	Protocol  string   // json (the default) or open_inference
	Endpoints []string // http or https URLs, at least one of a service; of a function the one of url
	Timeout   int64    // ns, of one call
	Limit     float64  // calls a second
	AtOnce    int      // calls under way
	Batch     int      // items in one call of a model
	Balance   string   // credit when not said
	Auth      string   // name of the secret that goes along; never its text
}

// Model is a call that answers for each item, such as ctr(user): the parameter
// item is left out, and its columns are read from the set at hand.
type Model struct {
	Call     *ast.Call
	Service  *Service  // one of Service and Function is set
	Function *Function // by url or file
	Args     []Bound   // the other arguments, computed once; those left out take their default
	Columns  []ModelColumn
	Result   sig.Type // of each item
}

// ModelColumn is a column that a model is sent of each candidate.
type ModelColumn struct {
	Name string
	Type sig.Type // as the model declares it
	// Missing columns are not in the set; the model takes nil for them.
	Missing bool
}
