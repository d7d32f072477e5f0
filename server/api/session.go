package api

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"

	"riffle.dev/riffle/server/app"
)

// Login is a user's credentials.
type Login struct {
	Login    string `json:"login" minLength:"1" maxLength:"60"`
	Password string `json:"password" minLength:"1" maxLength:"200"`
}

// Me is who asks.
type Me struct {
	Login   string       `json:"login"`
	Name    string       `json:"name"`
	Admin   bool         `json:"admin" doc:"may make teams"`
	Teams   []Membership `json:"teams" doc:"by name"`
	Token   string       `json:"token,omitempty" doc:"name of the token, when it is one"`
	Scopes  []app.Scope  `json:"scopes,omitempty"`
	Expires *time.Time   `json:"expires_at,omitempty" doc:"of the session or token"`
}

// Membership is one of your teams.
type Membership struct {
	Team string   `json:"team"`
	Role app.Role `json:"role" enum:"viewer,editor,owner"`
}

// LoginInput is a call of login.
type LoginInput struct {
	Body Login

	request *http.Request
}

// Resolve keeps the request: the cookie and the limit of tries depend on where
// it came from.
func (in *LoginInput) Resolve(ctx huma.Context) []error {
	in.request = humagin.Unwrap(ctx).Request
	return nil
}

// LoginOutput sets the session's cookie.
type LoginOutput struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
	Body      Me
}

// LogoutInput is a call of logout.
type LogoutInput struct{ request *http.Request }

// Resolve keeps the request, which holds the session.
func (in *LogoutInput) Resolve(ctx huma.Context) []error {
	in.request = humagin.Unwrap(ctx).Request
	return nil
}

// LogoutOutput clears the session's cookie.
type LogoutOutput struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
}

// ChangePassword asks for another password.
type ChangePassword struct {
	Old string `json:"old" minLength:"1" maxLength:"200"`
	New string `json:"new" minLength:"10" maxLength:"200"`
}

func (a *API) sessions() {
	tags := []string{"session"}
	register(a, open, huma.Operation{OperationID: "login", Method: http.MethodPost, Path: "/login", Tags: tags, MaxBodyBytes: 4 << 10,
		Summary: "Log in", Description: "Sets the session's cookie. Calls that change something then also want the header X-Riffle-CSRF: 1.",
		Errors: []int{http.StatusUnauthorized, http.StatusTooManyRequests}},
		func(ctx context.Context, in *LoginInput) (*LoginOutput, error) {
			if err := a.Sessions.SameSite(in.request, nil); err != nil {
				return nil, err
			}
			secret, p, err := a.Sessions.Login(ctx, in.Body.Login, in.Body.Password, in.request.RemoteAddr)
			if err != nil {
				return nil, err
			}
			return &LoginOutput{SetCookie: *a.Sessions.Cookie(in.request, secret), Body: meOf(p)}, nil
		})
	register(a, signedIn, huma.Operation{OperationID: "logout", Method: http.MethodPost, Path: "/logout", Tags: tags, Summary: "End the session", Metadata: scope("")},
		func(ctx context.Context, in *LogoutInput) (*LogoutOutput, error) {
			if err := a.Sessions.Logout(ctx, in.request); err != nil {
				return nil, err
			}
			return &LogoutOutput{SetCookie: *a.Sessions.Cookie(in.request, "")}, nil
		})
	register(a, signedIn, huma.Operation{OperationID: "me", Method: http.MethodGet, Path: "/me", Tags: tags, Summary: "Who you are"},
		func(ctx context.Context, _ *struct{}) (*One[Me], error) {
			return &One[Me]{meOf(who(ctx))}, nil
		})
	register(a, signedIn, huma.Operation{OperationID: "change-password", Method: http.MethodPut, Path: "/me/password", Tags: tags,
		Summary: "Change your password", Description: "Ends your other sessions.", Metadata: scope(app.ScopeAdmin)},
		func(ctx context.Context, in *struct{ Body ChangePassword }) (*None, error) {
			return nil, a.Sessions.ChangePassword(ctx, who(ctx), in.Body.Old, in.Body.New)
		})
}

func meOf(p *app.Principal) Me {
	me := Me{Login: p.Login, Name: p.Name, Admin: p.Admin, Teams: []Membership{}, Token: p.Token, Scopes: p.Scopes}
	for team, role := range p.Teams {
		me.Teams = append(me.Teams, Membership{Team: team, Role: role})
	}
	slices.SortFunc(me.Teams, func(a, b Membership) int { return strings.Compare(a.Team, b.Team) })
	if !p.Expires.IsZero() {
		me.Expires = &p.Expires
	}
	return me
}
