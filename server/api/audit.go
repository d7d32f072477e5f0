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
	AuditQuery
}

// AuditQuery narrows the audit.
type AuditQuery struct {
	Actor  string    `query:"actor" maxLength:"130"`
	Action string    `query:"action" maxLength:"60" doc:"such as file.save, or a noun such as file"`
	Object string    `query:"object" maxLength:"200"`
	From   time.Time `query:"from"`
	To     time.Time `query:"to"`
}

func (q AuditQuery) filter() app.AuditFilter {
	return app.AuditFilter{Actor: q.Actor, Action: q.Action, Object: q.Object, From: q.From, To: q.To}
}

func (a *API) audit() {
	register(a, viewer, huma.Operation{OperationID: "list-audit", Method: http.MethodGet, Path: "/teams/{team}/audit", Tags: []string{"audit"},
		Summary: "List what was changed, newest first"},
		func(ctx context.Context, in *AuditInput) (*PageOf[app.Audit], error) {
			before, err := cursor(in.Cursor)
			if err != nil {
				return nil, err
			}
			f := in.filter()
			f.Before, f.Limit = before, in.Limit
			list, err := a.App.Audit(ctx, in.Team, f)
			return page(list, in.Limit, func(e app.Audit) int64 { return e.ID }), err
		})
}
