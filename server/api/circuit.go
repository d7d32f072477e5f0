package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

func (a *API) circuits() {
	register(a, viewer, huma.Operation{OperationID: "list-circuits", Method: http.MethodGet, Path: "/teams/{team}/circuits", Tags: []string{"overview"},
		Summary: "List the circuits before services and stores", Description: "Of the live version on this instance, by kind and name: which are asked, which are down and not asked, and when they are tried again."},
		func(_ context.Context, in *TeamPath) (*PageOf[app.Circuit], error) {
			return all(a.Circuits(in.Team)), nil
		})
}
