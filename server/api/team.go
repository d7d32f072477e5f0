package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// NewTeam asks for a team.
type NewTeam struct {
	Name  string `json:"name" pattern:"^[a-z][a-z0-9_-]{0,39}$" patternDescription:"a small letter, then small letters, digits, - or _" maxLength:"40"`
	Title string `json:"title,omitempty" maxLength:"100"`
}

func (a *API) teams() {
	tags := []string{"teams"}
	register(a, signedIn, huma.Operation{OperationID: "list-teams", Method: http.MethodGet, Path: "/teams", Tags: tags, Summary: "List your teams"},
		func(ctx context.Context, _ *struct{}) (*PageOf[app.Team], error) {
			list, err := a.App.Teams(ctx, who(ctx))
			return all(list), err
		})
	register(a, signedIn, huma.Operation{OperationID: "create-team", Method: http.MethodPost, Path: "/teams", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Make a team", Description: "Administrators only; you become its owner.", Errors: []int{http.StatusConflict}, Metadata: scope(app.ScopeAdmin)},
		func(ctx context.Context, in *struct{ Body NewTeam }) (*One[app.Team], error) {
			t, err := a.App.CreateTeam(ctx, change(ctx), in.Body.Name, in.Body.Title)
			return &One[app.Team]{t}, err
		})
	register(a, viewer, huma.Operation{OperationID: "get-team", Method: http.MethodGet, Path: "/teams/{team}", Tags: tags, Summary: "Read a team"},
		func(ctx context.Context, in *TeamPath) (*One[app.Team], error) {
			t, err := a.App.Team(ctx, who(ctx), in.Team)
			return &One[app.Team]{t}, err
		})
}
