package api

import (
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// DocumentPath names a document.
type DocumentPath struct {
	ResourcePath
	Key string `path:"key" maxLength:"512" doc:"the document's key, percent-encoded"`
}

// PutAnswer answers a JSON body of documents.
type PutAnswer struct {
	app.PutSummary
	Results []app.PutResult `json:"results" doc:"one for each document, in order"`
}

func (a *API) documents() {
	tags := []string{"documents"}
	registerStream(a, editor, a.putOperation(tags), a.putDocuments)
	register(a, viewer, huma.Operation{OperationID: "get-document", Method: http.MethodGet, Path: "/teams/{team}/resources/{resource}/documents/{key}", Tags: tags,
		Summary: "Read a document", Description: "As queries see it now, derived fields included."},
		func(ctx context.Context, in *DocumentPath) (*One[map[string]any], error) {
			d, err := a.App.Document(ctx, in.Team, in.Resource, in.Key)
			return &One[map[string]any]{d}, err
		})
	register(a, editor, huma.Operation{OperationID: "delete-document", Method: http.MethodDelete, Path: "/teams/{team}/resources/{resource}/documents/{key}", Tags: tags,
		Summary: "Delete a document", Description: "Durable when answered; gone from queries within a second.",
		Errors: []int{http.StatusServiceUnavailable}, Metadata: scope(app.ScopeDocuments)},
		func(ctx context.Context, in *DocumentPath) (*One[app.PutResult], error) {
			r, err := a.App.DeleteDocument(ctx, in.Team, in.Resource, in.Key)
			return &One[app.PutResult]{r}, err
		})
}

// putOperation describes the stream by hand: huma would read it whole.
func (a *API) putOperation(tags []string) huma.Operation {
	registry := a.huma.OpenAPI().Components.Schemas
	anything := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "a document: the fields of the resource"}
	answer := registry.Schema(reflect.TypeFor[PutAnswer](), true, "PutAnswer")
	line := registry.Schema(reflect.TypeFor[app.PutResult](), true, "PutResult")
	registry.Schema(reflect.TypeFor[app.PutSummary](), true, "PutSummary")
	problem := registry.Schema(reflect.TypeFor[Problem](), true, "Problem")
	responses := map[string]*huma.Response{"200": {Description: "what became of each document", Content: map[string]*huma.MediaType{
		"application/json":     {Schema: answer},
		"application/x-ndjson": {Schema: line},
	}}}
	for _, status := range []string{"401", "403", "404", "413", "415", "422", "503"} {
		responses[status] = &huma.Response{Description: "refused", Content: map[string]*huma.MediaType{"application/problem+json": {Schema: problem}}}
	}
	return huma.Operation{OperationID: "put-documents", Method: http.MethodPost, Path: "/teams/{team}/resources/{resource}/documents", Tags: tags,
		Summary: "Write documents",
		Description: "JSON: one document or a list of them. NDJSON: a document a line, of any length in all; one result a line comes back while the " +
			"upload runs, and a PutSummary as the last line. A document with an offset is durable, and seen by queries within a second. " +
			"A key that exists is replaced, so sending the same again is safe.",
		Metadata: scope(app.ScopeDocuments),
		Parameters: []*huma.Param{
			{Name: "team", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}},
			{Name: "resource", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}},
			{Name: "results", In: "query", Description: "all, or errors: only what failed, and the summary", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"all", "errors"}}},
		},
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"application/json":     {Schema: &huma.Schema{OneOf: []*huma.Schema{anything, {Type: huma.TypeArray, Items: anything}}}},
			"application/x-ndjson": {Schema: anything},
		}},
		Responses: responses,
	}
}
