package gateway

import (
	"context"
	"errors"
	"sync"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/hop"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/stats"
)

// Programs is what is live on this instance, from memory.
type Programs interface {
	// Live is the program of a team's live version with the version's number
	// and the resources it reads; ok is false when the team has none.
	Live(team string) (p *engine.Program, version int64, res engine.Resources, ok bool)
	// Absent is why a team serves no such thing: an *app.Error of NotFound, or
	// of Unavailable while its live version is loading.
	Absent(team, what, name string) error
	// Faults are the drills that may hit a request; nil when there are none.
	Faults(team, scene string) engine.Faults
}

// Relief decides what requests may have when there is not enough for all. nil:
// everybody has everything.
type Relief interface {
	// Scene of a live program, found once.
	Scene(p *engine.Program, version int64, team, name string) RelievedScene
}

// RelievedScene is one of them.
type RelievedScene interface {
	// Begin a request; it must be ended once.
	Begin() Relieved
	// Closed is why whoever asks now is refused, an *app.Error; nil when he is not.
	Closed() error
}

// Relieved is one request on its way.
type Relieved interface {
	engine.Admission
	// Part of the full plan's cost that the plan of an admitted request has, 0 to 1.
	Part() float64
	// End tells how it ended; the record is nil where there is none.
	End(r *trace.Record, took time.Duration, mark degrade.Mark)
}

// Options of a Gateway. The zero value is good.
type Options struct {
	Traces     int // kept of a scene and a reason; 100
	TraceBytes int // kept of a scene, about; 2 MiB
	Sample     int // one in so many requests that tell nothing is kept; 20, below 0 none
	// Export gets the records that are kept, and those of callers whose trace is
	// recorded; it keeps them and must not block. nil: none.
	Export func(team string, version int64, r *trace.Record)
	// Record is how far apart the requests are that a scene's sample takes; a second.
	Record time.Duration
	Relief Relief
}

// Gateway serves scenes. Safe for concurrent use.
type Gateway struct {
	engine   *engine.Engine
	programs Programs
	board    *stats.Board
	traces   *Traces
	now      func() time.Time
	record   time.Duration
	relief   Relief
	export   func(team string, version int64, r *trace.Record)

	mu     sync.RWMutex
	scenes map[stats.Key]*scene
	part   func(limit string) float64 // that this instance holds; nil: all
}

// New serves what programs has, counts on board and keeps traces.
func New(e *engine.Engine, programs Programs, board *stats.Board, now func() time.Time, opt Options) *Gateway {
	if opt.Traces <= 0 {
		opt.Traces = 100
	}
	if opt.TraceBytes <= 0 {
		opt.TraceBytes = 2 << 20
	}
	if opt.Sample == 0 {
		opt.Sample = 20
	}
	if opt.Record <= 0 {
		opt.Record = time.Second
	}
	return &Gateway{engine: e, programs: programs, board: board, now: now, record: opt.Record, export: opt.Export, relief: opt.Relief,
		traces: newTraces(opt), scenes: map[stats.Key]*scene{}}
}

// Traces are the kept requests.
func (g *Gateway) Traces() *Traces { return g.traces }

// Closed implements api.Serving.
func (g *Gateway) Closed(team, name string) error {
	program, version, _, ok := g.programs.Live(team)
	if !ok {
		return nil // Serve says what is wrong, of this and of what is next
	}
	s, err := g.scene(program, version, team, name)
	if err != nil || s.relief == nil {
		return nil
	}
	return s.relief.Closed()
}

// Serve implements api.Serving.
func (g *Gateway) Serve(ctx context.Context, _ *app.Principal, team, name string, in api.ServeRequest) (api.ServeAnswer, error) {
	program, version, resources, ok := g.programs.Live(team)
	if !ok {
		return api.ServeAnswer{}, g.programs.Absent(team, "scene", name)
	}
	s, err := g.scene(program, version, team, name)
	if err != nil {
		return api.ServeAnswer{}, err
	}
	var m *metered // nil: no limit
	if s.whole != nil || s.metered {
		m = &metered{gateway: g, scene: s}
	}
	if s.whole != nil && s.whole.byKey == nil {
		now := g.now()
		m.took[0].quota = s.whole
		if wait, ok := s.whole.all.Take(now); !ok {
			return api.ServeAnswer{Quotas: m.tell(now)}, app.Fail(app.RateLimited, "scene_rate", "the limit of scene {scene} is {rate} a second; try again a little later", name, s.whole.rate()).After(wait)
		}
	}
	out, err := g.serve(ctx, live{program, version, resources}, s, team, name, in, m)
	if m != nil {
		now := m.refused
		if now.IsZero() {
			now = g.now()
		}
		out.Quotas = m.tell(now)
	}
	return out, err
}

