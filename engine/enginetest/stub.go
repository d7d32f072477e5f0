package enginetest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// Stub stands for a service. It answers the same to the same question, and is
// asked by the engine and the reference alike.
type Stub struct {
	Value  any            `json:"value"`  // the answer
	By     map[string]any `json:"by"`     // answers by the first argument, where one fits
	Field  string         `json:"field"`  // of a model: the answer is this column …
	Times  float64        `json:"times"`  // … times this
	Keys   []string       `json:"keys"`   // documents
	Scores []float64      `json:"scores"` // and their scores
	Fails  string         `json:"fails"`  // timeout or error
}

// Stubs are services by name. It is a Remote.
type Stubs map[string]*Stub

// Ask answers at once.
func (s Stubs) Ask(_ context.Context, q *op.Question) (*op.Reply, error) {
	stub := s[q.Callee]
	switch {
	case stub == nil:
		return nil, &op.RemoteError{Callee: q.Callee, Kind: op.RemoteRefused, Message: "no stub"}
	case stub.Fails == "timeout":
		return nil, &op.RemoteError{Callee: q.Callee, Kind: op.RemoteTimeout, Message: "stubbed"}
	case stub.Fails != "":
		return nil, &op.RemoteError{Callee: q.Callee, Kind: op.RemoteRefused, Message: "stubbed"}
	case q.Found:
		return &op.Reply{Keys: stub.Keys, Scores: stub.Scores}, nil
	case !q.Model:
		raw := stub.Value
		if len(q.Args) > 0 {
			if by, ok := stub.By[fmt.Sprint(q.Args[0].Value)]; ok {
				raw = by
			}
		}
		v, err := column.Parse(q.Want, raw)
		return &op.Reply{Value: v}, err
	}
	b := column.NewBuilder(q.Want, q.Len)
	for i := range q.Len {
		raw := stub.Value
		for _, c := range q.Columns {
			if f, ok := float(c.Column.Row(i)); ok && c.Name == stub.Field {
				raw = f * stub.Times
			}
		}
		v, err := column.Parse(q.Want, raw)
		if err != nil {
			return nil, err
		}
		if v == nil {
			b.AppendNull()
		} else if err := b.Append(v); err != nil {
			return nil, err
		}
	}
	return &op.Reply{Column: b.Build()}, nil
}

// parseStub reads services/NAME.json.
func parseStub(path string, data []byte) (name string, s *Stub, err error) {
	name = strings.TrimSuffix(strings.TrimPrefix(path, "services/"), ".json")
	s = &Stub{}
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.DisallowUnknownFields()
	if err = dec.Decode(s); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return name, s, err
}
