package api

import (
	"context"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"

	"riffle.dev/riffle/engine/gain"
	"riffle.dev/riffle/engine/loadtest"
	"riffle.dev/riffle/server/app"
)

// Config of the doors. Log, App and Sessions are needed; a missing one of the
// others answers unavailable.
type Config struct {
	BasePath     string // of everything, such as /riffle behind a proxy; empty: none
	Version      string
	Log          *slog.Logger
	App          *app.App
	Sessions     Sessions
	Serving      Serving
	Boards       Boards
	Traces       Traces
	Recorder     Recorder
	Generator    Generator
	Degradations Degradations
	Circuits     func(team string) []app.Circuit // nil: there are none
	Logs         func(team string) []app.LogPlace
	Limits       func(team string) LimitShares // nil: there are none
	Live         http.Handler                  // the socket; asks Principal(ctx) who it is
	Metrics      http.Handler                  // of /metrics; asks Principal(ctx) whose
	Console      http.Handler                  // every other GET; nil: none
	Ready        func(context.Context) error   // of /readyz
	Stopping     <-chan struct{}               // closed when streams should end; nil: never
}

// API is the router with its document.
type API struct {
	Config
	huma   huma.API
	router *gin.Engine
}

// Prefix of every operation.
const Prefix = "/api/v1"

// New makes the doors. The handler is ready to be served.
func New(c Config) *API {
	configureHuma()
	a := &API{Config: c.withDefaults()}
	a.router = a.newRouter()
	base := a.router.Group(a.BasePath)
	a.huma = humagin.NewWithGroup(a.router, base.Group(Prefix), a.document())
	a.huma.UseMiddleware(a.guard)
	a.components()
	for _, noun := range []func(){a.sessions, a.teams, a.members, a.tokens, a.files, a.check, a.versions, a.scenes,
		a.serve, a.limits, a.degradations, a.simulations, a.resources, a.documents, a.traces, a.overview, a.faults, a.imports, a.audit, a.events,
		a.language, a.drafts, a.plans, a.runs, a.loadTests, a.gains, a.recorded, a.shares, a.circuits, a.logs, a.queries, a.me, a.auditExport} {
		noun()
	}
	a.plain(base)
	return a
}

// ServeHTTP serves everything.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.router.ServeHTTP(w, r) }

// Routes are all of the router, also those outside of the document.
func (a *API) Routes() gin.RoutesInfo { return a.router.Routes() }

// OpenAPI is the document as JSON.
func (a *API) OpenAPI() ([]byte, error) { return a.huma.OpenAPI().MarshalJSON() }

func (c Config) withDefaults() Config {
	c.BasePath = strings.TrimSuffix(c.BasePath, "/")
	if c.Version == "" {
		c.Version = "dev"
	}
	none := absent{}
	if c.Serving == nil {
		c.Serving = none
	}
	if c.Boards == nil {
		c.Boards = none
	}
	if c.Traces == nil {
		c.Traces = none
	}
	if c.Recorder == nil {
		c.Recorder = none
	}
	if c.Generator == nil {
		c.Generator = none
	}
	if c.Degradations == nil {
		c.Degradations = none
	}
	if c.Circuits == nil {
		c.Circuits = func(string) []app.Circuit { return nil }
	}
	if c.Logs == nil {
		c.Logs = func(string) []app.LogPlace { return nil }
	}
	if c.Limits == nil {
		c.Limits = func(string) LimitShares { return LimitShares{Instances: 1, Limits: []Limit{}} }
	}
	if c.Ready == nil {
		c.Ready = func(context.Context) error { return nil }
	}
	return c
}

func (a *API) document() huma.Config {
	c := huma.DefaultConfig("Riffle", "1")
	c.CreateHooks = nil // no $schema in bodies
	c.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	c.Formats = formats()
	c.DocsPath, c.SchemasPath, c.OpenAPIPath = "", "", ""
	c.Info.Description = "Resources, pipelines and scenes of search, recommendation and advertising teams. " +
		"Errors are problem details with a code. A session's cookie or Authorization: Bearer says who asks; " +
		"with the cookie, calls that change something also want the header X-Riffle-CSRF: 1."
	c.Servers = []*huma.Server{{URL: a.BasePath + Prefix}}
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"session": {Type: "apiKey", In: "cookie", Name: "riffle_session", Description: "set by login"},
		"token":   {Type: "http", Scheme: "bearer", Description: "an API token of a team"},
	}
	return c
}

// schemaName is a type's own; those of load tests and gains have common words for names.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.PkgPath() {
	case reflect.TypeFor[loadtest.Report]().PkgPath():
		return "Load" + name
	case reflect.TypeFor[gain.Table]().PkgPath():
		return "Measured" + name
	}
	return name
}

// absent stands for what this instance does not have.
type absent struct{}

func missing(what string) error {
	return app.Fail(app.Unavailable, "instance_without", "this instance has no {part}", what).After(time.Minute)
}

func (absent) Closed(string, string) error { return nil }

func (absent) Serve(context.Context, *app.Principal, string, string, ServeRequest) (ServeAnswer, error) {
	return ServeAnswer{}, missing("serving")
}
func (absent) Overview(context.Context, string) (OverviewSnap, error) {
	return OverviewSnap{}, missing("boards")
}
func (absent) SceneLive(context.Context, string, string, time.Duration) (SceneLive, error) {
	return SceneLive{}, missing("boards")
}
func (absent) SceneNodes(context.Context, string, string) (SceneNodes, error) {
	return SceneNodes{}, missing("boards")
}
func (absent) Traces(context.Context, string, TraceFilter) ([]TraceSummary, error) {
	return nil, missing("traces")
}
func (absent) Trace(context.Context, string, string) (Trace, error) {
	return Trace{}, missing("traces")
}
func (absent) Requests(context.Context, string, string, int) ([]RecordedRequest, error) {
	return nil, missing("record of requests")
}
func (absent) Shares(context.Context, string, string) (TimeShares, error) {
	return TimeShares{}, missing("record of requests")
}
func (absent) Traffic(context.Context, string) (Traffic, error) {
	return Traffic{}, missing("demo traffic; start it with --demo")
}
func (absent) SetTraffic(context.Context, app.Change, string, SetTraffic) (Traffic, error) {
	return Traffic{}, missing("demo traffic; start it with --demo")
}
func (absent) Degradations(context.Context, string) ([]Degradation, error) {
	return nil, missing("degradation")
}
func (absent) Degradation(context.Context, string, string) (Degradation, error) {
	return Degradation{}, missing("degradation")
}
func (absent) DegradationPlans(context.Context, string, string) ([]DegradationPlan, error) {
	return nil, missing("degradation")
}
func (absent) DegradationEvents(context.Context, string, string, int64, int) ([]app.DegradationEvent, error) {
	return nil, missing("degradation")
}
func (absent) WhatIf(context.Context, string, string, float64) (WhatIf, error) {
	return WhatIf{}, missing("degradation")
}
func (absent) Override(context.Context, app.Change, string, string, app.NewOverride) (app.Overridden, error) {
	return app.Overridden{}, missing("degradation")
}
func (absent) Release(context.Context, app.Change, string, string) (app.Overridden, error) {
	return app.Overridden{}, missing("degradation")
}
