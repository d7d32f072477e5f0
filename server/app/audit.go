package app

import (
	"context"
	"encoding/json"
	"time"
)

// Change is who changes what: the store writes it as an audit row in the same
// transaction as the change itself.
type Change struct {
	Who       *Principal
	RequestID string
	Action    string // noun.verb
	Object    string
}

// Did names the action and its object.
func (c Change) Did(action, object string) Change {
	c.Action, c.Object = action, object
	return c
}

// Audit is one change that happened.
type Audit struct {
	ID        int64           `json:"id"`
	At        time.Time       `json:"at"`
	Actor     string          `json:"actor"`
	Action    string          `json:"action" doc:"noun.verb, such as file.save"`
	Object    string          `json:"object"`
	Before    json.RawMessage `json:"before,omitempty"`
	After     json.RawMessage `json:"after,omitempty"`
	RequestID string          `json:"request_id"`
}

// AuditFilter narrows a listing. Zero fields do not filter.
type AuditFilter struct {
	Actor, Action, Object string // exact; Action also a noun
	From, To              time.Time
	Before                int64 // ids below; the cursor
	Limit                 int
}

// MaxExport bounds the rows of one export.
const MaxExport = 10_000

// Audit lists what was changed in a team, newest first.
func (a *App) Audit(ctx context.Context, team string, f AuditFilter) ([]Audit, error) {
	return a.store.Audit(ctx, team, f)
}
