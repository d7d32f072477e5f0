package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// MemberPath names a member.
type MemberPath struct {
	TeamPath
	Login string `path:"login" maxLength:"60"`
}

// SetRole asks for another role.
type SetRole struct {
	Role app.Role `json:"role" enum:"viewer,editor,owner"`
}

// NewMemberInput is a call of add-member.
type NewMemberInput struct {
	TeamPath
	Body app.NewMember
}

// SetRoleInput is a call of set-role.
type SetRoleInput struct {
	MemberPath
	Body SetRole
}

func (a *API) members() {
	tags := []string{"members"}
	register(a, viewer, huma.Operation{OperationID: "list-members", Method: http.MethodGet, Path: "/teams/{team}/members", Tags: tags, Summary: "List members"},
		func(ctx context.Context, in *TeamPath) (*PageOf[app.Member], error) {
			list, err := a.App.Members(ctx, in.Team)
			return all(list), err
		})
	register(a, owner, huma.Operation{OperationID: "add-member", Method: http.MethodPost, Path: "/teams/{team}/members", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Add a member", Description: "A login that does not exist yet is made.", Errors: []int{http.StatusConflict}},
		func(ctx context.Context, in *NewMemberInput) (*One[app.AddedMember], error) {
			m, err := a.App.AddMember(ctx, change(ctx), in.Team, in.Body)
			return &One[app.AddedMember]{m}, err
		})
	register(a, owner, huma.Operation{OperationID: "set-role", Method: http.MethodPut, Path: "/teams/{team}/members/{login}", Tags: tags,
		Summary: "Change a member's role", Errors: []int{http.StatusConflict}},
		func(ctx context.Context, in *SetRoleInput) (*One[app.Member], error) {
			m, err := a.App.SetRole(ctx, change(ctx), in.Team, in.Login, in.Body.Role)
			return &One[app.Member]{m}, err
		})
	register(a, owner, huma.Operation{OperationID: "remove-member", Method: http.MethodDelete, Path: "/teams/{team}/members/{login}", Tags: tags,
		Summary: "End a membership", Errors: []int{http.StatusConflict}},
		func(ctx context.Context, in *MemberPath) (*None, error) {
			return nil, a.App.RemoveMember(ctx, change(ctx), in.Team, in.Login)
		})
}
