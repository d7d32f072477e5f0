package api

import (
	"context"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"

	"riffle.dev/riffle/server/app"
)

// perm is what an operation asks of who calls it.
type perm string

// Permissions. The team ones are of the {team} in the path.
const (
	open     perm = "open"      // anybody
	signedIn perm = "signed_in" // any user or token
	viewer   perm = "viewer"
	editor   perm = "editor"
	owner    perm = "owner"
)

const permKey, scopeKey = "perm", "scope"

// scope is the metadata of an operation whose scope is not the one of its
// method and permission.
func scope(s app.Scope) map[string]any { return map[string]any{scopeKey: s} }

// register is the only way to add an operation. It puts the permission where
// the guard finds it and into the document as x-permission, and gives every
// error its problem details.
func register[I, O any](a *API, p perm, op huma.Operation, handler func(context.Context, *I) (*O, error)) {
	prepare(&op, p)
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handler(ctx, in)
		if err != nil {
			return nil, problemOf(ctx, a.Log, err)
		}
		return out, nil
	})
}

// registerStream adds an operation whose body is read and whose answer is
// written by the handler itself, under the same guard.
func registerStream(a *API, p perm, op huma.Operation, handler func(http.ResponseWriter, *http.Request, huma.Context)) {
	prepare(&op, p)
	op.MaxBodyBytes, op.BodyReadTimeout = -1, -1
	a.huma.OpenAPI().AddOperation(&op)
	a.huma.Adapter().Handle(&op, a.huma.Middlewares().Handler(func(ctx huma.Context) {
		c := humagin.Unwrap(ctx)
		handler(c.Writer, c.Request.WithContext(ctx.Context()), ctx)
	}))
}

func prepare(op *huma.Operation, p perm) {
	meta := map[string]any{permKey: p, scopeKey: scopeFor(p, op.Method)}
	for k, v := range op.Metadata {
		meta[k] = v
	}
	op.Metadata = meta
	op.Extensions = map[string]any{"x-permission": string(p)}
	if p != open {
		op.Extensions["x-scope"] = meta[scopeKey]
		op.Security = []map[string][]string{{"session": {}}, {"token": {}}}
		op.Errors = append(op.Errors, http.StatusUnauthorized, http.StatusForbidden)
	}
	if p == viewer || p == editor || p == owner {
		op.Errors = append(op.Errors, http.StatusNotFound)
	}
	op.Errors = append(op.Errors, http.StatusUnprocessableEntity, http.StatusInternalServerError)
	if op.MaxBodyBytes == 0 {
		op.MaxBodyBytes = 64 << 10
	}
}

func scopeFor(p perm, method string) app.Scope {
	switch {
	case p == owner:
		return app.ScopeAdmin
	case method == http.MethodGet:
		return app.ScopeRead
	}
	return app.ScopeWrite
}

type whoKey struct{}

// who is the principal the guard found; nil on open operations without one.
func who(ctx context.Context) *app.Principal {
	p, _ := ctx.Value(whoKey{}).(*app.Principal)
	return p
}

// change begins the audit record of a write.
func change(ctx context.Context) app.Change {
	return app.Change{Who: who(ctx), RequestID: RequestID(ctx)}
}

// guard settles who asks and whether they may, before anything is validated.
func (a *API) guard(ctx huma.Context, next func(huma.Context)) {
	op := ctx.Operation()
	need, ok := op.Metadata[permKey].(perm)
	if !ok {
		a.refuse(ctx, app.Fail(app.Internal, "no_permission", "operation {operation} declares no permission", op.OperationID))
		return
	}
	r := humagin.Unwrap(ctx).Request
	p, err := a.Sessions.Of(r)
	if err != nil && need != open {
		a.refuse(ctx, err)
		return
	}
	if err := a.allowed(need, op, ctx.Param("team"), r, p); err != nil {
		a.refuse(ctx, err)
		return
	}
	next(huma.WithValue(ctx, whoKey{}, p))
}

func (a *API) allowed(need perm, op *huma.Operation, team string, r *http.Request, p *app.Principal) error {
	if need == open {
		return nil
	}
	if p == nil {
		return app.Fail(app.Unauthenticated, "log_in", "log in, or send Authorization: Bearer with a token")
	}
	if err := a.Sessions.SameSite(r, p); err != nil {
		return err
	}
	if need == signedIn {
		return mayScope(op, p)
	}
	role, ok := p.RoleIn(team)
	if !ok {
		return app.Missing("team", team)
	}
	if !role.Allows(app.Role(need)) {
		return app.Fail(app.Forbidden, "role_needed", "this needs the role {need}, yours in {team} is {role}; an owner of the team can change it", need, team, role)
	}
	return mayScope(op, p)
}

func mayScope(op *huma.Operation, p *app.Principal) error {
	if s, _ := op.Metadata[scopeKey].(app.Scope); !p.May(s) {
		return app.Fail(app.Forbidden, "scope_needed", `the token "{token}" lacks the scope {scope}`, p.Token, s)
	}
	return nil
}

func (a *API) refuse(ctx huma.Context, err error) {
	c := humagin.Unwrap(ctx)
	writeProblem(c.Writer, problemOf(ctx.Context(), a.Log, err))
}

// huma keeps these as package variables; they are set once, to the same
// values, before the first API is made.
var configureHuma = sync.OnceFunc(func() {
	huma.NewErrorWithContext = fromHuma
	huma.NewError = func(status int, detail string, errs ...error) huma.StatusError {
		return fromHuma(nil, status, detail, errs...)
	}
	huma.DefaultArrayNullable = false
})
