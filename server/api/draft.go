package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// RenameFile asks for another path.
type RenameFile struct {
	To string `json:"to" maxLength:"200"`
}

// RenameFileInput is a call of rename-file.
type RenameFileInput struct {
	FilePath
	IfMatch string `header:"If-Match" maxLength:"100" doc:"tag of the file; missing: 428, another one: 409"`
	Body    RenameFile
}

// RestoreInput is a call of restore-version.
type RestoreInput struct {
	VersionPath
	IfMatch string `header:"If-Match" maxLength:"100" doc:"tag of the draft that is replaced; missing: 428, another one: 409"`
}

// ReplaceDraft holds a whole project.
type ReplaceDraft struct {
	Files []app.Text `json:"files" minItems:"1" maxItems:"200" doc:"all of them; what is not among them is deleted"`
}

// ReplaceDraftInput is a call of replace-draft.
type ReplaceDraftInput struct {
	TeamPath
	IfMatch string `header:"If-Match" maxLength:"100" doc:"tag of the draft that is replaced; missing: 428, another one: 409"`
	Body    ReplaceDraft
}

func (a *API) drafts() {
	tags := []string{"files"}
	register(a, editor, huma.Operation{OperationID: "rename-file", Method: http.MethodPost, Path: "/teams/{team}/files/{path}/rename", Tags: tags,
		Summary: "Move a file of the draft", Errors: []int{http.StatusConflict, http.StatusPreconditionRequired}},
		func(ctx context.Context, in *RenameFileInput) (*FileOutput, error) {
			f, err := a.App.RenameFile(ctx, change(ctx), in.Team, in.Path, in.Body.To, in.IfMatch)
			return &FileOutput{ETag: f.Tag, Body: f}, err
		})
	register(a, editor, huma.Operation{OperationID: "restore-version", Method: http.MethodPost, Path: "/teams/{team}/versions/{number}/restore", Tags: []string{"versions"},
		Summary: "Make a version's texts the draft", Errors: []int{http.StatusConflict, http.StatusPreconditionRequired}},
		func(ctx context.Context, in *RestoreInput) (*One[app.Draft], error) {
			d, err := a.App.Restore(ctx, change(ctx), in.Team, in.Number, in.IfMatch)
			return &One[app.Draft]{d}, err
		})
	register(a, editor, huma.Operation{OperationID: "replace-draft", Method: http.MethodPut, Path: "/teams/{team}/files", Tags: tags, MaxBodyBytes: textsBody,
		Summary: "Make a whole project the draft", Description: "All files at once or none, as riffle apply does.",
		Errors: []int{http.StatusConflict, http.StatusPreconditionRequired, http.StatusRequestEntityTooLarge}},
		func(ctx context.Context, in *ReplaceDraftInput) (*One[app.Draft], error) {
			d, err := a.App.ReplaceDraft(ctx, change(ctx), in.Team, in.Body.Files, in.IfMatch)
			return &One[app.Draft]{d}, err
		})
	register(a, viewer, huma.Operation{OperationID: "list-templates", Method: http.MethodGet, Path: "/teams/{team}/templates", Tags: tags,
		Summary: "Texts to begin a declaration with"},
		func(context.Context, *TeamPath) (*PageOf[app.Template], error) {
			return all(a.App.Templates()), nil
		})
	register(a, editor, huma.Operation{OperationID: "load-sample", Method: http.MethodPost, Path: "/teams/{team}/sample", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Begin with the sample project", Description: "Puts it into an empty draft, publishes it and loads its documents in the background. Some made-up visitors come for ten minutes, five a second.",
		Errors: []int{http.StatusConflict, http.StatusServiceUnavailable}},
		func(ctx context.Context, in *TeamPath) (*One[app.LoadedSample], error) {
			s, err := a.App.LoadSample(ctx, change(ctx), in.Team)
			return &One[app.LoadedSample]{s}, err
		})
}