// live is what a team has live.
type live struct {
	program   *engine.Program
	version   int64
	resources engine.Resources
}

// serve a request that the scene's quota has let in.
func (g *Gateway) serve(ctx context.Context, l live, s *scene, team, name string, in api.ServeRequest, m *metered) (api.ServeAnswer, error) {
	begin := g.now()
	on := in.Hop
	ctx = hop.With(ctx, &on)
	hasty := on.Left > 0 && on.Left < s.deadline // what is late for such a caller says nothing about the scene
	request := engine.Request{Values: in.Request, Paged: true, Explain: in.Explain, WhyNot: in.WhyNot, Parent: in.Parent, Deadline: on.Left}
	end := func(*trace.Record, time.Duration, degrade.Mark) {}
	var asked Relieved
	if s.relief != nil {
		asked = s.relief.Begin()
		request.Admit, end = asked, asked.End
		defer asked.End(nil, 0, degrade.Failed) // of one that panicked; else it has been told
	}
	if s.metered {
		m.asked = asked
		request.Admit = m
	}
	answer, err := g.engine.Serve(ctx, l.program, name, request, l.resources, g.programs.Faults(team, name))
	took := g.now().Sub(begin)
	if err != nil {
		if errors.Is(ctx.Err(), context.Canceled) { // the client went away: that says nothing about the scene
			end(nil, took, degrade.Gone)
			return api.ServeAnswer{}, ctx.Err()
		}
		var refused *app.Error
		if errors.As(err, &refused) { // it was not to be: that is counted where it was decided
			return api.ServeAnswer{}, err
		}
		var e *engine.Error
		var record *trace.Record
		if errors.As(err, &e) {
			if e.Code == engine.CodeInvalid || e.Code == engine.CodeNotFound {
				end(nil, took, degrade.Gone)
				return api.ServeAnswer{}, refusal(e)
			}
			if e.Code == engine.CodeDeadline && hasty {
				end(nil, took, degrade.Gone)
				return api.ServeAnswer{}, refusal(e)
			}
			record = e.Record
			s.count(e.Outcomes)
			if record != nil {
				s.fell(record.Experiments)
			}
		}
		mark := degrade.Failed
		if e != nil && e.Code == engine.CodeDeadline {
			mark |= degrade.TimedOut
		}
		s.stats.Observe(took, mark)
		end(record, took, mark)
		g.remember(team, l.version, s, in, record)
		return api.ServeAnswer{}, explained(refusal(err), in, record)
	}
	s.count(answer.Outcomes)
	s.fell(answer.Experiments)
	mark := markOf(answer, took, s.slow)
	s.stats.Observe(took, mark)
	if hasty {
		end(nil, took, mark)
	} else {
		end(answer.Record, took, mark)
	}
	out := answerOf(answer, l.version, took)
	if !g.remember(team, l.version, s, in, answer.Record) {
		g.engine.Release(answer)
	}
	return out, nil
}

// remember a request in the scene's sample and among the traces; nil is left
// out. One that the sample has keeps its trace. It tells whether the record is
// kept.
func (g *Gateway) remember(team string, version int64, s *scene, in api.ServeRequest, r *trace.Record) bool {
	if r == nil {
		return false
	}
	if s.shares.want(r.Start) {
		s.shares.take(s.program, s.pipeline, r)
	}
	sampled := s.recorder.want(r.Start)
	if sampled {
		s.recorder.take(version, in, r)
	}
	kept := g.traces.keep(version, s, in, r, sampled)
	if g.export != nil && (kept || r.Parent.Sampled) {
		g.export(team, version, r)
		kept = true
	}
	return kept || sampled
}

// markOf says how an answered request counts: late above the scene's slow, and
// degraded where something was switched off, failed on the way, or the scene's
// fallback answered.
func markOf(a *engine.Answer, took, slow time.Duration) (mark degrade.Mark) {
	if slow > 0 && took > slow {
		mark |= degrade.TimedOut
	}
	if a.Level > 0 || a.Coverage < 1 || a.Record != nil && a.Record.Fallback {
		mark |= degrade.Degraded
	}
	return mark
}
