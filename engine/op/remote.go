package op

import (
	"context"
	"errors"
	"fmt"
	"time"

	"riffle.dev/riffle/internal/column"
)

// Remote answers calls of services, and of functions that run elsewhere. Nodes
// use it; engine/remote answers over HTTP, a test by whatever it likes.
//
// Ask returns soon after ctx is done, and may be called from any number of
// goroutines. It keeps nothing of the question when it has returned; the reply
// is the caller's. The error is a *RemoteError, or the context's.
type Remote interface {
	Ask(ctx context.Context, q *Question) (*Reply, error)
}

// Question is one call. Its slices and columns are only read.
type Question struct {
	Callee string // the service or function, as declared
	Args   []RemoteArg
	// Of a model, the items it answers for: Len of them with just these columns.
	Model   bool
	Len     int
	Columns []RemoteColumn
	// Want is the type of the answer; of a model, of the answer for one item.
	Want column.Type
	// Trace and State are the headers of the trace it is part of; "": none.
	Trace, State string
	// Found says that documents are wanted: their keys, and scores if there are
	// any. Want is not looked at.
	Found bool
}

// ask the callee of a question, within the request's trace and with both clocks
// told.
func (c *Call) ask(q *Question) (*Reply, error) {
	if c.Trace != nil {
		q.Trace, q.State = c.Trace()
	}
	reply, err := c.Remote().Ask(c.Ctx, q)
	if err == nil && c.Clock != nil && reply.Client > 0 {
		c.Clock(reply.Client, reply.Server)
	}
	return reply, err
}

// RemoteArg is an argument bound by the caller, in the order of the parameters.
type RemoteArg struct {
	Name  string
	Type  column.Type
	Value column.Value
}

// Arg by name; nil when there is none.
func (q *Question) Arg(name string) column.Value {
	for i := range q.Args {
		if q.Args[i].Name == name {
			return q.Args[i].Value
		}
	}
	return nil
}

// RemoteColumn is a field of `item`, for all items.
type RemoteColumn struct {
	Name   string
	Column *column.Column
}

// Reply is an answer; which fields are set depends on the question.
type Reply struct {
	Value  column.Value   // of Want
	Column *column.Column // of a model: Question.Len values of Want
	Keys   []string       // Found: of the documents, best first
	Scores []float64      // Found: as many as Keys, or none
	// Client is how long the call took here, Server how long it took by the
	// callee's own word; 0 where nobody says.
	Client, Server time.Duration
}

// RemoteKind says in what way a call failed.
type RemoteKind uint8

// Ways to fail.
const (
	RemoteTimeout RemoteKind = iota // no answer in time
	RemoteRefused                   // not reached, over its limit, or it said that it can't
	RemoteInvalid                   // it does not take what was sent; asking again is no use
	RemoteBad                       // an answer that does not fit: not JSON, another type or number, too long
	RemoteOpen                      // not asked: its circuit is open
)

var remoteKinds = [...]string{"timeout", "refused", "invalid", "bad answer", "circuit open"}

// String is a word for it.
func (k RemoteKind) String() string { return remoteKinds[k] }

// RemoteError is why a call has no answer.
type RemoteError struct {
	Callee  string
	Kind    RemoteKind
	Message string // lower case, says both sides
	Cause   error  // may be nil
}

// Error names the callee.
func (e *RemoteError) Error() string { return fmt.Sprintf("%s: %s", e.Callee, e.Message) }

// Unwrap gives the cause.
func (e *RemoteError) Unwrap() error { return e.Cause }

// TimedOut tells whether an error means that time was up. Of a call it is what the
// call itself says: one that was not reached is not late, whatever its cause is.
func TimedOut(err error) bool {
	var e *RemoteError
	if errors.As(err, &e) {
		return e.Kind == RemoteTimeout
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// NoRemote refuses every call: there is nobody to ask.
type NoRemote struct{}

// Ask refuses.
func (NoRemote) Ask(_ context.Context, q *Question) (*Reply, error) {
	return nil, &RemoteError{Callee: q.Callee, Kind: RemoteRefused, Message: "nothing here calls services"}
}
