package op

import (
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/internal/column"
)

// Out is what a node gives: a set, a value, or several by place.
type Out struct {
	Set   *batch.Batch
	Value column.Value
}

// many stands in Value where a node gives several: so an Out stays small, for
// every node hands one on.
type many []Out

// Several are the sets of a list, or the parts of a bundle.
func Several(list []Out) Out { return Out{Value: many(list)} }

// Many is what Several was given; nil for anything else.
func (o *Out) Many() []Out {
	list, _ := o.Value.(many)
	return list
}

// Read is what an expression sees of it: a set is the list of its items, a
// list of sets a list of such lists.
func (o *Out) Read() column.Value {
	if o.Set != nil {
		return Records(o.Set)
	}
	list, ok := o.Value.(many)
	if !ok {
		return o.Value
	}
	out := make([]column.Value, len(list))
	for i := range list {
		out[i] = list[i].Read()
	}
	return out
}
