package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// QueryInput is a call of query-resource.
type QueryInput struct {
	ResourcePath
	Body app.NewQuery
}

func (a *API) queries() {
	tags := []string{"resources"}
	register(a, viewer, huma.Operation{OperationID: "query-resource", Method: http.MethodPost, Path: "/teams/{team}/resources/{resource}/query", Tags: tags,
		Summary: "Try a query on a resource", MaxBodyBytes: 256 << 10,
		Description: "By words, a vector, a document, a formula or a filter. Mistakes in the expressions are diagnostics of the answer.",
		Errors:      []int{http.StatusGatewayTimeout}, Metadata: scope(app.ScopeRead)},
		func(ctx context.Context, in *QueryInput) (*One[app.QueryAnswer], error) {
			q, err := a.App.Query(ctx, in.Team, in.Resource, in.Body)
			return &One[app.QueryAnswer]{q}, err
		})
	register(a, viewer, huma.Operation{OperationID: "get-resource-statistics", Method: http.MethodGet, Path: "/teams/{team}/resources/{resource}/statistics", Tags: tags,
		Summary: "Count what the documents hold"},
		func(ctx context.Context, in *ResourcePath) (*One[app.ResourceStatistics], error) {
			s, err := a.App.Statistics(ctx, in.Team, in.Resource)
			return &One[app.ResourceStatistics]{s}, err
		})
}
