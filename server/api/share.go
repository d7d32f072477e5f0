package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// TimeShares say where the time of a scene's requests goes.
type TimeShares struct {
	Requests int         `json:"requests" doc:"of the live version, that were looked at: the newest 512, one each 20 ms at most"`
	Since    *time.Time  `json:"since,omitempty" doc:"the earliest of them"`
	TookMS   float64     `json:"took_ms" doc:"of a request, in the mean"`
	Rest     float64     `json:"rest" doc:"share of the time that no node had: before the first, between, and behind the last"`
	Nodes    []TimeShare `json:"nodes" doc:"those that were on a critical path, the greatest share first"`
}

// TimeShare is one node's part: what an answer would be there earlier for, were
// the node to take no time.
type TimeShare struct {
	Node     string  `json:"node"`
	Requests int     `json:"requests" doc:"on whose critical path it was"`
	Share    float64 `json:"share" doc:"of the time of all, 0 to 1, that it worked on the critical path"`
	Wait     float64 `json:"wait" doc:"share that it waited there for its turn"`
	OwnMS    float64 `json:"own_ms" doc:"share, of a request in the mean"`
	WaitMS   float64 `json:"wait_ms"`
}

func (a *API) shares() {
	register(a, viewer, huma.Operation{OperationID: "get-scene-time", Method: http.MethodGet, Path: "/teams/{team}/scenes/{scene}/time", Tags: []string{"scenes"},
		Summary: "Where the time of a scene's requests goes, by node", Description: "Of the critical paths of recent requests, in the memory of this instance."},
		func(ctx context.Context, in *ScenePath) (*One[TimeShares], error) {
			if err := a.known(*in); err != nil {
				return nil, err
			}
			s, err := a.Recorder.Shares(ctx, in.Team, in.Scene)
			return &One[TimeShares]{s}, err
		})
}
