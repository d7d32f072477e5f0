package loads

import (
	"context"
	"log/slog"
	"math"
	"sync"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/askers"
	"riffle.dev/riffle/engine/loadtest"
	"riffle.dev/riffle/server/app"
)

// Config of a Runner. Every field is needed.
type Config struct {
	// Serve answers a request to a scene; the answer's errors are in it.
	Serve func(ctx context.Context, team, scene string, values map[string]any) loadtest.Answer
	// Project is what a team serves; false for nothing.
	Project func(team string) (*dag.Project, bool)
	// Seen are real requests to a scene, newest first.
	Seen func(ctx context.Context, team, scene string) ([]map[string]any, error)
	// Finish keeps the report.
	Finish func(ctx context.Context, team string, t *app.LoadTest) error
	// Changed is told when one begins and ends.
	Changed func()
	Now     func() time.Time
	Log     *slog.Logger
}

// Runner runs load tests. Safe for concurrent use.
type Runner struct {
	Config
	life context.Context
	stop context.CancelFunc
	done sync.WaitGroup

	place place

	mu      sync.Mutex
	current *running // the last one, also when it is over
	counted bool     // it is among those that are over
	ends    map[LoadEnd]int64
	sums    map[string]loadtest.Sums // by team, of those that are over
}

// New makes a Runner. Close it.
func New(c Config) *Runner {
	r := &Runner{Config: c, ends: map[LoadEnd]int64{}, sums: map[string]loadtest.Sums{}}
	r.life, r.stop = context.WithCancel(context.Background())
	return r
}

// Close aborts what runs and waits until it is kept.
func (r *Runner) Close() {
	r.stop()
	r.done.Wait()
}

// Start implements app.Loads.
func (r *Runner) Start(ctx context.Context, team string, t *app.LoadTest, in app.NewLoadTest, keep func(*app.LoadTest) error) error {
	if err := r.take(t); err != nil {
		return err
	}
	source, err := r.source(ctx, team, t, in)
	if err == nil {
		err = keep(t)
	}
	if err != nil {
		r.place.free()
		return err
	}
	life, abort := context.WithCancel(r.life)
	run := &running{team: team, test: *t, abort: abort, begun: r.Now()}
	r.mu.Lock()
	r.current, r.counted = run, false
	r.mu.Unlock()
	r.done.Go(func() { r.run(life, run, source) })
	r.Changed()
	return nil
}

// take the place of the one that runs.
func (r *Runner) take(t *app.LoadTest) error {
	if r.life.Err() != nil {
		return app.Fail(app.Unavailable, "loadtest_stopping", "the server stops; no load test is begun")
	}
	if left, ok := r.place.take(r.Now(), time.Duration(t.LengthS*float64(time.Second))); !ok {
		return app.Fail(app.Conflict, "loadtest_running", "a load test runs on this server already, for up to {seconds} s more", math.Ceil(left.Seconds())).After(left)
	}
	return nil
}

// run to its end and keep what came of it.
func (r *Runner) run(ctx context.Context, run *running, source loadtest.Source) {
	defer run.abort()
	defer r.place.free()
	report, err := loadtest.Run(ctx, run.test.Spec, source, target{r, run.team, run.test.Scene}, run.tick)
	if err != nil { // the spec was looked at before
		r.Log.Error("a load test did not begin", "team", run.team, "id", run.test.ID, "error", err)
		return
	}
	t := run.finish(report)
	r.Changed()
	r.ended(&t, run.team)
	keep(r.life, r.Log, "the report of a load test", run.team, t.ID, func(ctx context.Context) error { return r.Finish(ctx, run.team, &t) })
}

// Abort implements app.Loads.
func (r *Runner) Abort(team, id string) bool {
	r.mu.Lock()
	run := r.current
	r.mu.Unlock()
	if run == nil || run.team != team || run.test.ID != id || run.over() {
		return false
	}
	run.abort()
	return true
}

// target asks the gateway.
type target struct {
	*Runner
	team, scene string
}

// Send implements loadtest.Target.
func (t target) Send(ctx context.Context, r loadtest.Request) loadtest.Answer {
	return t.Serve(ctx, t.team, t.scene, r.Values)
}

// source of a test's requests.
func (r *Runner) source(ctx context.Context, team string, t *app.LoadTest, in app.NewLoadTest) (loadtest.Source, error) {
	switch in.From {
	case app.FromGiven:
		if p, ok := r.Project(team); ok { // of one that is loading nothing is known yet
			if err := fits(p, t.Scene, len(in.Requests), func(i int) map[string]any { return in.Requests[i] }, ""); err != nil {
				return nil, err
			}
		}
		return loadtest.NewRounds(asked(in.Requests)), nil
	case app.FromRecorded:
		seen, err := r.Seen(ctx, team, t.Scene)
		if err != nil {
			return nil, err
		}
		if len(seen) == 0 {
			return nil, app.Fail(app.Invalid, "loadtest_nothing_recorded", "nothing of scene {scene} is recorded on this instance yet; have requests made up, or send some", t.Scene).At("body.from")
		}
		return loadtest.NewRounds(asked(seen)), nil
	}
	list, err := r.Made(ctx, team, t.Scene, pool, in.Tiers, t.Spec.Seed)
	if err != nil {
		return nil, err
	}
	out := make([]loadtest.Request, len(list))
	for i, m := range list {
		out[i] = loadtest.Request{Values: m.Request, Tier: m.Tier}
	}
	return loadtest.NewRounds(out), nil
}

// pool is how many requests are made up for a test, which goes through them over
// and over: to make one takes longer than to answer it.
const pool = 2000

func asked(list []map[string]any) []loadtest.Request {
	out := make([]loadtest.Request, len(list))
	for i, values := range list {
		out[i].Values = values
	}
	return out
}

func (r *Runner) maker(ctx context.Context, team, scene string, tiers map[string]float64, seed uint64) (*askers.Maker, error) {
	p, ok := r.Project(team)
	if !ok {
		return nil, app.Missing("scene", scene)
	}
	seen, err := r.Seen(ctx, team, scene)
	if err != nil {
		return nil, err
	}
	m, err := askers.New(p, scene, seen, tiers, r.Now(), seed)
	if err != nil {
		return nil, app.Fail(app.Invalid, "loadtest_made", "{said}", app.Said(err.Error())).At("body.tiers")
	}
	return m, nil
}

// Made implements app.Loads.
func (r *Runner) Made(ctx context.Context, team, scene string, n int, tiers map[string]float64, seed uint64) ([]app.MadeRequest, error) {
	m, err := r.maker(ctx, team, scene, tiers, seed)
	if err != nil {
		return nil, err
	}
	out := make([]app.MadeRequest, max(n, 0))
	for i := range out {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		out[i].Request, out[i].Tier = m.Next()
	}
	return out, nil
}
