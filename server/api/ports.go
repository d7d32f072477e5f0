package api

import (
	"context"
	"net/http"
	"time"

	"riffle.dev/riffle/server/app"
)

// Serving answers requests to scenes (server/gateway). Errors are *app.Error:
// not_found for an unknown scene, invalid for a request that does not fit,
// rate_limited, deadline, unavailable. It must not need the database.
type Serving interface {
	// Closed is why a scene refuses whoever asks now, unavailable; nil when it does not.
	// Who is told so is counted as refused.
	Closed(team, scene string) error
	Serve(ctx context.Context, who *app.Principal, team, scene string, in ServeRequest) (ServeAnswer, error)
}

// Boards gives the live topics' payloads as snapshots (server/live over
// server/stats). not_found for an unknown scene.
type Boards interface {
	Overview(ctx context.Context, team string) (OverviewSnap, error)
	// SceneLive has the series of the last span; the longer it is, the wider
	// the steps.
	SceneLive(ctx context.Context, team, scene string, last time.Duration) (SceneLive, error)
	SceneNodes(ctx context.Context, team, scene string) (SceneNodes, error)
}

// Traces is the ring of kept traces (server/gateway), newest first.
type Traces interface {
	Traces(ctx context.Context, team string, f TraceFilter) ([]TraceSummary, error)
	Trace(ctx context.Context, team, id string) (Trace, error)
}

// Recorder is what is known of the real requests of a scene (server/gateway): a
// sample of them, newest first, and where their time went.
type Recorder interface {
	Requests(ctx context.Context, team, scene string, limit int) ([]RecordedRequest, error)
	// Shares are of the version that serves; nothing where nobody has asked yet.
	Shares(ctx context.Context, team, scene string) (TimeShares, error)
}

// Generator is the demo's traffic. Unavailable where there is no demo.
type Generator interface {
	Traffic(ctx context.Context, team string) (Traffic, error)
	SetTraffic(ctx context.Context, by app.Change, team string, t SetTraffic) (Traffic, error)
}

// Sessions is login and who asks (server/auth).
type Sessions interface {
	Login(ctx context.Context, login, password, address string) (secret string, who *app.Principal, err error)
	Logout(ctx context.Context, r *http.Request) error
	// Of reads the credentials of a request: nil and no error when it has none.
	Of(r *http.Request) (*app.Principal, error)
	// SameSite refuses what a foreign page could have sent with our cookie.
	SameSite(r *http.Request, who *app.Principal) error
	Cookie(r *http.Request, secret string) *http.Cookie
	ChangePassword(ctx context.Context, who *app.Principal, old, new string) error
}

// TraceFilter narrows a listing of traces. Zero fields do not filter.
type TraceFilter struct {
	Scene    string
	MinMS    float64
	Degraded bool
	Failed   bool
	Kept     string
	Since    time.Time
	Limit    int
}
