package app

import (
	"context"
)

// Limits of documents.
const (
	MaxDocumentBytes = 1 << 20 // one line of a stream
	MaxDocumentsBody = 8 << 20 // of a JSON body
	MaxDocuments     = 10_000  // in a JSON body
)

// Put is one document to write, as its JSON text.
type Put struct {
	Line int // of the stream, from 1
	JSON []byte
}

// PutResult says what became of one document: an offset, or an error.
type PutResult struct {
	Line   int       `json:"line" doc:"of the stream or place in the list, from 1"`
	Key    string    `json:"key,omitempty"`
	Slot   int       `json:"slot"`
	Offset int64     `json:"offset" doc:"in the slot's log; -1 with an error"`
	Error  *PutError `json:"error,omitempty"`
}

// PutError says why one document was refused.
type PutError struct {
	Code    Code           `json:"code"`
	Message string         `json:"message"`
	Reason  Reason         `json:"reason,omitempty" doc:"names the sentence of message"`
	Params  map[string]any `json:"params,omitempty" doc:"what fills its holes"`
}

// ForOne is the error as a document's result has it.
func (e *Error) ForOne() *PutError {
	return &PutError{Code: e.Code, Message: e.Message, Reason: e.Reason, Params: e.Params}
}

// PutSummary ends an answer.
type PutSummary struct {
	Done     bool      `json:"done" doc:"true: the whole stream was read"`
	Accepted int       `json:"accepted"`
	Failed   int       `json:"failed"`
	Error    *PutError `json:"error,omitempty" doc:"why the stream ended early"`
}

// PutDocuments appends documents to the log of a resource. A document that
// does not fit the schema fails alone, by its result; the others are durable
// when the call returns. The error is of the whole batch: nothing of it is
// acknowledged then.
func (a *App) PutDocuments(ctx context.Context, team, resource string, docs []Put) ([]PutResult, error) {
	return a.runtime.Put(ctx, team, resource, docs)
}

// DeleteDocument appends the deletion of a key; of a key that is not there too.
func (a *App) DeleteDocument(ctx context.Context, team, resource, key string) (PutResult, error) {
	return a.runtime.Delete(ctx, team, resource, key)
}

// Document reads one as queries see it now.
func (a *App) Document(ctx context.Context, team, resource, key string) (map[string]any, error) {
	return a.runtime.Document(ctx, team, resource, key)
}
