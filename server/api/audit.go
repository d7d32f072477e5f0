package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// AuditInput is a call of list-audit.
type AuditInput struct {
	TeamPath
	PageQuery
	Actor  string    `query:"actor" maxLength:"130"`
	Action string    `query:"action" maxLength:"60" doc:"such as file.save, or a noun such as file"`
	Object string    `query:"object" maxLength:"200"`
	From   time.Time `query:"from"`
	To     time.Time `query:"to"`
}

func (a *API) audit() {
	register(a, viewer, huma.Operation{OperationID: "list-audit", Method: http.MethodGet, Path: "/teams/{team}/audit", Tags: []string{"audit"},
		Summary: "List what was changed, newest first"},
		func(ctx context.Context, in *AuditInput) (*PageOf[app.Audit], error) {
			before, err := cursor(in.Cursor)
			if err != nil {
				return nil, err
			}
			list, err := a.App.Audit(ctx, in.Team, app.AuditFilter{Actor: in.Actor, Action: in.Action, Object: in.Object, From: in.From, To: in.To, Before: before, Limit: in.Limit})
			return page(list, in.Limit, func(e app.Audit) int64 { return e.ID }), err
		})
}
