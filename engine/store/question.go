package store

import "riffle.dev/riffle/internal/column"

// asks says what is asked.
type asks uint8

const (
	byText   asks = iota // text in the text fields, best first
	byVector             // nearest to a vector
	byField              // greatest by a field; field < 0: in order of the keys
	byKey                // documents by their keys, in any order
)

// question is one page of an answer.
type question struct {
	what   asks
	text   string
	to     []float32
	field  int      // of byVector and byField, within the schema
	keys   []string // of byKey
	filter *clause  // nil: none
	fields []int    // wanted of each document; the key always comes
	from   int      // documents to leave out
	n      int      // documents wanted
}

// page is a part of an answer, in its order.
type page struct {
	docs []found
	last bool // there are no more
}

// found is one document.
type found struct {
	key    string
	score  float64        // NaN stands last
	values []column.Value // by question.fields
}
