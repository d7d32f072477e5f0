package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// NewRunInput is a call of run.
type NewRunInput struct {
	TeamPath
	Body app.NewRun
}

// RunPath names a run.
type RunPath struct {
	TeamPath
	ID string `path:"id" maxLength:"64"`
}

// RunsInput is a call of list-runs.
type RunsInput struct {
	TeamPath
	PageQuery
	Scene    string `query:"scene" maxLength:"100"`
	Pipeline string `query:"pipeline" maxLength:"100"`
	By       string `query:"by" maxLength:"130"`
}

// CompareInput is a call of compare-runs.
type CompareInput struct {
	TeamPath
	A string `query:"a" required:"true" minLength:"1" maxLength:"64" doc:"id of a run"`
	B string `query:"b" required:"true" minLength:"1" maxLength:"64"`
}

func (a *API) runs() {
	tags := []string{"runs"}
	register(a, viewer, huma.Operation{OperationID: "run", Method: http.MethodPost, Path: "/teams/{team}/runs", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Run one request and keep what became of it", MaxBodyBytes: 256 << 10,
		Description: "Of the draft, what is live, or a version; also with nodes switched off. A run that failed is an answer too. " +
			"The newest 500 of a team are kept. Viewers may run.", Metadata: scope(app.ScopeServe)},
		func(ctx context.Context, in *NewRunInput) (*One[app.Run], error) {
			r, err := a.App.Run(ctx, change(ctx), in.Team, in.Body)
			return &One[app.Run]{r}, err
		})
	register(a, viewer, huma.Operation{OperationID: "list-runs", Method: http.MethodGet, Path: "/teams/{team}/runs", Tags: tags, Summary: "List kept runs, newest first"},
		func(ctx context.Context, in *RunsInput) (*PageOf[app.RunRow], error) {
			before, err := cursor(in.Cursor)
			if err != nil {
				return nil, err
			}
			list, err := a.App.Runs(ctx, in.Team, app.RunFilter{Scene: in.Scene, Pipeline: in.Pipeline, By: in.By, Before: before, Limit: in.Limit})
			return page(list, in.Limit, func(r app.RunRow) int64 { return r.Seq }), err
		})
	register(a, viewer, huma.Operation{OperationID: "get-run", Method: http.MethodGet, Path: "/teams/{team}/runs/{id}", Tags: tags, Summary: "Read a run"},
		func(ctx context.Context, in *RunPath) (*One[app.Run], error) {
			r, err := a.App.KeptRun(ctx, in.Team, in.ID)
			return &One[app.Run]{r}, err
		})
	register(a, viewer, huma.Operation{OperationID: "compare-runs", Method: http.MethodGet, Path: "/teams/{team}/runs/compare", Tags: tags, Summary: "What differs between two runs"},
		func(ctx context.Context, in *CompareInput) (*One[app.RunComparison], error) {
			c, err := a.App.CompareRuns(ctx, in.Team, in.A, in.B)
			return &One[app.RunComparison]{c}, err
		})
}
