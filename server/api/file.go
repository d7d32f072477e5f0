package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// FilePath names a file of the draft; slashes inside are sent as %2F.
type FilePath struct {
	TeamPath
	Path string `path:"path" maxLength:"200" doc:"such as scenes/home.riffle, percent-encoded (%2F)"`
}

// SaveFile is the new text.
type SaveFile struct {
	Text string `json:"text" maxLength:"524288"`
}

// SaveFileInput is a call of save-file.
type SaveFileInput struct {
	FilePath
	IfMatch string `header:"If-Match" maxLength:"100" doc:"tag you edited from; * for a new file. Missing: 428, another one: 409 with the current text"`
	Body    SaveFile
}

// DeleteFileInput is a call of delete-file.
type DeleteFileInput struct {
	FilePath
	IfMatch string `header:"If-Match" maxLength:"100" doc:"tag of the file; missing: 428, another one: 409"`
}

// FileOutput is a file with its tag as a header too.
type FileOutput struct {
	ETag string `header:"ETag"`
	Body app.File
}

func (a *API) files() {
	tags := []string{"files"}
	register(a, viewer, huma.Operation{OperationID: "list-files", Method: http.MethodGet, Path: "/teams/{team}/files", Tags: tags, Summary: "List the draft's files"},
		func(ctx context.Context, in *TeamPath) (*One[app.Draft], error) {
			d, err := a.App.Draft(ctx, in.Team)
			return &One[app.Draft]{d}, err
		})
	register(a, viewer, huma.Operation{OperationID: "get-file", Method: http.MethodGet, Path: "/teams/{team}/files/{path}", Tags: tags, Summary: "Read a file of the draft"},
		func(ctx context.Context, in *FilePath) (*FileOutput, error) {
			f, err := a.App.File(ctx, in.Team, in.Path)
			return &FileOutput{ETag: f.Tag, Body: f}, err
		})
	register(a, editor, huma.Operation{OperationID: "save-file", Method: http.MethodPut, Path: "/teams/{team}/files/{path}", Tags: tags,
		Summary: "Save a file of the draft", MaxBodyBytes: 4 << 20, BodyReadTimeout: 30 * time.Second, // JSON may write a byte as six
		Errors: []int{http.StatusConflict, http.StatusPreconditionRequired, http.StatusRequestEntityTooLarge}},
		func(ctx context.Context, in *SaveFileInput) (*FileOutput, error) {
			f, err := a.App.SaveFile(ctx, change(ctx), in.Team, in.Path, in.Body.Text, in.IfMatch)
			return &FileOutput{ETag: f.Tag, Body: f}, err
		})
	register(a, editor, huma.Operation{OperationID: "delete-file", Method: http.MethodDelete, Path: "/teams/{team}/files/{path}", Tags: tags,
		Summary: "Delete a file of the draft", Errors: []int{http.StatusConflict, http.StatusPreconditionRequired}},
		func(ctx context.Context, in *DeleteFileInput) (*None, error) {
			return nil, a.App.DeleteFile(ctx, change(ctx), in.Team, in.Path, in.IfMatch)
		})
}
