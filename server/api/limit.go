package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Limit of a scene, or of one of its tiers, on this instance.
type Limit struct {
	Scene string  `json:"scene"`
	Tier  string  `json:"tier,omitempty" doc:"empty: of all of the scene's requests"`
	Rate  float64 `json:"rate" doc:"requests a second as written, of all instances together"`
	ByKey bool    `json:"by_key,omitempty" doc:"the limit is of each key"`
	Part  float64 `json:"part" doc:"of the rate that this instance holds, above 0 to 1"`
	Asked uint64  `json:"asked" doc:"places that were asked for here since the limit is there, those that there were not too"`

	Refused  uint64  `json:"refused" doc:"of them, those that there were not"`
	TakenS   float64 `json:"taken_s" doc:"places a second that were taken here, over the last ten seconds"`
	RefusedS float64 `json:"refused_s" doc:"requests a second that there was no place for here, likewise"`
}

// LimitShares are a team's limits on this instance. Telling them needs no database.
type LimitShares struct {
	Instances int        `json:"instances" doc:"that share the limits, with this one"`
	At        *time.Time `json:"at,omitempty" doc:"when they were last divided; absent: never, then this instance holds all"`
	Failed    bool       `json:"failed,omitempty" doc:"the database did not answer the last time: this instance keeps its parts"`
	Limits    []Limit    `json:"limits" doc:"of scenes that were asked since the start"`
}

// LimitsOutput is the answer of list-limits.
type LimitsOutput struct{ Body LimitShares }

func (a *API) limits() {
	register(a, viewer, huma.Operation{OperationID: "list-limits", Method: http.MethodGet, Path: "/teams/{team}/limits",
		Tags: []string{"serve"}, Summary: "How the limits are divided",
		Description: "Written limits hold for all instances together; each has a part by what arrives at it. Told from memory, of the instance that answers."},
		func(_ context.Context, in *TeamPath) (*LimitsOutput, error) {
			return &LimitsOutput{Body: a.Limits(in.Team)}, nil
		})
}
