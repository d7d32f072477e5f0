package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/server/app"
)

// FormatInput is a call of format.
type FormatInput struct {
	TeamPath
	Body FormatText
}

// FormatText is the text to lay out.
type FormatText struct {
	Path string `json:"path" maxLength:"200" doc:"named in diagnostics"`
	Text string `json:"text" maxLength:"524288"`
}

// PlaceRequest names a place in texts.
type PlaceRequest struct {
	Files []app.Text `json:"files,omitempty" maxItems:"200" doc:"a whole project; missing: the draft"`
	analysis.Place
}

// PlaceInput is a call about a place.
type PlaceInput struct {
	TeamPath
	Body PlaceRequest
}

// GraphInput is a call of graph.
type GraphInput struct {
	TeamPath
	Body CheckRequest
}

// textsBody is the longest body with the texts of a project; JSON may write a
// byte as six.
const textsBody = 8 << 20

func (a *API) language() {
	tags := []string{"language"}
	op := func(id, path, summary, description string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodPost, Path: "/teams/{team}/" + path, Tags: tags, Summary: summary, Description: description,
			MaxBodyBytes: textsBody, Errors: []int{http.StatusRequestEntityTooLarge}, Metadata: scope(app.ScopeRead)}
	}
	register(a, viewer, op("format", "format", "Lay a text out", "A text that does not parse comes back as it was, with the diagnostics; nothing is kept."),
		func(_ context.Context, in *FormatInput) (*One[app.Formatted], error) {
			f, err := a.App.Format(in.Body.Path, in.Body.Text)
			return &One[app.Formatted]{f}, err
		})
	register(a, viewer, op("complete", "complete", "What may stand at a place", "Works in texts that do not parse."),
		func(ctx context.Context, in *PlaceInput) (*One[analysis.Completions], error) {
			c, err := a.App.Complete(ctx, in.Team, in.Body.Files, in.Body.Place)
			return &One[analysis.Completions]{c}, err
		})
	register(a, viewer, op("hover", "hover", "What stands at a place", ""),
		func(ctx context.Context, in *PlaceInput) (*One[analysis.Hover], error) {
			h, err := a.App.Hover(ctx, in.Team, in.Body.Files, in.Body.Place)
			return &One[analysis.Hover]{h}, err
		})
	register(a, viewer, op("definition", "definition", "Where a name is declared", ""),
		func(ctx context.Context, in *PlaceInput) (*One[analysis.Definition], error) {
			d, err := a.App.Definition(ctx, in.Team, in.Body.Files, in.Body.Place)
			return &One[analysis.Definition]{d}, err
		})
	register(a, viewer, op("graph", "graph", "The graphs of texts or of the draft", "All diagnostics, and the pipelines that compile in spite of them, as the engine would run them."),
		func(ctx context.Context, in *GraphInput) (*One[app.Graphs], error) {
			g, err := a.App.Graphs(ctx, in.Team, in.Body.Files)
			return &One[app.Graphs]{g}, err
		})
	register(a, viewer, huma.Operation{OperationID: "list-operators", Method: http.MethodGet, Path: "/teams/{team}/operators", Tags: tags,
		Summary: "The operators and functions of the language", Description: "In the order of their page."},
		func(context.Context, *TeamPath) (*PageOf[app.Operator], error) {
			return all(a.App.Operators()), nil
		})
}
