package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// SetImportersInput is a call of set-importers.
type SetImportersInput struct {
	TeamPath
	Body app.SetImporters
}

// ImportedInput is a call of get-imported.
type ImportedInput struct {
	TeamPath
	From string `query:"from" required:"true" maxLength:"120" doc:"team/project@version"`
}

func (a *API) imports() {
	tags := []string{"versions"}
	register(a, viewer, huma.Operation{OperationID: "get-importers", Method: http.MethodGet, Path: "/teams/{team}/importers", Tags: tags,
		Summary: "Who may import what this team published, and who does"},
		func(ctx context.Context, in *TeamPath) (*One[app.Importers], error) {
			out, err := a.App.Importers(ctx, in.Team)
			return &One[app.Importers]{out}, err
		})
	register(a, owner, huma.Operation{OperationID: "set-importers", Method: http.MethodPut, Path: "/teams/{team}/importers", Tags: tags,
		Summary: "Say who may import", Description: "The whole list; nobody else may. Who loses the right goes on serving what it has published."},
		func(ctx context.Context, in *SetImportersInput) (*One[app.Importers], error) {
			out, err := a.App.SetImporters(ctx, change(ctx), in.Team, in.Body)
			return &One[app.Importers]{out}, err
		})
	register(a, viewer, huma.Operation{OperationID: "get-imported", Method: http.MethodGet, Path: "/teams/{team}/imports", Tags: tags,
		Summary: "Texts of a published project that this team may import", Description: "With all that it imports in turn, for who checks a project elsewhere."},
		func(ctx context.Context, in *ImportedInput) (*One[app.Imported], error) {
			out, err := a.App.Imported(ctx, in.Team, in.From)
			return &One[app.Imported]{out}, err
		})
}
