package engine

import (
	"bytes"
	"encoding/json"
	"math"

	"riffle.dev/riffle/engine/trace"
)

// Answer to a request. Its JSON form is the documented one of the serve call,
// but for the fields of a record result, which stand in Fields.
type Answer struct {
	Items    []Item         `json:"items"`
	Fields   map[string]any `json:"fields,omitempty"` // of a record result, beside items
	Version  string         `json:"version"`
	Plan     string         `json:"plan"`     // full, or what is switched off
	Level    int            `json:"level"`    // how many nodes are switched off
	Coverage float64        `json:"coverage"` // share of the sources asked that answered
	Outcomes []Outcome      `json:"outcomes"` // every node wanted, in the graph's order
	TraceID  string         `json:"trace_id"`
	Scene    string         `json:"scene,omitempty"`
	Tier     string         `json:"tier,omitempty"`
	Served   string         `json:"served"` // the pipeline that answered
	// Experiments are the arms that the request fell into, by experiment.
	Experiments map[string]string `json:"experiments,omitempty"`
	Duration    int64             `json:"duration_ns"`
	// WhyNot are the documents asked about, in the order asked.
	WhyNot []trace.Lost `json:"why_not,omitempty"`

	Record *trace.Record `json:"-"`
	// Page has the items where the request asked for it; Items has none then.
	Page *Page `json:"-"`
}

// Len is how many items there are.
func (a *Answer) Len() int {
	if a.Page != nil {
		return a.Page.Len()
	}
	return len(a.Items)
}

// Item of an answer.
type Item struct {
	Resource string
	Key      string
	Score    float64
	From     []string // the sources that brought it
	Columns  []Value  // in order, rendered for JSON
	Why      *Why     // on demand; of the first why.MaxItems
}

// Value is a named value of an item.
type Value struct {
	Name  string
	Value any
}

// Why tells how an item came where it is.
type Why = trace.Why

// Column of an item by name.
func (it *Item) Column(name string) (any, bool) {
	for _, c := range it.Columns {
		if c.Name == name {
			return c.Value, true
		}
	}
	return nil, false
}

// MarshalJSON writes the columns in their order, then _score _from _resource,
// and _why where it was asked for.
func (it Item) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	put := func(name string, v any) error {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		k, err := json.Marshal(name)
		if err != nil {
			return err
		}
		b.Write(k)
		b.WriteByte(':')
		val, err := json.Marshal(v)
		if err != nil {
			return err
		}
		b.Write(val)
		return nil
	}
	for _, c := range it.Columns {
		if err := put(c.Name, c.Value); err != nil {
			return nil, err
		}
	}
	from := it.From
	if from == nil {
		from = []string{}
	}
	if err := put("_score", finite(it.Score)); err != nil {
		return nil, err
	}
	if err := put("_from", from); err != nil {
		return nil, err
	}
	if err := put("_resource", it.Resource); err != nil {
		return nil, err
	}
	if it.Why != nil {
		if err := put("_why", it.Why); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// finite is null for what JSON has no word for.
func finite(f float64) any {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return f
}
