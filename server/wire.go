package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/logs"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/auth"
	"riffle.dev/riffle/server/catalog"
	"riffle.dev/riffle/server/demo"
	"riffle.dev/riffle/server/export"
	"riffle.dev/riffle/server/gateway"
	"riffle.dev/riffle/server/limits"
	"riffle.dev/riffle/server/live"
	"riffle.dev/riffle/server/loads"
	"riffle.dev/riffle/server/overload"
	"riffle.dev/riffle/server/stats"
	"riffle.dev/riffle/server/store"
	"riffle.dev/riffle/web"
)

// parts of one instance.
type parts struct {
	cfg      Config
	pool     *pgxpool.Pool
	store    *store.Store
	auth     *auth.Auth
	changes  *changelog.Postgres
	catalog  *catalog.Catalog
	app      *app.App
	board    *stats.Board
	writer   *stats.Writer
	engine   *engine.Engine
	logs     *logs.Logs
	export   *export.Exporter // nil: nothing is exported
	gateway  *gateway.Gateway
	journal  *live.Journal
	hub      *live.Hub
	database *database
	events   *events
	watch    *live.Watch
	overload *overload.Overload
	limits   *limits.Exchange
	traffic  *demo.Traffic // nil without a demo
	loads    *loads.Runner
	gains    *loads.Measurer
	api      *api.API
}

// wire puts an instance together; nothing runs yet. The schema must be there.
func wire(ctx context.Context, cfg Config) (_ *parts, err error) {
	p := &parts{cfg: cfg}
	if p.pool, err = newPool(cfg.DSN); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			p.pool.Close()
		}
	}()
	if p.store, err = store.Open(p.pool); err != nil {
		return nil, err
	}
	instance := traceID()
	p.store = p.store.Of(instance)
	data, err := dataID(ctx, p.store)
	if err != nil {
		return nil, err
	}
	hasher := auth.NewHasher()
	p.auth = auth.New(auth.Options{Source: p.store, Hasher: hasher, Now: time.Now, BasePath: cfg.BasePath})
	p.changes = changelog.NewPostgres(p.pool)
	compiler := catalog.NewCompiler(catalog.CompilerConfig{Operators: op.NewCatalogue(), Secrets: cfg.Secrets, Published: p.store, Standins: cfg.Project.standins()})
	p.logs = newLogs(cfg)
	p.catalog = catalog.New(catalog.Config{Log: p.changes, Source: p.store, Compiler: compiler, Words: wordTables(cfg.Home),
		Home: cfg.Home, Data: data, Report: cfg.Log, Now: time.Now, Random: mathrand.Float64, Logs: p.logs.Team})
	p.loads = p.newLoads()
	p.gains = p.newGains()
	p.app = app.New(app.Config{Loads: p.loads, Gains: p.gains, Store: p.store, Compiler: compiler, Runtime: p.catalog, Secrets: auth.Secrets{Hasher: hasher}, Sample: demo.Sample{Log: cfg.Log, Serve: p.visit},
		Forget: p.auth.Forget, Now: func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }})

	p.writer = stats.NewWriter(stats.NewPostgres(stdlib.OpenDBFromPool(p.pool)), cfg.Log, stats.WriterOptions{})
	p.board = stats.NewBoard(time.Now, p.writer)
	if p.overload, err = overload.New(overload.Config{Programs: programs{p.catalog}, Now: time.Now, CPU: &overload.Process{}, Seed: mathrand.Uint64(), Store: p.store, Log: cfg.Log,
		Note: func(team string, at time.Time, e app.Event) { p.events.note(team, at, e) }}); err != nil {
		return nil, err
	}
	kept := gateway.Options{Traces: cfg.Traces.Keep, TraceBytes: cfg.Traces.Bytes, Sample: cfg.Traces.Sample, Relief: relief{p.overload}}
	if cfg.Traces.Export {
		if p.export, err = export.New(ctx, export.Options{Endpoint: cfg.Traces.Endpoint, Version: cfg.Version, Log: cfg.Log}); err != nil {
			return nil, fmt.Errorf("traces can't be exported: %w", err)
		}
		kept.Export = p.export.Add
	}
	p.engine = engine.New(engine.Options{Now: time.Now, TraceID: traceID, Traced: p.export != nil})
	p.gateway = gateway.New(p.engine, programs{p.catalog}, p.board, time.Now, kept)
	p.limits = limits.New(limits.Config{Instance: instance, Store: p.store, Holder: p.gateway, Now: time.Now, Log: cfg.Log})
	p.database = newDatabase(p.pool.Ping, cfg.Database, time.Now)
	p.journal = live.NewJournal(func() { p.hub.Poke() })
	sources := &live.Sources{Board: p.board, Running: p.catalog, Graph: p.gateway.Graph, Journal: p.journal, Database: p.database.State,
		Circuits: p.catalog.Circuits, Relief: p.overload, Loads: p.loads.Live,
		Traffic: func(string) api.Traffic { return api.Traffic{Surge: 1} }}
	var generator api.Generator // a nil interface, where there is no demo
	if cfg.Demo {
		p.traffic = demo.NewTraffic(p.store, cfg.Log, time.Now, func(e app.Event) { p.events.note(demo.Team, time.Now(), e) })
		p.traffic.Measure(p.suffices)
		sources.Traffic, generator = p.traffic.Now, p.traffic
	}
	p.hub = live.NewHub(sources, p.auth, cfg.Log, time.Now, live.Options{})
	p.events = newEvents(p.store, p.journal, p.catalog.Teams, time.Now)
	p.watch = live.NewWatch(p.board, p.events.note)
	p.database.onChange = func(s api.DatabaseState) {
		p.events.database(s)
		p.hub.Poke()
	}
	p.api = api.New(api.Config{BasePath: cfg.BasePath, Version: cfg.Version, Log: cfg.Log, App: p.app, Sessions: p.auth, Serving: p.gateway,
		Boards: live.NewBoards(sources), Traces: p.gateway.Traces(), Recorder: p.gateway, Generator: generator, Degradations: p.overload, Circuits: p.catalog.Circuits, Logs: p.logPlaces, Limits: p.limitShares, Live: p.hub, Metrics: p.metrics(),
		Console: web.Handler(web.Files(), cfg.BasePath), Ready: p.ready, Stopping: ctx.Done()})
	return p, nil
}

