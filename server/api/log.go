package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

func (a *API) logs() {
	register(a, viewer, huma.Operation{OperationID: "list-logs", Method: http.MethodGet, Path: "/teams/{team}/logs", Tags: []string{"resources"},
		Summary: "List the places that pipelines log to", Description: "By name, with what became of the lines on this instance since it started. A place shows once it was written to."},
		func(_ context.Context, in *TeamPath) (*PageOf[app.LogPlace], error) {
			return all(a.Logs(in.Team)), nil
		})
}
