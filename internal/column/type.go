package column

import (
	"fmt"
	"strings"
)

// Kind of a column or scalar.
type Kind uint8

// Kinds. Keys, keywords and texts are String; Time is nanoseconds since the
// Unix epoch (UTC), Duration nanoseconds.
const (
	Invalid  Kind = iota
	Int           // int64
	Float         // float64
	Bool          // bool
	String        // string, dictionary coded in columns
	Time          // int64 ns since 1970 UTC
	Duration      // int64 ns
	Vector        // Dim × float32
	List          // of Elem
	Record        // of Fields
)

var kindNames = [...]string{"invalid", "int", "float", "bool", "string", "time", "duration", "vector", "list", "record"}

// String is the language's word for the kind.
func (k Kind) String() string { return kindNames[k] }

// MarshalText writes the language's word.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads it back.
func (k *Kind) UnmarshalText(b []byte) error {
	for i, n := range kindNames {
		if n == string(b) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("unknown column kind %q", b)
}

// Type of a column or scalar. The zero value is Invalid.
type Type struct {
	Kind     Kind    `json:"kind"`
	Nullable bool    `json:"nullable,omitempty"`
	Dim      int     `json:"dim,omitempty"`    // of a Vector
	Elem     *Type   `json:"elem,omitempty"`   // of a List
	Fields   []Field `json:"fields,omitempty"` // of a Record, in declared order
}

// Field of a record or schema.
type Field struct {
	Name string `json:"name"`
	Type Type   `json:"type"`
}

// Null is t with nil allowed.
func (t Type) Null() Type { t.Nullable = true; return t }

// String writes the type as the language does: vector(100)?, list(string).
func (t Type) String() string {
	s := t.Kind.String()
	switch t.Kind {
	case Vector:
		s = fmt.Sprintf("vector(%d)", t.Dim)
	case List:
		if t.Elem != nil {
			s = "list(" + t.Elem.String() + ")"
		}
	case Record:
		parts := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			parts[i] = f.Name + ": " + f.Type.String()
		}
		s = "{ " + strings.Join(parts, ", ") + " }"
	}
	if t.Nullable {
		s += "?"
	}
	return s
}
