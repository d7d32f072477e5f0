package index

import (
	"slices"

	"riffle.dev/riffle/internal/column"
)

// FieldKind says how a field is stored and indexed.
type FieldKind string

// Field kinds.
const (
	KeyField     FieldKind = "key"     // the document's id, exactly one
	TextField    FieldKind = "text"    // analysed and searchable
	KeywordField FieldKind = "keyword" // exact, dictionary coded
	ValueField   FieldKind = "value"   // int float bool time duration string list record
	VectorField  FieldKind = "vector"
)

// Schema of a resource, as compiled from its declaration. Immutable.
type Schema struct {
	Resource string  `json:"resource"`
	Fields   []Field `json:"fields"`
}

// Has tells whether there is a field of a name.
func (s *Schema) Has(name string) bool {
	return slices.ContainsFunc(s.Fields, func(f Field) bool { return f.Name == name })
}

// Field of a schema.
type Field struct {
	Name     string       `json:"name"`
	Kind     FieldKind    `json:"kind"`
	Type     column.Type  `json:"type"`
	Analyzer string       `json:"analyzer,omitempty"` // english, chinese, plain
	Weight   float64      `json:"weight,omitempty"`   // of a text in search; 1 when 0
	Metric   string       `json:"metric,omitempty"`   // cosine, dot, l2
	Default  column.Value `json:"default,omitempty"`  // for a document without the field
	Derive   *Derive      `json:"derive,omitempty"`   // computed when the document is built
}

// Derive is a field computed from others by a declared function.
type Derive struct {
	Function string       `json:"function"`        // the declared function's name, for messages
	Words    string       `json:"words,omitempty"` // the word table it reads: vectors/glove100
	Source   *column.Expr `json:"source"`          // its argument over the document's fields
}
