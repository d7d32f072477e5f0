package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// RecordedRequest is a real request of a scene, of a sample.
type RecordedRequest struct {
	At      time.Time      `json:"at"`
	Request map[string]any `json:"request"`
	TraceID string         `json:"trace_id" doc:"its trace, if that is kept"`
	Outcome string         `json:"outcome" doc:"ok, timeout, degraded, fallback, or the code of what failed"`
	TookMS  float64        `json:"took_ms"`
	Items   int            `json:"items"`
	Version int64          `json:"version"`
}

// RecordedInput is a call of list-scene-requests.
type RecordedInput struct {
	ScenePath
	Limit int `query:"limit" minimum:"1" maximum:"100" default:"20"`
}

func (a *API) recorded() {
	register(a, viewer, huma.Operation{OperationID: "list-scene-requests", Method: http.MethodGet, Path: "/teams/{team}/scenes/{scene}/requests", Tags: []string{"scenes"},
		Summary: "List recent requests, newest first", Description: "A sample, in the memory of this instance."},
		func(ctx context.Context, in *RecordedInput) (*PageOf[RecordedRequest], error) {
			if err := a.known(in.ScenePath); err != nil {
				return nil, err
			}
			list, err := a.Recorder.Requests(ctx, in.Team, in.Scene, in.Limit)
			return all(list), err
		})
}
