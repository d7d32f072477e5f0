package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

func (a *API) resources() {
	tags := []string{"resources"}
	register(a, viewer, huma.Operation{OperationID: "list-resources", Method: http.MethodGet, Path: "/teams/{team}/resources", Tags: tags,
		Summary: "List the live version's resources", Description: "With counts, offsets and lag of the instance that answers.", Errors: []int{http.StatusServiceUnavailable}},
		func(_ context.Context, in *TeamPath) (*PageOf[app.Resource], error) {
			return all(a.App.Resources(in.Team)), a.App.Known(in.Team)
		})
	register(a, viewer, huma.Operation{OperationID: "get-resource", Method: http.MethodGet, Path: "/teams/{team}/resources/{resource}", Tags: tags, Summary: "Read a resource"},
		func(_ context.Context, in *ResourcePath) (*One[app.Resource], error) {
			r, err := a.App.Resource(in.Team, in.Resource)
			return &One[app.Resource]{r}, err
		})
}
