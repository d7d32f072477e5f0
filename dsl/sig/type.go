package sig

import (
	"fmt"
	"strings"
)

// Kind of a type.
type Kind uint8

// Kinds. Key, keyword and text read as String. Nil is the type of the literal.
const (
	Invalid Kind = iota // unknown, already diagnosed: fits everything silently
	Nil
	Int
	Float
	Bool
	String
	Time
	Duration
	Vector
	List
	Record
	Items // an ordered candidate set; Fields are its columns
	Model // a call that answers for each item
)

var kindNames = [...]string{"unknown", "nil", "int", "float", "bool", "string", "time", "duration", "vector", "list", "record", "items", "model"}

// String is the language's word.
func (k Kind) String() string { return kindNames[k] }

// Type of a value. Types are values: compare with Equal, never change Fields
// of a type you were given.
type Type struct {
	Kind     Kind
	Nullable bool
	Dim      int     // Vector; 0 in a signature: any
	Elem     *Type   // List, Model
	Fields   []Field // Record: fields; Items: columns without the engine's _score _from _resource
	Name     string  // Record: of the declared type; Items: of the resource when it is one
	Bounds   *Bounds // of a parameter
}

// Field of a record, or column of a set. Indexed is the resource's word for it
// (key text keyword vector …) where the field comes from a resource.
type Field struct {
	Name    string
	Type    Type
	Indexed string
}

// Bounds of a parameter: numbers for int and float, words for keyword.
type Bounds struct {
	Lo, Hi float64
	Words  []string
}

// EngineColumns are on every set.
var engineColumns = []Field{
	{Name: "_score", Type: Type{Kind: Float}},
	{Name: "_from", Type: Type{Kind: List, Elem: &Type{Kind: String}}},
	{Name: "_resource", Type: Type{Kind: String}},
}

// EngineColumns returns the columns every set has: _score _from _resource.
func EngineColumns() []Field { return append([]Field(nil), engineColumns...) }

// FacetType is the record that facets gives a list of: the type facet.
func FacetType() Type {
	return Type{Kind: Record, Name: "facet", Fields: []Field{
		{Name: "column", Type: Type{Kind: String}}, {Name: "value", Type: Type{Kind: String}}, {Name: "count", Type: Type{Kind: Int}}}}
}

// Null is t with nil allowed.
func (t Type) Null() Type { t.Nullable = true; return t }

// EmptyList is the type of [], which fits every list: what it holds is unknown,
// and nil when it is asked for.
func EmptyList() Type { return Type{Kind: List, Elem: &Type{Nullable: true}} }

// Item is the type of one element of a list, which may not be there. Of a list
// that holds what was reported it is unknown, of [] nil.
func (t Type) Item() Type {
	switch {
	case t.Elem == nil || t.Elem.Kind == Invalid && t.Elem.Nullable:
		return Type{Kind: Nil, Nullable: true}
	case t.Elem.Kind == Invalid:
		return Type{}
	}
	return t.Elem.Null()
}

// Field by name; of Items the engine's columns too.
func (t Type) Field(name string) (Field, bool) {
	for _, f := range t.Fields {
		if f.Name == name {
			return f, true
		}
	}
	if t.Kind == Items {
		for _, f := range engineColumns {
			if f.Name == name {
				return f, true
			}
		}
	}
	return Field{}, false
}

// String writes the type as the language does.
func (t Type) String() string {
	s := t.Kind.String()
	switch t.Kind {
	case Vector:
		if t.Dim > 0 {
			s = fmt.Sprintf("vector(%d)", t.Dim)
		}
	case List:
		if t.Elem != nil {
			s = "list(" + t.Elem.String() + ")"
		}
	case Record:
		if t.Name != "" {
			s = t.Name
			break
		}
		parts := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			parts[i] = f.Name + ": " + f.Type.String()
		}
		s = "{ " + strings.Join(parts, ", ") + " }"
	case Items:
		if t.Name != "" {
			s = "items(" + t.Name + ")"
		}
	}
	if t.Nullable && t.Kind != Nil && t.Kind != Invalid {
		s += "?"
	}
	return s
}
