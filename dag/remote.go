package dag

import "riffle.dev/riffle/internal/column"

// Remote is a service, or a function that runs elsewhere, as declared. A node
// of Op "service" calls it; a model is called for the items of a set.
type Remote struct {
	Name      string
	Function  bool     // declared as a function
	Protocol  string   // json or open_inference
	Endpoints []string // URLs; of a function one
	File      string   // of a function of the project, from its folder
	Timeout   int64    // ns, of one call; 0 when not said
	Limit     float64  // calls a second; 0: none
	AtOnce    int      // calls under way; 0: not said
	Batch     int      // items in one call of a model; 0: not said
	Balance   string   // credit when not said
	Auth      string   // name of the secret that goes along; "" for none
	Params    []RemoteParam
	Item      []column.Field // what is sent of each candidate; nil: it is no model
	Result    column.Type    // of a model, for each item
	Found     bool           // it gives documents of a resource: keys, and scores if there are any
	Import    *Import        // whose it is; nil of the project's own
	Pos       Pos
}

// RemoteParam is a parameter but item.
type RemoteParam struct {
	Name    string
	Type    column.Type
	Default column.Value
	HasDef  bool
}

// Model is an argument such as ctr(user): the callee answers for each item.
type Model struct {
	Remote  *Remote
	Args    []Binding     // bound once, by parameter, in their order; those left out have their default
	Columns []ModelColumn // what is sent of each item, in the order of Remote.Item
	Result  column.Type   // of each item
}

// ModelColumn is a column sent to a model.
type ModelColumn struct {
	Name    string
	Type    column.Type // as the model declares it
	Missing bool        // not in the set: nil is sent
}
