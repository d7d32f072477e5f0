package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// PublishInput is a call of publish.
type PublishInput struct {
	TeamPath
	Body app.Publish
}

// VersionPath names a version.
type VersionPath struct {
	TeamPath
	Number int64 `path:"number" minimum:"1"`
}

// Activate asks for a version to go live.
type Activate struct {
	Note string `json:"note,omitempty" maxLength:"500"`
}

// ActivateInput is a call of activate-version.
type ActivateInput struct {
	VersionPath
	Body Activate
}

// VersionsInput is a call of list-versions.
type VersionsInput struct {
	TeamPath
	PageQuery
}

func (a *API) versions() {
	tags := []string{"versions"}
	register(a, viewer, huma.Operation{OperationID: "list-versions", Method: http.MethodGet, Path: "/teams/{team}/versions", Tags: tags, Summary: "List versions, newest first"},
		func(ctx context.Context, in *VersionsInput) (*PageOf[app.Version], error) {
			before, err := cursor(in.Cursor)
			if err != nil {
				return nil, err
			}
			list, err := a.App.Versions(ctx, in.Team, before, in.Limit)
			return page(list, in.Limit, func(v app.Version) int64 { return v.Number }), err
		})
	register(a, editor, huma.Operation{OperationID: "publish", Method: http.MethodPost, Path: "/teams/{team}/versions", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Publish the draft", Description: "Compiles the whole draft and keeps it as an immutable version.", Errors: []int{http.StatusConflict}},
		func(ctx context.Context, in *PublishInput) (*One[app.Published], error) {
			v, err := a.App.Publish(ctx, change(ctx), in.Team, in.Body)
			return &One[app.Published]{v}, err
		})
	register(a, viewer, huma.Operation{OperationID: "get-version", Method: http.MethodGet, Path: "/teams/{team}/versions/{number}", Tags: tags, Summary: "Read a version with its texts"},
		func(ctx context.Context, in *VersionPath) (*One[app.Version], error) {
			v, err := a.App.Version(ctx, in.Team, in.Number)
			return &One[app.Version]{v}, err
		})
	register(a, editor, huma.Operation{OperationID: "activate-version", Method: http.MethodPost, Path: "/teams/{team}/versions/{number}/activate", Tags: tags,
		Summary: "Make a version live", Description: "An older one too: that is a rollback."},
		func(ctx context.Context, in *ActivateInput) (*One[app.Version], error) {
			v, err := a.App.Activate(ctx, change(ctx), in.Team, in.Number, in.Body.Note)
			return &One[app.Version]{v}, err
		})
	register(a, viewer, huma.Operation{OperationID: "list-activations", Method: http.MethodGet, Path: "/teams/{team}/activations", Tags: tags,
		Summary: "What was live when, newest first"},
		func(ctx context.Context, in *TeamPath) (*PageOf[app.Activation], error) {
			list, err := a.App.Activations(ctx, in.Team, 100)
			return all(list), err
		})
}

// cursor reads a page's cursor: the number the next page is below.
func cursor(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 {
		return 0, app.Fail(app.Invalid, "cursor", "cursor: want the next of a page").At("query.cursor")
	}
	return n, nil
}

// page is a listing that goes on below its last item when it is full.
func page[T any](items []T, limit int, number func(T) int64) *PageOf[T] {
	out := all(items)
	if len(items) == limit && limit > 0 {
		out.Body.Next = strconv.FormatInt(number(items[len(items)-1]), 10)
	}
	return out
}
