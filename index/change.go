package index

import (
	"fmt"

	"riffle.dev/riffle/internal/column"
)

// Op of a change.
type Op string

// Operations.
const (
	Upsert Op = "upsert"
	Delete Op = "delete"
)

// Limits of one document.
const (
	MaxDocument = 1 << 20 // bytes of its texts and numbers
	MaxKey      = 512     // bytes
	MaxList     = 1024    // items
)

// Change of one document, as the log has it.
type Change struct {
	Offset uint64         // place in the log, from 1; 0 is a change outside of any log
	Op     Op             // Upsert replaces the whole document
	Key    string         // of an Upsert: empty, or the same as in Doc
	Doc    map[string]any // of an Upsert: as encoding/json decodes it, with or without UseNumber
}

// Codes of a DocError.
const (
	NotADocument = "not_a_document" // no object, or an unknown operation
	BadKey       = "bad_key"        // missing, too long, or another than the document's
	UnknownField = "unknown_field"
	MissingField = "missing_field"
	WrongType    = "wrong_type"
	TooLarge     = "too_large"
)

// DocError says why a document is refused.
type DocError struct {
	Code   string
	Key    string // as far as known
	Field  string // empty when it is about the whole document
	Reason string
}

// Error names the field and both sides.
func (e *DocError) Error() string {
	if e.Field == "" {
		return e.Reason
	}
	return fmt.Sprintf("field %s: %s", e.Field, e.Reason)
}

// Document is one document in its canonical form: a value for each field of
// the schema, in the schema's order.
type Document struct {
	Key    string
	Values []column.Value
}
