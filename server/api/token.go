package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// NewTokenInput is a call of create-token.
type NewTokenInput struct {
	TeamPath
	Body app.NewToken
}

// TokenPath names a token.
type TokenPath struct {
	TeamPath
	ID int64 `path:"id" minimum:"1"`
}

func (a *API) tokens() {
	tags := []string{"tokens"}
	register(a, owner, huma.Operation{OperationID: "list-tokens", Method: http.MethodGet, Path: "/teams/{team}/tokens", Tags: tags, Summary: "List tokens"},
		func(ctx context.Context, in *TeamPath) (*PageOf[app.Token], error) {
			list, err := a.App.Tokens(ctx, in.Team)
			return all(list), err
		})
	register(a, owner, huma.Operation{OperationID: "create-token", Method: http.MethodPost, Path: "/teams/{team}/tokens", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Make a token", Description: "The secret is in the answer and nowhere else."},
		func(ctx context.Context, in *NewTokenInput) (*One[app.MadeToken], error) {
			t, err := a.App.CreateToken(ctx, change(ctx), in.Team, in.Body)
			return &One[app.MadeToken]{t}, err
		})
	register(a, owner, huma.Operation{OperationID: "delete-token", Method: http.MethodDelete, Path: "/teams/{team}/tokens/{id}", Tags: tags, Summary: "End a token"},
		func(ctx context.Context, in *TokenPath) (*None, error) {
			return nil, a.App.DeleteToken(ctx, change(ctx), in.Team, in.ID)
		})
}
