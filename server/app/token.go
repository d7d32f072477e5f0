package app

import (
	"context"
	"slices"
	"time"
)

// Token of a team, for programs. Its secret is shown once and kept as a hash.
type Token struct {
	ID        int64      `json:"id"`
	Name      string     `json:"name"`
	Role      Role       `json:"role" enum:"viewer,editor,owner"`
	Scopes    []Scope    `json:"scopes" doc:"read, write, documents, serve, admin, priority; empty: all that the role allows but priority"`
	CreatedBy string     `json:"created_by"`
	CreatedAt time.Time  `json:"created_at"`
	ExpiresAt *time.Time `json:"expires_at"`
	LastUsed  *time.Time `json:"last_used" doc:"to the minute"`
}

// NewToken asks for a token.
type NewToken struct {
	Name      string     `json:"name" minLength:"1" maxLength:"60"`
	Role      Role       `json:"role" enum:"viewer,editor,owner" doc:"at most your own"`
	Scopes    []Scope    `json:"scopes,omitempty" maxItems:"6" doc:"read, write, documents, serve, admin, priority; empty: all that the role allows but priority"`
	ExpiresAt *time.Time `json:"expires_at,omitempty" doc:"never when missing"`
}

// MadeToken is a token with its secret.
type MadeToken struct {
	Token
	Secret string `json:"secret" doc:"Authorization: Bearer <secret>; shown this once"`
}

var scopes = []Scope{ScopeRead, ScopeWrite, ScopeDocuments, ScopeServe, ScopeAdmin, ScopePriority}

// Tokens lists a team's, newest first.
func (a *App) Tokens(ctx context.Context, team string) ([]Token, error) {
	return a.store.Tokens(ctx, team)
}

// CreateToken makes one with at most the caller's own role.
func (a *App) CreateToken(ctx context.Context, by Change, team string, in NewToken) (MadeToken, error) {
	role, _ := by.Who.RoleIn(team)
	if in.Role.rank() == 0 || !role.Allows(in.Role) {
		return MadeToken{}, Fail(Invalid, "role_above", `role "{role}": want viewer, editor or owner, and at most your own ({yours})`, in.Role, role).At("body.role")
	}
	for _, s := range in.Scopes {
		if !slices.Contains(scopes, s) {
			return MadeToken{}, Fail(Invalid, "scope_unknown", `scope "{scope}": want read, write, documents, serve, admin or priority`, s).At("body.scopes")
		}
	}
	if in.ExpiresAt != nil && !in.ExpiresAt.After(a.now()) {
		return MadeToken{}, Fail(Invalid, "expires_past", "expires_at is in the past").At("body.expires_at")
	}
	secret, hash := a.secrets.Token()
	t := Token{Name: in.Name, Role: in.Role, Scopes: in.Scopes, CreatedBy: by.Who.Login, CreatedAt: a.now(), ExpiresAt: in.ExpiresAt}
	if t.Scopes == nil {
		t.Scopes = []Scope{}
	}
	t, err := a.store.CreateToken(ctx, by.Did("token.create", in.Name), team, t, by.Who.UserID, hash)
	if err != nil {
		return MadeToken{}, err
	}
	return MadeToken{Token: t, Secret: secret}, nil
}

// DeleteToken ends a token at once.
func (a *App) DeleteToken(ctx context.Context, by Change, team string, id int64) error {
	err := a.store.DeleteToken(ctx, by.Did("token.delete", ""), team, id)
	a.forget()
	return err
}
