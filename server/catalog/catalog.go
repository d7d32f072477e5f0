package catalog

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/server/app"
)

// Source is where live versions and drills are kept (server/store).
type Source interface {
	LiveNumbers(ctx context.Context) (map[string]int64, error)
	Version(ctx context.Context, team string, number int64) (app.Version, error)
	AllFaults(ctx context.Context, now time.Time) (map[string][]app.Fault, error)
	AddEvent(ctx context.Context, team string, e app.Event) error
	// VersionServes tells that a version made live serves, once for all instances.
	VersionServes(ctx context.Context, team string, number int64, now time.Time) error
	// EndFaults tells of the drills that ran out, once for all instances.
	EndFaults(ctx context.Context, now time.Time) error
}

// Config of a Catalog. Home may be empty: then nothing is kept between starts.
type Config struct {
	Log      changelog.Log
	Source   Source
	Compiler *Compiler
	Words    func(name string) (*index.WordTable, error)
	Home     string
	Data     string // id of the database, so that a snapshot of another one is not used
	Report   *slog.Logger
	Now      func() time.Time
	Random   func() float64              // 0 ≤ x < 1: which calls a drill of a share hits
	Logs     func(team string) op.Logger // what pipelines write behind their answers; nil: nothing is written
}

// Catalog is the teams of this instance. Safe for concurrent use.
type Catalog struct {
	log      changelog.Log
	source   Source
	compiler *Compiler
	words    func(string) (*index.WordTable, error)
	home     string
	data     string
	report   *slog.Logger
	now      func() time.Time
	random   func() float64
	logs     func(string) op.Logger

	ctx    context.Context // of the followers
	cancel context.CancelFunc

	tries chan struct{} // room for what people try out

	mu     sync.RWMutex
	teams  map[string]*team
	known  bool // which teams have a live version
	faults map[string][]app.Fault
}

// New makes an empty Catalog; Run fills it.
func New(c Config) *Catalog {
	ctx, cancel := context.WithCancel(context.Background())
	return &Catalog{log: c.Log, source: c.Source, compiler: c.Compiler, words: onceEach(c.Words), home: c.Home, data: c.Data,
		report: c.Report, now: c.Now, random: c.Random, logs: c.Logs, tries: make(chan struct{}, maxTries), ctx: ctx, cancel: cancel, teams: map[string]*team{}, faults: map[string][]app.Fault{}}
}

// Active is what serves a team now; false before its first version runs.
func (c *Catalog) Active(name string) (*Active, bool) {
	c.mu.RLock()
	t := c.teams[name]
	c.mu.RUnlock()
	if t == nil {
		return nil, false
	}
	a := t.active.Load()
	return a, a != nil
}

// Teams are those with an Active or one on its way, by name.
func (c *Catalog) Teams() []string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return slices.Sorted(maps.Keys(c.teams))
}

func (c *Catalog) team(name string) *team {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.teams[name]
	if t == nil {
		t = &team{name: name, catalog: c, libraries: map[string]*Library{}}
		c.teams[name] = t
	}
	return t
}

// Close stops following and keeps snapshots. Actives stay readable.
func (c *Catalog) Close() {
	c.cancel() // loads under way end, followers stop
	c.mu.RLock()
	teams := slices.Collect(maps.Values(c.teams))
	c.mu.RUnlock()
	for _, t := range teams {
		t.close()
	}
}

// onceEach loads each word table once; a table that failed is tried again.
func onceEach(load func(string) (*index.WordTable, error)) func(string) (*index.WordTable, error) {
	var mu sync.Mutex
	tables := map[string]*index.WordTable{}
	return func(name string) (*index.WordTable, error) {
		mu.Lock()
		defer mu.Unlock()
		if t := tables[name]; t != nil {
			return t, nil
		}
		if load == nil {
			return nil, fmt.Errorf("this instance has no word table %q", name)
		}
		t, err := load(name)
		if err == nil {
			tables[name] = t
		}
		return t, err
	}
}
