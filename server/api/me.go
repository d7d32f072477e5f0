package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// SessionPath names one of your sessions.
type SessionPath struct {
	ID string `path:"id" maxLength:"64"`
}

func (a *API) me() {
	tags := []string{"session"}
	register(a, signedIn, huma.Operation{OperationID: "get-settings", Method: http.MethodGet, Path: "/me/settings", Tags: tags, Summary: "How you want the console"},
		func(ctx context.Context, _ *struct{}) (*One[app.UserSettings], error) {
			s, err := a.App.Settings(ctx, who(ctx))
			return &One[app.UserSettings]{s}, err
		})
	register(a, signedIn, huma.Operation{OperationID: "set-settings", Method: http.MethodPut, Path: "/me/settings", Tags: tags, Summary: "Change how you want the console",
		MaxBodyBytes: 4 << 10, Metadata: scope(app.ScopeAdmin)},
		func(ctx context.Context, in *struct{ Body app.UserSettings }) (*One[app.UserSettings], error) {
			s, err := a.App.SetSettings(ctx, who(ctx), in.Body)
			return &One[app.UserSettings]{s}, err
		})
	register(a, signedIn, huma.Operation{OperationID: "list-sessions", Method: http.MethodGet, Path: "/me/sessions", Tags: tags, Summary: "List your sessions, newest first"},
		func(ctx context.Context, _ *struct{}) (*PageOf[app.Session], error) {
			list, err := a.App.Sessions(ctx, who(ctx))
			return all(list), err
		})
	register(a, signedIn, huma.Operation{OperationID: "end-session", Method: http.MethodDelete, Path: "/me/sessions/{id}", Tags: tags, Summary: "End one of your sessions",
		Errors: []int{http.StatusNotFound}, Metadata: scope(app.ScopeAdmin)},
		func(ctx context.Context, in *SessionPath) (*None, error) {
			return nil, a.App.EndSession(ctx, change(ctx), in.ID)
		})
}
