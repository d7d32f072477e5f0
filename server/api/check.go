package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// CheckRequest holds the texts to check.
type CheckRequest struct {
	Files []app.Text `json:"files,omitempty" maxItems:"200" doc:"a whole project; missing: the draft"`
}

// CheckInput is a call of check.
type CheckInput struct {
	TeamPath
	Body CheckRequest
}

func (a *API) check() {
	register(a, viewer, huma.Operation{OperationID: "check", Method: http.MethodPost, Path: "/teams/{team}/check", Tags: []string{"files"},
		Summary: "Check texts or the draft", Description: "All diagnostics; nothing is kept.", MaxBodyBytes: 8 << 20, BodyReadTimeout: 30 * time.Second,
		Errors: []int{http.StatusRequestEntityTooLarge}, Metadata: scope(app.ScopeRead)},
		func(ctx context.Context, in *CheckInput) (*One[app.Checked], error) {
			c, err := a.App.Check(ctx, in.Team, in.Body.Files)
			return &One[app.Checked]{c}, err
		})
}
