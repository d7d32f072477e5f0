package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/engine/trace"
)

// TraceSummary is one kept request.
type TraceSummary struct {
	ID          string            `json:"id"`
	At          time.Time         `json:"at"`
	Scene       string            `json:"scene"`
	Version     int64             `json:"version"`
	Plan        string            `json:"plan"`
	Tier        string            `json:"tier"`
	Experiments map[string]string `json:"experiments,omitempty" doc:"the arms that the request fell into, by experiment"`
	Level       int               `json:"level"`
	Outcome     string            `json:"outcome" doc:"ok, timeout, error, degraded…"`
	TookMS      float64           `json:"took_ms"`
	Items       int               `json:"items"`
	Coverage    float64           `json:"coverage"`
	Kept        string            `json:"kept" enum:"failed,slow,degraded,asked,sample" doc:"why it is kept, the gravest reason"`
	Reasons     []string          `json:"reasons" doc:"all reasons, the gravest first"`
	Parent      string            `json:"parent_trace,omitempty" doc:"the trace of the caller it is part of (W3C Trace Context); it finds this one too"`
}

// Trace is one kept request node by node.
type Trace struct {
	TraceSummary
	DeadlineMS float64           `json:"deadline_ms"`
	Request    Values            `json:"request"`
	Nodes      []TraceNode       `json:"nodes" doc:"by start; those that did not run stand last"`
	Unanswered *trace.Unanswered `json:"unanswered,omitempty" doc:"of a request without an answer: what had been done, and what held it up"`
}

// TraceNode is one node's part of a request.
type TraceNode struct {
	Name     string   `json:"name"`
	Op       string   `json:"op"`
	Inputs   []string `json:"inputs"`
	StartMS  float64  `json:"start_ms" doc:"from the request's begin"`
	TookMS   float64  `json:"took_ms"`
	Outcome  string   `json:"outcome" enum:"ok,empty,timeout,error,skipped,degraded,fallback"`
	Cause    string   `json:"cause,omitempty"`
	Failure  string   `json:"failure,omitempty" enum:"timeout,refused,invalid,bad_answer,circuit_open,drill,panic,bound,needs,error" doc:"of what kind the failure was, also where a fallback answered"`
	Again    int      `json:"again,omitempty" doc:"calls made again, by retry or hedge"`
	Cached   bool     `json:"cached,omitempty" doc:"what an earlier or another request got"`
	Stale    bool     `json:"stale,omitempty" doc:"of cached: older than it should be, while a newer answer is got"`
	QueueMS  float64  `json:"queue_ms" doc:"it waited to run after its inputs were there"`
	Critical bool     `json:"critical" doc:"on the chain that decided when the answer was there"`
	Skipped  bool     `json:"skipped" doc:"it did not run: skipped, degraded, or not wanted"`
	In       int      `json:"in" doc:"items"`
	Out      int      `json:"out"`
	Line     int      `json:"line"`
	File     string   `json:"file"`
	Arm      string   `json:"arm,omitempty" doc:"of an if or choose: the branch that answered"`
	Shared   string   `json:"shared,omitempty" doc:"the node that computes the same, whose answer it took"`
	Store    string   `json:"store,omitempty" doc:"kind of the store it asked: its time is the store's"`
	ClientMS float64  `json:"client_ms,omitempty" doc:"of a call to a service, the longest: how long it took here"`
	ServerMS float64  `json:"server_ms,omitempty" doc:"and there, by the service's own word (Server-Timing)"`
	Turn     string   `json:"turn,omitempty" doc:"of a node in a body: 2.3 is the second turn of the outer, the third of the inner one"`
}

// TracesInput is a call of list-traces.
type TracesInput struct {
	TeamPath
	Scene    string    `query:"scene" maxLength:"100"`
	MinMS    float64   `query:"min_ms" minimum:"0"`
	Degraded bool      `query:"degraded"`
	Failed   bool      `query:"failed" doc:"a timeout or error in any node"`
	Kept     string    `query:"kept" enum:"failed,slow,degraded,asked,sample" doc:"for this reason, among others"`
	Since    time.Time `query:"since"`
	Limit    int       `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

// TracePath names a trace.
type TracePath struct {
	TeamPath
	ID string `path:"id" maxLength:"64"`
}

func (a *API) traces() {
	tags := []string{"traces"}
	register(a, viewer, huma.Operation{OperationID: "list-traces", Method: http.MethodGet, Path: "/teams/{team}/traces", Tags: tags,
		Summary: "List kept traces, newest first", Description: "Slow, failed and degraded requests are kept, and a sample of the others, in memory."},
		func(ctx context.Context, in *TracesInput) (*PageOf[TraceSummary], error) {
			list, err := a.Traces.Traces(ctx, in.Team, TraceFilter{Scene: in.Scene, MinMS: in.MinMS, Degraded: in.Degraded, Failed: in.Failed, Kept: in.Kept, Since: in.Since, Limit: in.Limit})
			return all(list), err
		})
	register(a, viewer, huma.Operation{OperationID: "get-trace", Method: http.MethodGet, Path: "/teams/{team}/traces/{id}", Tags: tags, Summary: "Read a trace node by node"},
		func(ctx context.Context, in *TracePath) (*One[Trace], error) {
			t, err := a.Traces.Trace(ctx, in.Team, in.ID)
			return &One[Trace]{t}, err
		})
}
