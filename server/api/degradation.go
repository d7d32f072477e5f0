package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// Degradations tells and steers what scenes give up under load (server/gateway).
// not_found for an unknown scene. It must not need the database.
type Degradations interface {
	Degradations(ctx context.Context, team string) ([]Degradation, error)
	Degradation(ctx context.Context, team, scene string) (Degradation, error)
	// DegradationPlans are the levels of every tier.
	DegradationPlans(ctx context.Context, team, scene string) ([]DegradationPlan, error)
	// DegradationEvents are newest first, below the seq before (0: the newest).
	DegradationEvents(ctx context.Context, team, scene string, before int64, limit int) ([]app.DegradationEvent, error)
	WhatIf(ctx context.Context, team, scene string, qps float64) (WhatIf, error)
	// Override begins what an operator says, in the place of what was said before.
	Override(ctx context.Context, by app.Change, team, scene string, in app.NewOverride) (app.Overridden, error)
	// Release ends it.
	Release(ctx context.Context, by app.Change, team, scene string) (app.Overridden, error)
}

// WhatIfInput is a call of what-if.
type WhatIfInput struct {
	ScenePath
	QPS float64 `query:"qps" required:"true" minimum:"0" maximum:"1000000000" doc:"requests a second, alone on this machine"`
}

// DegradationEventsInput is a call of list-degradation-events.
type DegradationEventsInput struct {
	ScenePath
	Before int64 `query:"before" minimum:"0" doc:"seq of the oldest that is known; 0: the newest come first"`
	Limit  int   `query:"limit" minimum:"1" maximum:"500" default:"100"`
}

// OverrideInput is a call of override-degradation.
type OverrideInput struct {
	ScenePath
	Body app.NewOverride
}

func (a *API) degradations() {
	tags := []string{"degradation"}
	const path = "/teams/{team}/scenes/{scene}/degradation"
	unavailable := []int{http.StatusServiceUnavailable}
	register(a, viewer, huma.Operation{OperationID: "list-degradations", Method: http.MethodGet, Path: "/teams/{team}/degradation", Tags: tags,
		Summary: "What every scene gives up", Errors: unavailable},
		func(ctx context.Context, in *TeamPath) (*PageOf[Degradation], error) {
			list, err := a.Degradations.Degradations(ctx, in.Team)
			return all(list), err
		})
	register(a, viewer, huma.Operation{OperationID: "get-degradation", Method: http.MethodGet, Path: path, Tags: tags, Errors: unavailable,
		Summary: "What a scene gives up", Description: "State and why, forecast, budget, and what is off for whom. The same as the topic scene/{s}/degradation of the live socket."},
		func(ctx context.Context, in *ScenePath) (*One[Degradation], error) {
			d, err := a.Degradations.Degradation(ctx, in.Team, in.Scene)
			return &One[Degradation]{d}, err
		})
	register(a, viewer, huma.Operation{OperationID: "list-degradation-plans", Method: http.MethodGet, Path: path + "/plans", Tags: tags, Errors: unavailable,
		Summary: "A scene's levels", Description: "The plans of each tier, from the full one to the cheapest, as they are priced now."},
		func(ctx context.Context, in *ScenePath) (*PageOf[DegradationPlan], error) {
			list, err := a.Degradations.DegradationPlans(ctx, in.Team, in.Scene)
			return all(list), err
		})
	register(a, viewer, huma.Operation{OperationID: "list-degradation-events", Method: http.MethodGet, Path: path + "/events", Tags: tags, Errors: unavailable,
		Summary: "A scene's changes of state", Description: "Newest first, each with the numbers it was decided on."},
		func(ctx context.Context, in *DegradationEventsInput) (*PageOf[app.DegradationEvent], error) {
			list, err := a.Degradations.DegradationEvents(ctx, in.Team, in.Scene, in.Before, in.Limit)
			return all(list), err
		})
	register(a, viewer, huma.Operation{OperationID: "what-if", Method: http.MethodGet, Path: path + "/what-if", Tags: tags, Errors: unavailable,
		Summary: "What a scene would give up", Description: "The plans it would serve at a rate, with the costs measured now. Nothing changes."},
		func(ctx context.Context, in *WhatIfInput) (*One[WhatIf], error) {
			w, err := a.Degradations.WhatIf(ctx, in.Team, in.Scene, in.QPS)
			return &One[WhatIf]{w}, err
		})
	register(a, editor, huma.Operation{OperationID: "override-degradation", Method: http.MethodPut, Path: path + "/override", Tags: tags, Errors: unavailable,
		Summary:     "Take a scene by hand",
		Description: "watch: decide and change nothing; act: do what is decided. hold: deeper if need be, not lighter than now. force: the full plans, a level at least, or modules off. freeze: as it stands. It ends by itself, replaces what was said before and is audited; it works without the database and is kept when that is back."},
		func(ctx context.Context, in *OverrideInput) (*One[app.Overridden], error) {
			o, err := a.Degradations.Override(ctx, change(ctx), in.Team, in.Scene, in.Body)
			return &One[app.Overridden]{o}, err
		})
	register(a, editor, huma.Operation{OperationID: "release-degradation", Method: http.MethodDelete, Path: path + "/override", Tags: tags, Errors: unavailable,
		Summary: "Let a scene go", Description: "Ends what was said by hand. The answer has what it was, to be said again."},
		func(ctx context.Context, in *ScenePath) (*One[app.Overridden], error) {
			o, err := a.Degradations.Release(ctx, change(ctx), in.Team, in.Scene)
			return &One[app.Overridden]{o}, err
		})
}