// visit asks a scene as the visitors of a sample do.
func (p *parts) visit(ctx context.Context, team, scene string, request map[string]any) error {
	_, err := p.gateway.Serve(ctx, nil, team, scene, api.ServeRequest{Request: request})
	return err
}

// programs is the catalog as the gateway wants it.
type programs struct{ *catalog.Catalog }

// Live implements gateway.Programs.
func (p programs) Live(team string) (*engine.Program, int64, engine.Resources, bool) {
	a, ok := p.Active(team)
	if !ok {
		return nil, 0, nil, false
	}
	return a.Program, a.Version, a, true
}

// relief is the overload as the gateway wants it.
type relief struct{ *overload.Overload }

// Scene implements gateway.Relief.
func (r relief) Scene(p *engine.Program, version int64, team, name string) gateway.RelievedScene {
	s := r.Overload.Scene(p, version, team, name)
	if s == nil {
		return nil
	}
	return relieved{s}
}

type relieved struct{ *overload.Scene }

// Begin implements gateway.RelievedScene.
func (r relieved) Begin() gateway.Relieved { return r.Scene.Begin() }

func traceID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails
	return hex.EncodeToString(b[:])
}

// dataID names the database, made once in its life, so that a snapshot of
// another one is not taken for one of this.
func dataID(ctx context.Context, s *store.Store) (string, error) {
	const name = "data_id"
	var id string
	found, err := s.Setting(ctx, "", name, &id)
	if err != nil || found {
		return id, err
	}
	id = traceID()
	if err := s.Set(ctx, "", name, id); err != nil {
		return "", err
	}
	_, err = s.Setting(ctx, "", name, &id) // another instance may have been faster
	return id, err
}

// ready is of /readyz: an instance that serves from memory is ready also while
// the database is away.
func (p *parts) ready(ctx context.Context) error {
	live, err := p.store.LiveNumbers(ctx)
	if err != nil && len(p.catalog.Teams()) > 0 {
		return nil
	}
	if err != nil {
		return errors.New("the database cannot be reached and nothing is loaded")
	}
	for team := range live {
		if _, ok := p.catalog.Active(team); !ok {
			return errors.New("the live version of " + team + " is loading")
		}
	}
	return nil
}

// start runs everything in the background until ctx ends; the group is done
// when all of it has ended.
func (p *parts) start(ctx context.Context) *sync.WaitGroup {
	var wg sync.WaitGroup
	for _, run := range []func(context.Context){
		func(ctx context.Context) { p.changes.Listen(ctx, p.cfg.Log) },
		p.catalog.Run,
		p.board.Run,
		p.watch.Run,
		p.overload.Run,
		p.limits.Run,
		func(ctx context.Context) { p.writer.Run(ctx, time.Now) },
		p.hub.Run,
		p.database.run,
		p.events.run,
		func(ctx context.Context) { p.auth.Run(ctx, p.cfg.Log) },
	} {
		wg.Go(func() { run(ctx) })
	}
	if p.export != nil {
		wg.Go(func() { p.export.Run(ctx) })
	}
	return &wg
}
