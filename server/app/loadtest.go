package app

import (
	"cmp"
	"context"
	"time"

	"riffle.dev/riffle/engine/loadtest"
)

// Limits of load tests that run on a server. Those of engine/loadtest hold too.
const (
	MaxLoadTests     = 200     // kept of a team; the oldest give way
	MaxLoadTestBytes = 1 << 20 // of one, as JSON
	MaxLoadRequests  = 1000    // given in a body
	MaxMade          = 1000    // made up by one call
)

// NewLoadTest asks for a load test on this server.
type NewLoadTest struct {
	Scene    string             `json:"scene" minLength:"1" maxLength:"100"`
	Spec     loadtest.Spec      `json:"spec"`
	From     string             `json:"from,omitempty" enum:"made,recorded,given" doc:"where requests come from; made up for users of each tier when missing"`
	Tiers    map[string]float64 `json:"tiers,omitempty" doc:"of made requests: weights by tier, others for those of none; all alike when missing"`
	Requests []map[string]any   `json:"requests,omitempty" maxItems:"1000" doc:"of given: the parameters by name, sent over and over"`
	Note     string             `json:"note,omitempty" maxLength:"200"`
}

// LoadTestRow is a load test in a list.
type LoadTestRow struct {
	ID       string    `json:"id" doc:"stands in its address"`
	Seq      int64     `json:"seq" doc:"grows"`
	At       time.Time `json:"at"`
	By       string    `json:"by"`
	Scene    string    `json:"scene"`
	Version  int64     `json:"version" doc:"of the project, when it began"`
	State    string    `json:"state" enum:"running,done,aborted,lost" doc:"lost: its instance ended before it did"`
	Place    string    `json:"place" enum:"server,client" doc:"where the generator ran: on the server without its doors, or with who asked"`
	From     string    `json:"from" enum:"made,recorded,given"`
	Note     string    `json:"note,omitempty"`
	Kind     string    `json:"kind" doc:"of the profile"`
	Closed   bool      `json:"closed"`
	Peak     float64   `json:"peak" doc:"requests a second, or users"`
	LengthS  float64   `json:"length_s"`
	Result   string    `json:"result,omitempty" enum:"passed,failed,unproven,void"`
	Sent     int64     `json:"sent"`
	Lost     float64   `json:"lost" doc:"share"`
	P99MS    float64   `json:"p99_ms"`
	Degraded float64   `json:"degraded" doc:"share of the answers looked into"`
}

// LoadTest is one with its report, which is missing while it runs and when it
// was lost.
type LoadTest struct {
	LoadTestRow
	Spec   loadtest.Spec    `json:"spec"`
	Report *loadtest.Report `json:"report,omitempty"`
}

// KeptLoadTest is the report of a load test that ran elsewhere.
type KeptLoadTest struct {
	Scene  string          `json:"scene" minLength:"1" maxLength:"100"`
	From   string          `json:"from" enum:"made,recorded,given"`
	Note   string          `json:"note,omitempty" maxLength:"200"`
	At     time.Time       `json:"at" doc:"when it began"`
	Report loadtest.Report `json:"report"`
}

// MadeRequest is one that was made up for a user of a tier.
type MadeRequest struct {
	Tier    string         `json:"tier" doc:"others: of none"`
	Request map[string]any `json:"request"`
}

// LoadComparison is two load tests side by side.
type LoadComparison struct {
	A LoadTestRow `json:"a"`
	B LoadTestRow `json:"b"`
	loadtest.Comparison
}

// Loads runs load tests on this instance, one at a time for all teams.
type Loads interface {
	// Start takes the place, calls keep with the test as it will run, and runs it
	// in the background. Conflict while another one runs, Invalid for requests
	// that cannot be had.
	Start(ctx context.Context, team string, t *LoadTest, in NewLoadTest, keep func(*LoadTest) error) error
	// Abort ends one that runs here; false when it does not.
	Abort(team, id string) bool
	// Made are n requests to a scene, weighed by tier.
	Made(ctx context.Context, team, scene string, n int, tiers map[string]float64, seed uint64) ([]MadeRequest, error)
}

// StartLoadTest begins one on this server.
func (a *App) StartLoadTest(ctx context.Context, by Change, team string, in NewLoadTest) (LoadTest, error) {
	scene, err := a.Scene(team, in.Scene)
	if err != nil {
		return LoadTest{}, err
	}
	if in.From = cmp.Or(in.From, FromMade); !givenAs(in.From, len(in.Requests), MaxLoadRequests) {
		return LoadTest{}, Fail(Invalid, "loadtest_requests", "want 1 to {max} requests with from given, and none otherwise", MaxLoadRequests).At("body.requests")
	}
	Objectives(&in.Spec.Objectives, scene)
	spec, err := in.Spec.Filled()
	if err != nil {
		return LoadTest{}, Fail(Invalid, "loadtest_spec", "{said}", Said(err.Error())).At("body.spec")
	}
	t := LoadTest{Spec: spec, LoadTestRow: LoadTestRow{At: a.now(), By: by.Who.Actor(), Scene: in.Scene, Version: scene.Version, State: "running",
		Place: "server", From: in.From, Note: in.Note, Kind: spec.Profile.Kind, Closed: spec.Closed, Peak: spec.Peak(), LengthS: spec.Length().Seconds()}}
	err = a.loads.Start(ctx, team, &t, in, func(t *LoadTest) error {
		return a.store.AddLoadTest(ctx, by.Did("loadtest.start", "scene "+t.Scene), team, t)
	})
	return t, err
}

