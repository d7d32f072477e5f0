package overload

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/adapt"
	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/limit"
	"riffle.dev/riffle/server/app"
)

// Programs is what is live on this instance, from memory.
type Programs interface {
	Teams() []string
	Live(team string) (p *engine.Program, version int64, res engine.Resources, ok bool)
	// Absent is why a team serves no such thing: an *app.Error.
	Absent(team, what, name string) error
}

// Config of an Overload. Programs, Now and CPU are needed.
type Config struct {
	Programs Programs
	Now      func() time.Time
	CPU      degrade.CPU
	Seed     uint64
	Store    Store // nil: nothing is written down
	Log      *slog.Logger
	// Note tells the boards of a change of state; nil: nobody looks.
	Note func(team string, at time.Time, e app.Event)
	// Inline makes plans at once, on the goroutine that asks: for tests.
	Inline bool
}

// Overload of an instance. Safe for concurrent use.
type Overload struct {
	cfg      Config
	control  *degrade.Controller
	queue    *limit.Queue
	jobs     chan func()
	overhead overhead
	crowd    crowd
	told     uint64 // events below were told to the boards; Run's
	kept     keeping

	mu     sync.RWMutex
	scenes map[name]*Scene
}

type name struct{ team, scene string }

func (n name) key(pipeline string) degrade.Key {
	return degrade.Key{Scene: n.team + "/" + n.scene, Pipeline: pipeline}
}

// New has nothing enlisted yet.
func New(cfg Config) (*Overload, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	o := &Overload{cfg: cfg, queue: limit.NewQueue(cfg.Now), jobs: make(chan func(), 1024), scenes: map[name]*Scene{}}
	opt := degrade.Options{Now: cfg.Now, CPU: cfg.CPU, Seed: cfg.Seed, Background: o.later}
	if cfg.Inline {
		opt.Background = nil
	}
	if cfg.Store != nil {
		opt.Store = journal{cfg.Store}
	}
	var err error
	o.control, err = degrade.New(opt)
	return o, err
}

// later does a job beside requests; where too many wait, at once.
func (o *Overload) later(job func()) {
	if !o.cfg.Inline {
		select {
		case o.jobs <- job:
			return
		default:
		}
	}
	job()
}

// Run decides ten times a second until ctx ends.
func (o *Overload) Run(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() { o.work(ctx) })
	if o.cfg.Store != nil {
		wg.Go(func() { o.keep(ctx) })
	}
	tick := time.NewTicker(degrade.Step)
	defer tick.Stop()
	defer wg.Wait()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if n%10 == 0 {
			o.Sync()
		}
		o.Tick()
	}
}

func (o *Overload) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case job := <-o.jobs:
			job()
		}
	}
}

// Tick decides once.
func (o *Overload) Tick() {
	o.overhead.tick(o.cfg.CPU.Load())
	o.control.SetRefusal(o.overhead.refusal())
	o.control.Tick()
	o.queue.Apart(o.control.Apart())
	o.queue.Set(o.control.Room())
	o.tell()
}

// Sync enlists the scenes of what is live, also those that nobody asks, and
// forgets those that are gone.
func (o *Overload) Sync() {
	have := map[name]bool{}
	for _, team := range o.cfg.Programs.Teams() {
		p, version, _, ok := o.cfg.Programs.Live(team)
		if !ok {
			for n := range o.list() { // it is loading: what was known holds
				if n.team == team {
					have[n] = true
				}
			}
			continue
		}
		for _, s := range p.Project.Scenes {
			have[name{team, s.Name}] = true
			o.Scene(p, version, team, s.Name)
		}
	}
	for n, s := range o.list() {
		if !have[n] {
			o.mu.Lock()
			delete(o.scenes, n)
			o.mu.Unlock()
			o.control.Remove(s.key)
		}
	}
}

// list of the scenes, copied.
func (o *Overload) list() map[name]*Scene {
	o.mu.RLock()
	defer o.mu.RUnlock()
	out := make(map[name]*Scene, len(o.scenes))
	for n, s := range o.scenes {
		out[n] = s
	}
	return out
}

// Scene of a program; it is enlisted when it is new. nil when the program has no
// such scene.
func (o *Overload) Scene(p *engine.Program, version int64, team, scene string) *Scene {
	n := name{team, scene}
	o.mu.RLock()
	s := o.scenes[n]
	o.mu.RUnlock()
	if s != nil && s.program == p {
		return s
	}
	declared, ok := p.Project.Scene(scene)
	if !ok {
		return nil
	}
	graph, ok := p.Project.Pipeline(declared.Pipeline)
	if !ok {
		return nil
	}
	o.mu.Lock()
	old := o.scenes[n]
	if old != nil && old.program == p {
		o.mu.Unlock()
		return old
	}
	s = &Scene{o: o, name: n, key: n.key(declared.Pipeline), program: p, version: version, declared: declared, graph: graph, lane: o.lane(declared), falls: anyBacks(declared)}
	o.scenes[n] = s
	o.mu.Unlock()
	if old != nil && old.key != s.key {
		o.later(func() { o.control.Remove(old.key) })
	}
	o.later(s.enlist)
	return s
}

// Scene is one scene of one program.
type Scene struct {
	o        *Overload
	name     name
	key      degrade.Key
	program  *engine.Program
	version  int64
	declared *dag.Scene
	graph    *dag.Graph
	lane     *limit.Lane
	falls    bool // the fallback may answer who is refused

	mu     sync.Mutex
	ready  *ready // once enlisted
	failed string // why not
}

// ready is a scene whose plans are made. Immutable.
type ready struct {
	modules *adapt.Scene
	gate    *degrade.Gate
}

// enlist the scene: as it is, or, where its graph is too entangled for that,
// with its modules side by side.
func (s *Scene) enlist() {
	modules := adapt.New(s.key, s.declared, s.graph)
	r, err := s.open(modules)
	if err != nil && modules.Simple == "" {
		r, err = s.open(adapt.Flat(s.key, s.declared, s.graph, err.Error()))
	}
	s.mu.Lock()
	if err != nil {
		s.failed = err.Error()
	} else {
		s.ready = r
	}
	s.mu.Unlock()
	if err != nil {
		s.o.cfg.Log.Warn("a scene is served without plans for less", "team", s.name.team, "scene", s.name.scene, "error", err)
		return
	}
	s.o.resume(s)
}

func (s *Scene) open(modules *adapt.Scene) (*ready, error) {
	spec := modules.Spec
	spec.Make = func(p *degrade.Plan) any {
		plan, err := s.program.Plan(s.graph.Name, modules.Turned(p), p.Level, modules.Name(p), "switched off by plan "+p.ID)
		if err != nil { // a mistake of ours: the modules are those of the graph
			s.o.cfg.Log.Error("a plan fits its pipeline not", "plan", p.ID, "error", err)
			return (*engine.Plan)(nil)
		}
		return plan
	}
	gate, err := s.o.control.Open(spec)
	if err != nil {
		return nil, err
	}
	return &ready{modules, gate}, nil
}

// enlisted is nil until the plans are made.
func (s *Scene) enlisted() (*ready, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ready, s.failed
}