// Degradation is what a scene gives up on the answering instance, and why. Rates
// are requests a second, cores those of planned work, shares 0 to 1.
type Degradation struct {
	At       time.Time `json:"at"`
	Scene    string    `json:"scene"`
	Pipeline string    `json:"pipeline"`
	Version  int64     `json:"version"`
	Class    string    `json:"class" enum:"core,normal,spare"`
	Weight   float64   `json:"weight"`

	State string    `json:"state" enum:"normal,degraded,shedding,probing,recovering,frozen"`
	Mode  string    `json:"mode" enum:"act,watch,off" doc:"watch: everything is decided, everybody has the full plan"`
	Since time.Time `json:"since" doc:"of the state"`
	Why   string    `json:"why" doc:"of the state, in a sentence"`
	Level int       `json:"level" doc:"deepest in use; 0: everybody has the full plan"`

	Rate      float64 `json:"rate" doc:"that came in the last tenth of a second"`
	Forecast  float64 `json:"forecast" doc:"that is planned for"`
	Capacity  float64 `json:"capacity" doc:"of this machine, measured"`
	Busy      float64 `json:"busy" doc:"share of its cores"`
	Budget    float64 `json:"budget" doc:"cores the scene may use; no more than need"`
	Need      float64 `json:"need" doc:"cores that full plans for everybody would take"`
	Price     float64 `json:"price" doc:"gain by core of the step that is bought in part (λ); 0: nothing is given up"`
	Binding   string  `json:"binding,omitempty" doc:"the pool that binds: cpu, or a service's"`
	Care      float64 `json:"care" doc:"share of the budget that is used while something slow is not understood"`
	Full      float64 `json:"full" doc:"share of users on the full plan"`
	Trying    float64 `json:"trying" doc:"share that tries what is switched off"`
	Shed      float64 `json:"shed" doc:"share that is refused"`
	Gain      float64 `json:"gain" doc:"share of the full plans' gain that is kept"`
	Late      float64 `json:"late" doc:"share of requests too late within the last second"`
	LateLow   float64 `json:"late_low" doc:"95 % Wilson interval"`
	LateHigh  float64 `json:"late_high"`
	N         int64   `json:"n" doc:"requests it is of"`
	Enter     float64 `json:"enter" doc:"late shares proved above are bad"`
	Exit      float64 `json:"exit" doc:"proved below, good"`
	Refused   int64   `json:"refused" doc:"requests since the version came"`
	Asked     float64 `json:"asked" doc:"weights of all requests since this version of the scene is served here"`
	Given     float64 `json:"given" doc:"the same of those answered in time, each by the share of the full plan's gain that it had"`
	Would     int64   `json:"would" doc:"requests that would have had less, were the scene not only watched"`
	Reversals int     `json:"reversals" doc:"recoveries taken back within a minute"`
	Alarm     bool    `json:"alarm" doc:"there are too many of them"`

	Ramp     []float64 `json:"ramp" doc:"rungs of a recovery"`
	Rung     int       `json:"rung" doc:"of a recovery under way, from 1; 0: none"`
	NextTryS float64   `json:"next_try_s" doc:"seconds until what is off may be tried; 0: now, or nothing is off"`

	Queue    DegradationQueue    `json:"queue" doc:"who waits for the machine"`
	Tiers    []DegradationTier   `json:"tiers" doc:"the first is of users of no tier"`
	Modules  []DegradationModule `json:"modules" doc:"everything that can be turned, in the graph's order"`
	Override *app.Override       `json:"override,omitempty" doc:"what an operator says"`

	PlannedAt time.Time `json:"planned_at" doc:"when the plans were last made"`
	PlannedMS float64   `json:"planned_ms" doc:"how long that took"`
	Failed    string    `json:"failed,omitempty" doc:"why the plans are old or fewer than the graph offers, or why there are none: then everybody has the full one"`
	Kept      bool      `json:"kept" doc:"changes of state are being written down; false while the database is away"`
}

