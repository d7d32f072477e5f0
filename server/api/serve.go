package api

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/server/app"
)

// ServeRequest is the body of serve.
type ServeRequest struct {
	Request Values `json:"request" doc:"the parameters of the scene's pipeline by name"`
	Explain bool   `json:"explain,omitempty" doc:"also answer why each item is where it is"`
	// Parent is the caller's trace, of the headers.
	Parent trace.Parent `json:"-"`
	// WhyNot asks of documents why they are not in the answer.
	WhyNot []trace.Question `json:"why_not,omitempty" maxItems:"8" doc:"documents: also answer where each was lost"`
}

// Values are a request's parameters. Whole numbers keep all their digits: ids
// of 64 bits do not fit a float.
type Values map[string]any

// UnmarshalJSON keeps numbers as they are written.
func (v *Values) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode((*map[string]any)(v))
}

// Schema is that of any object.
func (Values) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: &huma.Schema{}}
}

// ServeAnswer is what a scene answers.
type ServeAnswer struct {
	Items       []map[string]any     `json:"items" doc:"the page, best first; columns as the pipeline selects them"`
	Values      map[string]any       `json:"values,omitempty" doc:"other results of the pipeline by name"`
	Version     int64                `json:"version" doc:"of the project that answered"`
	Plan        string               `json:"plan" doc:"hash of the plan that ran"`
	Level       int                  `json:"level" doc:"of degradation; 0: everything on"`
	Coverage    float64              `json:"coverage" doc:"share of the branches and slices that answered, 0 to 1"`
	Outcomes    map[string]NodeState `json:"outcomes" doc:"by node"`
	Experiments map[string]string    `json:"experiments,omitempty" doc:"the arms that the request fell into, by experiment"`
	TraceID     string               `json:"trace_id"`
	TookMS      float64              `json:"took_ms"`
	Explain     []ItemWhy            `json:"explain,omitempty" doc:"one for each of the first 200 items, when asked"`
	WhyNot      []trace.Lost         `json:"why_not,omitempty" doc:"of the documents asked for"`
	// Written has the items in the place of Items, where it is not nil.
	Written Written `json:"-"`
}

// Written is items as what they are written down from.
type Written interface {
	Len() int
	// AppendJSON appends the list of them, with <, > and & as they are.
	AppendJSON(dst []byte) []byte
}

// NodeState is what became of one node.
type NodeState struct {
	Outcome string  `json:"outcome" enum:"ok,empty,timeout,error,skipped,degraded,fallback"`
	TookMS  float64 `json:"took_ms"`
	Items   int     `json:"items" doc:"that it gave"`
	Cause   string  `json:"cause,omitempty" doc:"why it is not ok"`
	Failure string  `json:"failure,omitempty" enum:"timeout,refused,invalid,bad_answer,circuit_open,drill,panic,bound,needs,error" doc:"of what kind the failure was, also where a fallback answered"`
	Stale   bool    `json:"stale,omitempty" doc:"out of the cache and older than it should be, while a newer answer is got"`
	Arm     string  `json:"arm,omitempty" doc:"of an if or choose: the branch that answered"`
	Shared  string  `json:"shared,omitempty" doc:"the node that computes the same, whose answer it took"`
}

// ItemWhy says where an item came from.
type ItemWhy struct {
	ID string `json:"id"`
	trace.Why
}

// ServeInput is a call of serve.
type ServeInput struct {
	ScenePath
	Traceparent string `header:"traceparent" doc:"the trace of the caller (W3C Trace Context); one that is not valid is left out of account"`
	Tracestate  string `header:"tracestate"`
	Body        ServeRequest
}

// ServeOutput is its answer.
type ServeOutput struct{ Body ServeAnswer }

func (a *API) serve() {
	register(a, viewer, huma.Operation{OperationID: "serve", Method: http.MethodPost, Path: "/teams/{team}/scenes/{scene}/serve",
		Tags: []string{"serve"}, Summary: "Ask a scene", MaxBodyBytes: 256 << 10,
		Description: "Runs the scene's pipeline of the live version within its deadline. Viewers may serve.",
		Errors:      []int{http.StatusTooManyRequests, http.StatusGatewayTimeout, http.StatusServiceUnavailable}, Metadata: scope(app.ScopeServe)},
		func(ctx context.Context, in *ServeInput) (*ServeOutput, error) {
			in.Body.Parent, _ = trace.ParseParent(in.Traceparent, in.Tracestate)
			out, err := a.Serving.Serve(ctx, who(ctx), in.Team, in.Scene, in.Body)
			if err != nil {
				return nil, err
			}
			return &ServeOutput{Body: out}, nil
		})
}
