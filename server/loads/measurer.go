package loads

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"sync"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/gain"
	"riffle.dev/riffle/server/app"
)

// MeasurerConfig is of a Measurer. Every field is needed.
type MeasurerConfig struct {
	// Live is the program of a team's live version and the resources it reads;
	// false for none.
	Live func(team string) (*engine.Program, engine.Resources, bool)
	// Seen are real requests to a scene with when they came, newest first.
	Seen func(ctx context.Context, team, scene string) ([]gain.Request, error)
	// Made are made-up requests to a scene, weighed by tier.
	Made func(ctx context.Context, team, scene string, n int, tiers map[string]float64, seed uint64) ([]app.MadeRequest, error)
	// Finish keeps what came of one.
	Finish func(ctx context.Context, team string, g *app.Gain) error
	Now    func() time.Time
	Log    *slog.Logger
}

// Measurer measures gains on this instance, one at a time. Safe for concurrent
// use.
type Measurer struct {
	MeasurerConfig
	life  context.Context
	stop  context.CancelFunc
	done  sync.WaitGroup
	place place

	mu      sync.Mutex
	current *measuring // nil: none runs
	ends    map[GainEnd]int64
}

// GainEnd is how a measurement ended.
type GainEnd struct{ Team, State string }

// measuring is one that runs.
type measuring struct {
	team, id string
	abort    context.CancelCauseFunc
	done, of int
}

// errAborted is why a measurement ended that somebody ended.
var errAborted = errors.New("ended by hand")

// NewMeasurer makes a Measurer. Close it.
func NewMeasurer(c MeasurerConfig) *Measurer {
	m := &Measurer{MeasurerConfig: c, ends: map[GainEnd]int64{}}
	m.life, m.stop = context.WithCancel(context.Background())
	return m
}

// Close ends what runs and waits until that is kept.
func (m *Measurer) Close() {
	m.stop()
	m.done.Wait()
}

// Measure implements app.Gains.
func (m *Measurer) Measure(ctx context.Context, team string, g *app.Gain, in app.NewGain, keepIt func(*app.Gain) error) error {
	if m.life.Err() != nil {
		return app.Fail(app.Unavailable, "gain_stopping", "the server stops; nothing is measured")
	}
	if left, ok := m.place.take(m.Now(), app.MaxGainLength); !ok {
		return app.Fail(app.Conflict, "gain_running", "gains are measured on this server already, for up to {seconds} s more", math.Ceil(left.Seconds())).After(left)
	}
	program, resources, requests, err := m.prepare(ctx, team, in)
	if err == nil {
		err = keepIt(g)
	}
	if err != nil {
		m.place.free()
		return err
	}
	life, abort := context.WithCancelCause(m.life)
	run := &measuring{team: team, id: g.ID, abort: abort}
	m.mu.Lock()
	m.current = run
	m.mu.Unlock()
	opt := gain.Options{Program: program, Resources: resources, Now: m.Now, K: in.K, Seed: max(in.Seed, 1), Progress: func(done, of int) {
		m.mu.Lock()
		run.done, run.of = done, of
		m.mu.Unlock()
	}}
	kept := *g
	m.done.Go(func() { m.run(life, run, kept, requests, opt) })
	return nil
}

// prepare what is measured and what with.
func (m *Measurer) prepare(ctx context.Context, team string, in app.NewGain) (*engine.Program, engine.Resources, []gain.Request, error) {
	program, resources, ok := m.Live(team)
	if !ok {
		return nil, nil, nil, app.Missing("scene", in.Scene)
	}
	switch in.From {
	case app.FromGiven:
		if err := fits(program.Project, in.Scene, len(in.Requests), func(i int) map[string]any { return in.Requests[i].Request }, ".request"); err != nil {
			return nil, nil, nil, err
		}
		out := make([]gain.Request, len(in.Requests))
		for i, r := range in.Requests {
			out[i] = gain.Request{Values: r.Request, Labels: r.Labels}
		}
		return program, resources, out, nil
	case app.FromMade:
		made, err := m.Made(ctx, team, in.Scene, in.N, in.Tiers, max(in.Seed, 1))
		out := make([]gain.Request, len(made))
		for i, r := range made {
			out[i].Values = r.Request
		}
		return program, resources, out, err
	}
	seen, err := m.Seen(ctx, team, in.Scene)
	if err == nil && len(seen) == 0 {
		err = app.Fail(app.Invalid, "loadtest_nothing_recorded", "nothing of scene {scene} is recorded on this instance yet; have requests made up, or send some", in.Scene).At("body.from")
	}
	return program, resources, seen[:min(len(seen), in.N)], err
}

// run to its end and keep what came of it.
func (m *Measurer) run(ctx context.Context, run *measuring, g app.Gain, requests []gain.Request, opt gain.Options) {
	defer m.place.free()
	defer run.abort(nil)
	begun := m.Now()
	limited, cancel := context.WithTimeout(ctx, app.MaxGainLength)
	defer cancel()
	table, err := gain.Measure(limited, g.Scene, requests, opt)
	g.TookS = m.Now().Sub(begun).Seconds()
	switch {
	case ctx.Err() != nil:
		g.State = "aborted"
	case limited.Err() != nil:
		g.State, g.Failed = "failed", "it took longer than "+app.MaxGainLength.String()
	case err != nil:
		g.State, g.Failed = "failed", err.Error()
	default:
		m.fill(&g, table, opt.Program)
	}
	m.mu.Lock()
	m.ends[GainEnd{run.team, g.State}]++
	m.current = nil
	m.mu.Unlock()
	keep(m.life, m.Log, "the measurement of gains", run.team, g.ID, func(ctx context.Context) error { return m.Finish(ctx, run.team, &g) })
}

// fill in the table and what it says of the measured text.
func (m *Measurer) fill(g *app.Gain, table *gain.Table, p *engine.Program) {
	g.State, g.Table, g.Measure, g.Requests = "done", table, table.Measure, table.Requests
	graph, ok := p.Project.Pipeline(table.Pipeline)
	if !ok {
		return
	}
	g.Proposals = gain.Propose(table, graph)
	for _, q := range g.Proposals {
		if q.Differs {
			g.Differ++
		}
	}
}

// StopMeasuring implements app.Gains.
func (m *Measurer) StopMeasuring(team, id string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.current == nil || m.current.team != team || m.current.id != id {
		return false
	}
	m.current.abort(errAborted)
	return true
}

// Progress implements app.Gains.
func (m *Measurer) Progress(team, id string) (done, of int, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.current == nil || m.current.team != team || m.current.id != id {
		return 0, 0, false
	}
	return m.current.done, m.current.of, true
}

// Ends are the measurements that are over, and the team of one that runs.
func (m *Measurer) Ends() (ends map[GainEnd]int64, running string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.current != nil {
		running = m.current.team
	}
	out := map[GainEnd]int64{}
	for e, n := range m.ends {
		out[e] = n
	}
	return out, running
}