// DegradationTier is how a tier is served.
type DegradationTier struct {
	Tier       string  `json:"tier" doc:"empty: everybody else"`
	Weight     float64 `json:"weight"`
	Share      float64 `json:"share" doc:"of the requests"`
	Level      int     `json:"level"`
	Plan       string  `json:"plan" doc:"what it leaves out; full: nothing"`
	Deeper     float64 `json:"deeper" doc:"share of its users on the next level"`
	DeeperPlan string  `json:"deeper_plan"`
	Levels     int     `json:"levels" doc:"how many it has"`
	Shed       float64 `json:"shed" doc:"share refused"`
	Gain       float64 `json:"gain" doc:"share of the full plan's that is kept"`
	RecallMS   float64 `json:"recall_ms" doc:"how long recalls are waited for; 0: while there is time"`
}

// DegradationModule is a node that can be turned.
type DegradationModule struct {
	Node     string  `json:"node"`
	Kind     string  `json:"kind" enum:"optional,knob,choose" doc:"how it can be turned; an optional one may have a knob too"`
	Pool     string  `json:"pool,omitempty" doc:"whose time it costs; empty: this machine's"`
	Variant  string  `json:"variant" doc:"at the deepest level in use; full: as written"`
	Less     float64 `json:"less" doc:"share of the users who have less than the full node"`
	Trying   float64 `json:"trying" doc:"share of the users who have the node again, to see whether it may return; they are not among less"`
	Gain     float64 `json:"gain" doc:"of the full node"`
	GivesUp  float64 `json:"gives_up" doc:"gain that is given up by the variant"`
	CostUS   float64 `json:"cost_us" doc:"CPU of the full node a request, µs"`
	SavesUS  float64 `json:"saves_us" doc:"CPU that the variant saves a request, with what follows from it downstream"`
	P50MS    float64 `json:"p50_ms" doc:"of the full node; 0: not measured yet"`
	P99MS    float64 `json:"p99_ms"`
	Critical bool    `json:"critical" doc:"on the longest path of the full plan"`
	Cause    string  `json:"cause,omitempty" enum:",budget,slow,dead,by hand" doc:"why users have less"`
	Why      string  `json:"why,omitempty" doc:"in a sentence"`

	Since *time.Time             `json:"since,omitempty" doc:"of the cause"`
	Tiers []DegradationModuleFor `json:"tiers" doc:"by tier, in the order of the scene's"`
}

// DegradationModuleFor is what a tier has of a module.
type DegradationModuleFor struct {
	Tier    string  `json:"tier"`
	Variant string  `json:"variant" doc:"at the deeper of its two levels"`
	Less    float64 `json:"less" doc:"share of its users who have less than the full node"`
}

// DegradationPlan is a level of a tier.
type DegradationPlan struct {
	Tier     string   `json:"tier"`
	Level    int      `json:"level"`
	ID       string   `json:"id"`
	Plan     string   `json:"plan" doc:"what it leaves out; full: nothing"`
	Gain     float64  `json:"gain" doc:"share of the full plan's"`
	CostUS   float64  `json:"cost_us" doc:"CPU a request, µs"`
	RecallMS float64  `json:"recall_ms"`
	Changes  []string `json:"changes" doc:"a node and its variant each"`
}

// WhatIf is what a scene would give up at a rate.
type WhatIf struct {
	QPS      float64      `json:"qps"`
	Capacity float64      `json:"capacity" doc:"cores of planned work"`
	Need     float64      `json:"need" doc:"cores that keep everything"`
	Suffices float64      `json:"suffices" doc:"requests a second of full plans that the machine takes"`
	Kept     float64      `json:"kept" doc:"share of the gain"`
	Shed     float64      `json:"shed" doc:"share of the requests refused"`
	Price    float64      `json:"price"`
	Tiers    []WhatIfTier `json:"tiers"`
}

// WhatIfTier is what a tier would have.
type WhatIfTier struct {
	Tier     string         `json:"tier"`
	Level    int            `json:"level"`
	Deeper   float64        `json:"deeper" doc:"share on the next level"`
	Plan     string         `json:"plan"`
	Below    string         `json:"below" doc:"plan of the next level"`
	Shed     float64        `json:"shed"`
	Gain     float64        `json:"gain" doc:"share kept"`
	RecallMS float64        `json:"recall_ms"`
	Off      []WhatIfModule `json:"off" doc:"what differs from the full plan at the deeper of the two levels"`
}

// WhatIfModule is why a node would not run in full.
type WhatIfModule struct {
	Node    string  `json:"node"`
	Variant string  `json:"variant"`
	Gain    float64 `json:"gain" doc:"that is given up"`
	SavesUS float64 `json:"saves_us"`
	Why     string  `json:"why"`
}
