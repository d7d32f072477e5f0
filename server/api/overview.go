package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// SetTraffic asks the generator for a rate.
type SetTraffic struct {
	Rate    float64 `json:"rate" minimum:"0" maximum:"20000" doc:"requests a second, all scenes"`
	Running bool    `json:"running"`
	Surge   float64 `json:"surge,omitempty" minimum:"0" maximum:"1000" doc:"the rate times this for surge_s seconds, 20,000/s at most; 0 or 1: none"`
	// SurgeS is nil where a surge is asked without.
	SurgeS *float64 `json:"surge_s,omitempty" minimum:"0" maximum:"3600" doc:"seconds, more than 0 with a surge; 60 when one is asked without"`
	// Over asks in the place of surge for what this machine cannot serve in full.
	Over float64 `json:"over,omitempty" minimum:"0" maximum:"100" doc:"instead of surge: this many times the requests that full plans can be served to, as measured when it begins"`
}

// SetTrafficInput is a call of set-traffic.
type SetTrafficInput struct {
	TeamPath
	Body SetTraffic
}

func (a *API) overview() {
	tags := []string{"overview"}
	register(a, viewer, huma.Operation{OperationID: "get-overview", Method: http.MethodGet, Path: "/teams/{team}/overview", Tags: tags,
		Summary: "The whole board", Description: "The same as the topic overview of the live socket."},
		func(ctx context.Context, in *TeamPath) (*One[OverviewSnap], error) {
			o, err := a.Boards.Overview(ctx, in.Team)
			return &One[OverviewSnap]{o}, err
		})
	traffic := []string{"traffic"}
	register(a, viewer, huma.Operation{OperationID: "get-traffic", Method: http.MethodGet, Path: "/teams/{team}/traffic", Tags: traffic,
		Summary:     "Read the demo's traffic",
		Description: "The rate that the generator of `riffle up --demo` sends at, whether it runs, and a surge that is under way with the seconds it has left. 503 on an instance without a generator.",
		Errors:      []int{http.StatusServiceUnavailable}},
		func(ctx context.Context, in *TeamPath) (*One[Traffic], error) {
			t, err := a.Generator.Traffic(ctx, in.Team)
			return &One[Traffic]{t}, err
		})
	register(a, editor, huma.Operation{OperationID: "set-traffic", Method: http.MethodPut, Path: "/teams/{team}/traffic", Tags: traffic,
		Summary:     "Change the demo's traffic",
		Description: "Replaces rate, running and surge together: a surge that is left out ends. It is audited. Rate and running are kept for the next start; a surge multiplies the rate and ends by itself after surge_s seconds.",
		Errors:      []int{http.StatusServiceUnavailable}, Metadata: scope(app.ScopeAdmin)},
		func(ctx context.Context, in *SetTrafficInput) (*One[Traffic], error) {
			t, err := a.Generator.SetTraffic(ctx, change(ctx).Did("traffic.set", "demo.traffic"), in.Team, in.Body)
			return &One[Traffic]{t}, err
		})
}