// Objectives fills what is not said from what a scene promises.
func Objectives(g *loadtest.Goals, s Scene) {
	if g.DeadlineMS == 0 {
		g.DeadlineMS = s.DeadlineMS
	}
	if g.P99MS == 0 && s.SlowMS > 0 {
		g.P99MS = s.SlowMS
	}
}

// AbortLoadTest ends one that runs on this instance; it still reports.
func (a *App) AbortLoadTest(ctx context.Context, by Change, team, id string) error {
	t, err := a.store.LoadTest(ctx, team, id, a.now())
	if err != nil {
		return err
	}
	return a.end(ctx, by.Did("loadtest.abort", "scene "+t.Scene), team, ending{running: t.State == "running",
		stop:      func() bool { return a.loads.Abort(team, id) },
		over:      Fail(Conflict, "loadtest_over", "the load test is {state} already", t.State),
		elsewhere: Fail(Conflict, "loadtest_elsewhere", "the load test does not run on this instance")})
}

// KeepLoadTest keeps the report of one that ran elsewhere.
func (a *App) KeepLoadTest(ctx context.Context, by Change, team string, in KeptLoadTest) (LoadTest, error) {
	scene, err := a.Scene(team, in.Scene)
	if err != nil {
		return LoadTest{}, err
	}
	spec, err := in.Report.Spec.Filled()
	if err != nil {
		return LoadTest{}, Fail(Invalid, "loadtest_spec", "{said}", Said(err.Error())).At("body.report.spec")
	}
	state := "done"
	if in.Report.Aborted {
		state = "aborted"
	}
	if at := in.At; at.IsZero() || at.After(a.now()) {
		in.At = a.now()
	}
	in.Report.Spec = spec
	t := LoadTest{Spec: spec, Report: &in.Report, LoadTestRow: LoadTestRow{At: in.At, By: by.Who.Actor(), Scene: in.Scene, Version: scene.Version, State: state,
		Place: "client", From: in.From, Note: in.Note, Kind: spec.Profile.Kind, Closed: spec.Closed, Peak: spec.Peak(), LengthS: spec.Length().Seconds()}}
	t.Sum()
	return t, a.store.AddLoadTest(ctx, by.Did("loadtest.keep", "scene "+t.Scene), team, &t)
}

// Sum fills the row from the report.
func (t *LoadTest) Sum() {
	r := t.Report
	t.Result, t.Sent, t.P99MS, t.Lost, t.Degraded = r.Verdict.Result, r.Sums.Due, r.Latency.P99MS, 0, 0
	if n := r.Sums.OK + r.Sums.Counts.Lost(); n > 0 {
		t.Lost = float64(r.Sums.Counts.Lost()) / float64(n)
	}
	if r.Sums.Read > 0 {
		t.Degraded = float64(r.Sums.Degraded) / float64(r.Sums.Read)
	}
}

// LoadTests lists the kept ones, newest first.
func (a *App) LoadTests(ctx context.Context, team string, f KeptFilter) ([]LoadTestRow, error) {
	return a.store.LoadTests(ctx, team, f, a.now())
}

// LoadTest reads one.
func (a *App) LoadTest(ctx context.Context, team, id string) (LoadTest, error) {
	return a.store.LoadTest(ctx, team, id, a.now())
}

// CompareLoadTests says what b is against a.
func (a *App) CompareLoadTests(ctx context.Context, team, idA, idB string) (LoadComparison, error) {
	x, err := a.store.LoadTest(ctx, team, idA, a.now())
	if err != nil {
		return LoadComparison{}, err
	}
	y, err := a.store.LoadTest(ctx, team, idB, a.now())
	if err != nil {
		return LoadComparison{}, err
	}
	for _, t := range []LoadTest{x, y} {
		if t.Report == nil {
			return LoadComparison{}, Fail(Conflict, "loadtest_no_report", "the load test {id} is {state}: it has no report to compare", t.ID, t.State)
		}
	}
	const seed = 1
	return LoadComparison{A: x.LoadTestRow, B: y.LoadTestRow, Comparison: loadtest.Compare(x.Report, y.Report, seed)}, nil
}

// MadeRequests are made up for users of a scene's tiers.
func (a *App) MadeRequests(ctx context.Context, team, scene string, n int, tiers map[string]float64, seed uint64) ([]MadeRequest, error) {
	if _, err := a.Scene(team, scene); err != nil {
		return nil, err
	}
	return a.loads.Made(ctx, team, scene, min(n, MaxMade), tiers, seed)
}

// noLoads stands for an instance that runs none.
type noLoads struct{}

func (noLoads) none() *Error {
	return Fail(Unavailable, "loadtest_none", "no load tests run on this instance")
}

func (n noLoads) Start(context.Context, string, *LoadTest, NewLoadTest, func(*LoadTest) error) error {
	return n.none()
}
func (noLoads) Abort(string, string) bool { return false }
func (n noLoads) Made(context.Context, string, string, int, map[string]float64, uint64) ([]MadeRequest, error) {
	return nil, n.none()
}
