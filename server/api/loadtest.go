package api

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/engine/loadtest"
	"riffle.dev/riffle/server/app"
)

// LoadTestLive is the payload of loadtest/{id}. A delta holds the new points
// only; the report is read by get-load-test once the state is not running.
type LoadTestLive struct {
	At       time.Time        `json:"at"`
	ID       string           `json:"id"`
	Scene    string           `json:"scene"`
	State    string           `json:"state" enum:"running,done,aborted"`
	Result   string           `json:"result,omitempty" enum:"passed,failed,unproven,void"`
	LengthS  float64          `json:"length_s"`
	ElapsedS float64          `json:"elapsed_s"`
	Sums     loadtest.Sums    `json:"sums"`
	From     int              `json:"from" doc:"how many points stand before the ones here"`
	Points   []loadtest.Point `json:"points"`
}

// NewLoadTestInput is a call of start-load-test.
type NewLoadTestInput struct {
	TeamPath
	Body app.NewLoadTest
}

// KeepLoadTestInput is a call of keep-load-test.
type KeepLoadTestInput struct {
	TeamPath
	Body app.KeptLoadTest
}

// CompareLoadTestsInput is a call of compare-load-tests.
type CompareLoadTestsInput struct {
	TeamPath
	A string `query:"a" required:"true" minLength:"1" maxLength:"64" doc:"id of a load test"`
	B string `query:"b" required:"true" minLength:"1" maxLength:"64"`
}

// MadeInput is a call of make-scene-requests.
type MadeInput struct {
	ScenePath
	N     int    `query:"n" minimum:"1" maximum:"1000" default:"100"`
	Tiers string `query:"tiers" maxLength:"1000" doc:"weights by tier, such as newcomers:1,others:3; all alike when missing"`
	Seed  uint64 `query:"seed"`
}

func (a *API) loadTests() {
	tags := []string{"load tests"}
	register(a, owner, huma.Operation{OperationID: "start-load-test", Method: http.MethodPost, Path: "/teams/{team}/loadtests", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Begin a load test on this server", MaxBodyBytes: 1 << 20,
		Description: "Asks a scene behind its doors, at the pace of a profile, and judges it by its objectives. One at a time runs on a server; " +
			"it is followed on the topic loadtest/{id} of the live socket. The newest 200 of a team are kept.",
		Errors: []int{http.StatusConflict, http.StatusServiceUnavailable}},
		func(ctx context.Context, in *NewLoadTestInput) (*One[app.LoadTest], error) {
			t, err := a.App.StartLoadTest(ctx, change(ctx), in.Team, in.Body)
			return &One[app.LoadTest]{t}, err
		})
	register(a, owner, huma.Operation{OperationID: "abort-load-test", Method: http.MethodPost, Path: "/teams/{team}/loadtests/{id}/abort", Tags: tags,
		Summary: "End a load test", Description: "It still reports. What is under way counts as nothing.", Errors: []int{http.StatusConflict}},
		func(ctx context.Context, in *KeptPath) (*None, error) {
			return nil, a.App.AbortLoadTest(ctx, change(ctx), in.Team, in.ID)
		})
	register(a, editor, huma.Operation{OperationID: "keep-load-test", Method: http.MethodPost, Path: "/teams/{team}/loadtests/kept", Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Keep the report of a load test that ran elsewhere", MaxBodyBytes: app.MaxLoadTestBytes},
		func(ctx context.Context, in *KeepLoadTestInput) (*One[app.LoadTest], error) {
			t, err := a.App.KeepLoadTest(ctx, change(ctx), in.Team, in.Body)
			return &One[app.LoadTest]{t}, err
		})
	register(a, viewer, huma.Operation{OperationID: "list-load-tests", Method: http.MethodGet, Path: "/teams/{team}/loadtests", Tags: tags, Summary: "List kept load tests, newest first"},
		keptPage(a.App.LoadTests, func(r app.LoadTestRow) int64 { return r.Seq }))
	register(a, viewer, huma.Operation{OperationID: "get-load-test", Method: http.MethodGet, Path: "/teams/{team}/loadtests/{id}", Tags: tags, Summary: "Read a load test"},
		func(ctx context.Context, in *KeptPath) (*One[app.LoadTest], error) {
			t, err := a.App.LoadTest(ctx, in.Team, in.ID)
			return &One[app.LoadTest]{t}, err
		})
	register(a, viewer, huma.Operation{OperationID: "compare-load-tests", Method: http.MethodGet, Path: "/teams/{team}/loadtests/compare", Tags: tags,
		Summary: "What one load test is against another", Errors: []int{http.StatusConflict}},
		func(ctx context.Context, in *CompareLoadTestsInput) (*One[app.LoadComparison], error) {
			c, err := a.App.CompareLoadTests(ctx, in.Team, in.A, in.B)
			return &One[app.LoadComparison]{c}, err
		})
	register(a, viewer, huma.Operation{OperationID: "make-scene-requests", Method: http.MethodGet, Path: "/teams/{team}/scenes/{scene}/requests/made", Tags: tags,
		Summary: "Make up requests for users of a scene's tiers", Description: "From recorded ones where there are any. The same seed makes the same of the same."},
		func(ctx context.Context, in *MadeInput) (*PageOf[app.MadeRequest], error) {
			tiers, err := weights(in.Tiers)
			if err != nil {
				return nil, err
			}
			list, err := a.App.MadeRequests(ctx, in.Team, in.Scene, in.N, tiers, in.Seed)
			return all(list), err
		})
}

// weights of tiers as a query has them.
func weights(text string) (map[string]float64, error) {
	if text == "" {
		return nil, nil
	}
	out := map[string]float64{}
	for part := range strings.SplitSeq(text, ",") {
		name, weight, _ := strings.Cut(part, ":")
		w, err := strconv.ParseFloat(weight, 64)
		if err != nil || name == "" {
			return nil, app.Fail(app.Invalid, "tier_weights", "want weights such as newcomers:1,others:3, got {given}", fmt.Sprintf("%.40s", part)).At("query.tiers")
		}
		out[name] = w
	}
	return out, nil
}

// StatusOf is the HTTP status that the doors answer an error with.
func StatusOf(err error) int {
	if err == nil {
		return http.StatusOK
	}
	return statusOf[app.CodeOf(err)]
}
