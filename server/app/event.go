package app

import (
	"context"
	"time"
)

// Event is something that happened to a scene, resource or the database, kept
// for the boards.
type Event struct {
	Seq      int64     `json:"seq" doc:"grows"`
	At       time.Time `json:"at"`
	Kind     string    `json:"kind" doc:"noun.verb, such as scene.degraded, version.live, fault.begun, surge.ended, database.down"`
	Scene    string    `json:"scene,omitempty"`
	Resource string    `json:"resource,omitempty"`
	Message  string    `json:"message"`
	Severity string    `json:"severity" enum:"info,warning,error"`
}

// Events lists a team's, newest first, below the seq before (0: the newest).
func (a *App) Events(ctx context.Context, team string, before int64, limit int) ([]Event, error) {
	return a.store.Events(ctx, team, before, limit)
}
