package column

import (
	"encoding/json"
	"fmt"
)

// Limits of an expression that came from outside.
const (
	maxExprDepth = 64
	maxExprNodes = 4096
	maxPattern   = 1024 // bytes
)

type exprWire struct {
	Op    string          `json:"op"`
	Name  string          `json:"name,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
	Args  []*Expr         `json:"args,omitempty"`
	Type  Type            `json:"type"`
}

// MarshalJSON writes constants by Render.
func (e *Expr) MarshalJSON() ([]byte, error) {
	w := exprWire{Op: e.Op, Name: e.Name, Args: e.Args, Type: e.Type}
	if e.Value != nil {
		v, err := json.Marshal(Render(e.Type, e.Value))
		if err != nil {
			return nil, err
		}
		w.Value = v
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads constants back into their canonical form.
func (e *Expr) UnmarshalJSON(data []byte) error {
	var w exprWire
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	*e = Expr{Op: w.Op, Name: w.Name, Args: w.Args, Type: w.Type}
	for _, a := range e.Args {
		if a == nil {
			return fmt.Errorf("%s: an argument is null", e.Op)
		}
	}
	if len(w.Value) > 0 && string(w.Value) != "null" {
		v, err := ParseJSON(w.Type.Null(), w.Value)
		if err != nil {
			return fmt.Errorf("constant: %w", err)
		}
		e.Value = v
	}
	return nil
}
