package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// PlanInput is a call of plan.
type PlanInput struct {
	TeamPath
	Body app.NewPlan
}

func (a *API) plans() {
	register(a, viewer, huma.Operation{OperationID: "plan", Method: http.MethodPost, Path: "/teams/{team}/plan", Tags: []string{"versions"},
		Summary: "What changes", Description: "Between live, the draft and versions: by file, and by meaning with what may hurt. Nothing is kept.", Metadata: scope(app.ScopeRead)},
		func(ctx context.Context, in *PlanInput) (*One[app.Plan], error) {
			p, err := a.App.Plan(ctx, in.Team, in.Body)
			return &One[app.Plan]{p}, err
		})
}
