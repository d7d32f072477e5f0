package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/hop"
	"riffle.dev/riffle/server/app"
)

// ServeRequest is the body of serve.
type ServeRequest struct {
	Request Values `json:"request" doc:"the parameters of the scene's pipeline by name"`
	Explain bool   `json:"explain,omitempty" doc:"also answer why each item is where it is"`
	// Parent is the caller's trace, of the headers.
	Parent trace.Parent `json:"-"`
	// Hop is how long the caller waits, and how much it matters, of the headers.
	Hop hop.Hop `json:"-"`
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
	Coverage    float64              `json:"coverage" doc:"share of the resources, slices and services asked for items that answered, 0 to 1"`
	Outcomes    map[string]NodeState `json:"outcomes" doc:"by node"`
	Experiments map[string]string    `json:"experiments,omitempty" doc:"the arms that the request fell into, by experiment"`
	TraceID     string               `json:"trace_id"`
	TookMS      float64              `json:"took_ms"`
	Explain     []ItemWhy            `json:"explain,omitempty" doc:"one for each of the first 200 items, when asked"`
	WhyNot      []trace.Lost         `json:"why_not,omitempty" doc:"of the documents asked for"`
	// Written has the items in the place of Items, where it is not nil.
	Written Written `json:"-"`
	// Quotas that the request was counted by; of one that failed too.
	Quotas Quotas `json:"-"`
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

	Timeout      string `header:"Riffle-Timeout-Ms" doc:"the caller waits so many milliseconds at most: shortens the scene's deadline"`
	EnvoyTimeout string `header:"X-Envoy-Expected-Rq-Timeout-Ms" doc:"likewise, as Envoy says it"`
	GRPCTimeout  string `header:"Grpc-Timeout" doc:"likewise, as gRPC says it: 80m are 80 milliseconds"`
	Priority     string `header:"Priority" doc:"u=0 to u=7 (RFC 9218): above 3 the request counts less than its scene's; below, more, of tokens with the scope priority"`
	Cohort       string `header:"Riffle-Cohort" doc:"of the user, 0 to 127, the last are refused first; of tokens with the scope priority"`
	Body         ServeRequest
}

// ServeOutput is its answer.
type ServeOutput struct {
	Policy string `header:"RateLimit-Policy" doc:"the written limits that the request was counted by: a name, q requests in w seconds, of all instances together; absent where there is none"`
	Left   string `header:"RateLimit" doc:"of each of them the r places that this instance has left, of the key where the limit is by key, and in t seconds as many as there can be, or one where there is none"`
	Body   ServeAnswer
}

// hop of the headers. A time that is none is refused with 400.
func (a *API) hop(ctx context.Context, in *ServeInput) (hop.Hop, error) {
	h, err := hop.Read(hop.Sent{Timeout: in.Timeout, EnvoyTimeout: in.EnvoyTimeout, GRPCTimeout: in.GRPCTimeout, Priority: in.Priority, Cohort: in.Cohort}, who(ctx).Urges())
	var bad *hop.Bad
	if !errors.As(err, &bad) {
		return h, err
	}
	e := app.Fail(app.Invalid, "time_header", "the header {header} is no time: write whole milliseconds above 0, such as 80", bad.Header)
	if bad.Header == hop.GRPCTimeout {
		e = app.Fail(app.Invalid, "time_header_grpc", "the header {header} is no time: write up to 8 digits and one of H M S m u n, such as 80m for 80 milliseconds", bad.Header)
	}
	p := problemOf(ctx, a.Log, e.At("header."+bad.Header))
	p.Status, p.Title = http.StatusBadRequest, http.StatusText(http.StatusBadRequest)
	return h, p
}

// closed refuses, behind the guard and before the body is read, who would be refused
// whatever he asks.
func (a *API) closed(ctx huma.Context, next func(huma.Context)) {
	if err := a.Serving.Closed(ctx.Param("team"), ctx.Param("scene")); err != nil {
		a.refuse(ctx, err)
		return
	}
	next(ctx)
}

func (a *API) serve() {
	register(a, viewer, huma.Operation{OperationID: "serve", Method: http.MethodPost, Path: "/teams/{team}/scenes/{scene}/serve",
		Tags: []string{"serve"}, Summary: "Ask a scene", MaxBodyBytes: 256 << 10,
		Description: "Runs the scene's pipeline of the live version within its deadline. Viewers may serve. RateLimit-Policy and RateLimit are on refusals too, beside Retry-After.",
		Errors:      []int{http.StatusBadRequest, http.StatusTooManyRequests, http.StatusGatewayTimeout, http.StatusServiceUnavailable}, Metadata: scope(app.ScopeServe),
		Middlewares: huma.Middlewares{a.closed}},
		func(ctx context.Context, in *ServeInput) (*ServeOutput, error) {
			in.Body.Parent, _ = trace.ParseParent(in.Traceparent, in.Tracestate)
			var err error
			if in.Body.Hop, err = a.hop(ctx, in); err != nil {
				return nil, err
			}
			out, err := a.Serving.Serve(ctx, who(ctx), in.Team, in.Scene, in.Body)
			if err != nil {
				p := problemOf(ctx, a.Log, err)
				p.quotas = out.Quotas
				return nil, p
			}
			policy, left := out.Quotas.headers()
			return &ServeOutput{Policy: policy, Left: left, Body: out}, nil
		})
}
