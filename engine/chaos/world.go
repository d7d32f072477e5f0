package chaos

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/enginetest"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/remote"
	"riffle.dev/riffle/engine/store"
	"riffle.dev/riffle/index"
)

// moment of all requests: what is answered depends on no clock.
var moment = time.Date(2026, 1, 10, 12, 0, 0, 0, time.UTC)

// World is an engine with all that it asks.
type World struct {
	opt     Options
	bench   *enginetest.Bench
	engine  *engine.Engine
	program *engine.Program
	guarded engine.Guarded
	memory  *engine.Memory
	players *store.Store
	weather *weather
	marks   *marks
	check   *checker

	server    *httptest.Server
	transport *http.Transport
	gone      chan struct{}

	number atomic.Int64
	mu     sync.Mutex
	rng    *rand.Rand
}

// New starts the services and the store. Close ends them.
func New(opt Options) (*World, error) {
	w := &World{opt: opt, marks: newMarks(), gone: make(chan struct{}), transport: remote.NewTransport(), rng: rand.New(rand.NewPCG(opt.Seed, 2))}
	w.weather = newWeather(opt.Seed, w.marks)
	w.check = &checker{Findings: &Findings{}, marks: w.marks, kinds: map[string]*kind{}}
	mux, flood := http.NewServeMux(), newFlood()
	for path, name := range map[string]string{"/ctr": "ctr", "/near": "near", "/rewrite": "rewrite", "/store/": "store"} {
		mux.Handle(path, &callee{name: name, weather: w.weather, flood: flood, gone: w.gone})
	}
	w.server = httptest.NewServer(mux)
	var err error
	var docs []map[string]any
	for i := range nPlayers {
		docs = append(docs, player(i))
	}
	if w.bench, err = enginetest.NewBench(sources(w.server.URL), map[string][]map[string]any{"games": games(), "players": docs}); err != nil {
		return nil, err
	}
	w.bench.Remote, w.memory = truth{}, w.bench.Memory
	if w.guarded, err = engine.Remote(w.bench.Project, engine.Calls{Transport: w.transport, Now: time.Now}); err != nil {
		return nil, err
	}
	w.program = w.bench.Program.With(w.guarded)
	r, _ := w.bench.Project.Resource("players")
	if w.players, err = store.OfResource(r, nil, store.Options{Transport: w.transport, Now: time.Now}); err != nil {
		return nil, err
	}
	w.engine = engine.New(engine.Options{Now: func() time.Time { return moment }, TraceID: func() string { return "" }})
	return w, nil
}

// Close ends all that was started.
func (w *World) Close() {
	_ = w.engine.Wait(context.Background()) // it ends with its time
	w.players.Close()
	close(w.gone)
	w.transport.CloseIdleConnections()
	w.server.Close()
}

// View implements engine.Resources.
func (w *World) View(name string) (op.View, error) {
	if name == "players" {
		return w.players.View(), nil
	}
	return w.memory.View(name)
}

// Words implements engine.Resources.
func (w *World) Words(name string) (*index.WordTable, error) { return w.memory.Words(name) }

// next request; ill ones may be drilled.
func (w *World) next(ill bool) asked {
	r := asked{who: int(w.number.Add(1))}
	w.mu.Lock()
	defer w.mu.Unlock()
	r.scene = [...]string{"home", "home", "home", "home", "home", "home", "side", "side", "side", "rail", "rail", "probe"}[w.rng.IntN(12)]
	r.values = map[string]any{"user": playerID(w.rng.IntN(nPlayers)), "q": hues[w.rng.IntN(len(hues))], "r": "r" + strconv.Itoa(r.who)}
	if !ill || r.scene != "home" {
		return r
	}
	for _, d := range [...]struct {
		node  string
		share float64
		fault op.Fault
	}{
		{"typed", .02, op.Fault{Err: "drill"}}, {"typed", .02, op.Fault{Hang: true}}, {"hot", .01, op.Fault{Err: "drill"}},
		{"hot", .01, op.Fault{Hang: true}}, {"page", .02, op.Fault{Err: "drill"}}, {"page", .01, op.Fault{Delay: 300 * time.Millisecond}},
	} {
		if w.rng.Float64() < d.share {
			if r.drills == nil {
				r.drills = drills{}
			}
			r.drills[d.node] = d.fault
		}
	}
	return r
}

// serve a request. What is made of the answer is looked at later: that would be
// load of its own.
func (w *World) serve(r asked) served {
	w.marks.begin(r.who)
	var faults engine.Faults
	if r.drills != nil {
		faults = r.drills
	}
	s := served{request: r, begin: time.Now()}
	s.answer, s.err = w.engine.Serve(context.Background(), w.program, r.scene, engine.Request{Values: r.values}, w, faults)
	s.took = time.Since(s.begin)
	return s
}

// served is a request that has left, with an answer or without.
type served struct {
	request asked
	answer  *engine.Answer // nil: there is none
	err     error
	begin   time.Time // when the engine was asked
	took    time.Duration
}

// late is how much later than its deadline it left; below 0: in time.
func (s *served) late() time.Duration { return s.took - deadlines[s.request.scene] }
