package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// NewFaultInput is a call of create-fault.
type NewFaultInput struct {
	TeamPath
	Body app.NewFault
}

// FaultPath names a fault.
type FaultPath struct {
	TeamPath
	ID int64 `path:"id" minimum:"1"`
}

func (a *API) faults() {
	tags := []string{"faults"}
	register(a, viewer, huma.Operation{OperationID: "list-faults", Method: http.MethodGet, Path: "/teams/{team}/faults", Tags: tags, Summary: "List fault drills that go on"},
		func(ctx context.Context, in *TeamPath) (*PageOf[app.Fault], error) {
			list, err := a.App.Faults(ctx, in.Team)
			return all(list), err
		})
	register(a, owner, huma.Operation{OperationID: "create-fault", Method: http.MethodPost, Path: "/teams/{team}/faults", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Begin a fault drill", Description: "Delays, fails or hangs a resource or a node until a moment; audited and shown on the boards."},
		func(ctx context.Context, in *NewFaultInput) (*One[app.Fault], error) {
			f, err := a.App.CreateFault(ctx, change(ctx), in.Team, in.Body)
			return &One[app.Fault]{f}, err
		})
	register(a, owner, huma.Operation{OperationID: "delete-fault", Method: http.MethodDelete, Path: "/teams/{team}/faults/{id}", Tags: tags, Summary: "End a fault drill"},
		func(ctx context.Context, in *FaultPath) (*None, error) {
			return nil, a.App.DeleteFault(ctx, change(ctx), in.Team, in.ID)
		})
}
