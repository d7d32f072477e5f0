package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// EventsInput is a call of list-events.
type EventsInput struct {
	TeamPath
	PageQuery
}

func (a *API) events() {
	register(a, viewer, huma.Operation{OperationID: "list-events", Method: http.MethodGet, Path: "/teams/{team}/events", Tags: []string{"audit"},
		Summary: "List what happened, newest first"},
		func(ctx context.Context, in *EventsInput) (*PageOf[app.Event], error) {
			before, err := cursor(in.Cursor)
			if err != nil {
				return nil, err
			}
			list, err := a.App.Events(ctx, in.Team, before, in.Limit)
			return page(list, in.Limit, func(e app.Event) int64 { return e.Seq }), err
		})
}
