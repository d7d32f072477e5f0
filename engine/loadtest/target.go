package loadtest

import "context"

// Request is one to be sent. Which of the two fields a Target wants is its own
// matter.
type Request struct {
	Values map[string]any // the parameters by name; only read
	Body   []byte         // the same as a body of the serve call
	Tier   string         // for which it was made; "" when nobody knows
}

// Source gives requests. It is asked from one goroutine.
type Source interface{ Next() Request }

// Target answers. Safe for concurrent use. It must end when ctx does.
type Target interface {
	Send(ctx context.Context, r Request) Answer
}

// Answer is what became of a request.
type Answer struct {
	Status int   // of HTTP, or what it would be; 0: nobody answered
	Err    error // why not
	// Read tells that what follows is known: a target may look at a sample only.
	Read     bool
	Level    int      // of degradation; 0: everything on
	Coverage float64  // 0…1
	Off      []string // nodes that were switched off
}

// Rounds is a Source that goes through a list over and over.
type Rounds struct {
	list []Request
	at   int
}

// NewRounds of a list that is not empty.
func NewRounds(list []Request) *Rounds { return &Rounds{list: list} }

// Next implements Source.
func (r *Rounds) Next() Request {
	out := r.list[r.at]
	r.at = (r.at + 1) % len(r.list)
	return out
}
