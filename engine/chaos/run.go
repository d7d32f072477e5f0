package chaos

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/circuit"
	"riffle.dev/riffle/engine/enginetest"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/remote"
	"riffle.dev/riffle/engine/store"
	"riffle.dev/riffle/index"
)

// Options of a run.
type Options struct {
	For      time.Duration // under chaos
	Load     float64       // share of saturation; 0: no speed is looked at
	Requests int           // without Load: how many, Together at a time
	Together int
	Measure  time.Duration // saturation is measured so long
	Seed     uint64
	Log      io.Writer
}

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
	r := asked{who: int(w.number.Add(1)), scene: "home"}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.rng.IntN(4) == 0 {
		r.scene = "rail"
	}
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

// serve a request and look at its answer. It gives how long that took, and
// whether there was one.
func (w *World) serve(r asked) (took time.Duration, a *engine.Answer) {
	w.marks.begin(r.who)
	var faults engine.Faults
	if r.drills != nil {
		faults = r.drills
	}
	begin := time.Now()
	a, err := w.engine.Serve(context.Background(), w.program, r.scene, engine.Request{Values: r.values}, w, faults)
	took = time.Since(begin)
	if err == nil {
		w.check.look(r, a)
		return took, a
	}
	var known *engine.Error
	if !errors.As(err, &known) || known.Code != engine.CodeDeadline && known.Code != engine.CodeUnavailable {
		w.check.wrongly("request %d: %v", r.who, err)
	}
	return took, nil
}

// saturation is how many requests a second are answered, all well, by as many
// callers as keep the processors busy.
func (w *World) saturation(long time.Duration) float64 {
	var all sync.WaitGroup
	var n atomic.Int64
	begin := time.Now()
	for range 4 * runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for time.Since(begin) < long {
				w.serve(w.next(false))
				n.Add(1)
			}
		})
	}
	all.Wait()
	return float64(n.Load()) / time.Since(begin).Seconds()
}

// Result of a run.
type Result struct {
	*Findings
	Saturation, Rate       float64 // requests a second
	Asked, Failed, Partial int64
	Fallbacks, Stale       int64
	Kinds                  int // of answers the oracle was asked of
	Late                   Tail
	Canary                 Tail
	Beyond                 int64   // answers later than the bound
	CPU                    float64 // share of all processors
	Goroutines             [2]int  // before and after
	Heap                   [2]uint64
	Moods                  map[string]int64
	Opened                 int64 // circuits
	Budgets                []exec.BudgetCounts
	Cache                  exec.CacheCounts
}

// Tail of lateness.
type Tail struct {
	N         int
	P999, Max time.Duration
}

func tail(all []time.Duration) Tail {
	if len(all) == 0 {
		return Tail{}
	}
	slices.Sort(all)
	return Tail{len(all), all[len(all)*999/1000], all[len(all)-1]}
}

// Bound is how much later than its deadline an answer may leave.
func (r *Result) Bound() time.Duration {
	return max(5*time.Millisecond, r.Canary.P999+2*time.Millisecond)
}

// Latest is how much later than its deadline no answer may leave.
const Latest = 50 * time.Millisecond

// Run everything.
func (w *World) Run(ctx context.Context) (*Result, error) {
	say := func(format string, args ...any) {
		if w.opt.Log != nil {
			fmt.Fprintf(w.opt.Log, format+"\n", args...)
		}
	}
	res := &Result{Findings: w.check.Findings, Moods: map[string]int64{}}
	say("seed %d", w.opt.Seed)
	for range 200 {
		w.serve(w.next(false)) // pools fill
	}
	if w.opt.Load > 0 {
		res.Saturation = w.saturation(w.opt.Measure)
		res.Rate = w.opt.Load * res.Saturation
		say("saturation %.0f requests a second, of which %.0f are asked for %v", res.Saturation, res.Rate, w.opt.For)
	}
	res.Goroutines[0], res.Heap[0] = w.settle(0)
	w.weather.set(false)
	cpu, begin := cpuTime(), time.Now()
	var lates []time.Duration
	if w.opt.Load > 0 {
		lates, res.Canary = w.open(ctx, res)
	} else {
		w.closed(ctx, res)
	}
	res.CPU = float64(cpuTime()-cpu) / float64(time.Since(begin)) / float64(runtime.GOMAXPROCS(0))
	res.Late = tail(lates)
	for _, l := range lates {
		if l > res.Bound() {
			res.Beyond++
		}
	}
	lates = nil
	w.weather.set(true)
	if err := w.engine.Wait(ctx); err != nil {
		return nil, err
	}
	say("asking the oracle")
	res.Kinds = w.check.oracle(w.bench, moment)
	w.check.kinds = map[string]*kind{}
	for m, n := range w.marks.total {
		if n > 0 {
			res.Moods[moodNames[m]] = n
		}
	}
	statuses := w.guarded.Circuits()
	statuses["players"] = w.players.Circuit()
	for _, s := range statuses {
		res.Opened += s.Opened
		if s.State != circuit.Closed && s.Opened == 0 {
			w.check.untruly("a circuit is open that never opened")
		}
	}
	res.Budgets, res.Cache = w.program.Again(), w.engine.Counts().Cache
	res.Goroutines[1], res.Heap[1] = w.settle(res.Goroutines[0])
	return res, ctx.Err()
}

// note an answer.
func (res *Result) note(a *engine.Answer) {
	if a == nil {
		atomic.AddInt64(&res.Failed, 1)
		return
	}
	partial, stale := a.Coverage < 1, false
	for i := range a.Outcomes {
		partial = partial || a.Outcomes[i].Failure != ""
		stale = stale || a.Outcomes[i].Stale
	}
	if partial {
		atomic.AddInt64(&res.Partial, 1)
	}
	if stale {
		atomic.AddInt64(&res.Stale, 1)
	}
	if a.Record.Fallback {
		atomic.AddInt64(&res.Fallbacks, 1)
	}
}

// closed asks so many, so many at a time.
func (w *World) closed(ctx context.Context, res *Result) {
	var all sync.WaitGroup
	for range w.opt.Together {
		all.Go(func() {
			for ctx.Err() == nil && atomic.AddInt64(&res.Asked, 1) <= int64(w.opt.Requests) {
				_, a := w.serve(w.next(true))
				res.note(a)
			}
		})
	}
	all.Wait()
	res.Asked = int64(w.opt.Requests)
}

// open asks at the rate, whatever becomes of the answers, beside a canary: a
// goroutine with nothing but a timer.
func (w *World) open(ctx context.Context, res *Result) (lates []time.Duration, canary Tail) {
	var all sync.WaitGroup
	end := make(chan struct{})
	all.Go(func() {
		var late []time.Duration
		for {
			at := time.Now()
			select {
			case <-end:
				canary = tail(late)
				return
			case <-time.After(5 * time.Millisecond):
				late = append(late, time.Since(at)-5*time.Millisecond)
			}
		}
	})
	var requests sync.WaitGroup
	var mu sync.Mutex
	chance := rand.New(rand.NewPCG(w.opt.Seed, 3))
	begin := time.Now()
	for next := time.Duration(0); next < w.opt.For && ctx.Err() == nil; next += time.Duration(chance.ExpFloat64() / res.Rate * float64(time.Second)) {
		if wait := next - time.Since(begin); wait > 0 {
			time.Sleep(wait)
		}
		res.Asked++
		requests.Go(func() {
			r := w.next(true)
			took, a := w.serve(r)
			res.note(a)
			mu.Lock()
			lates = append(lates, took-deadlines[r.scene])
			mu.Unlock()
		})
	}
	requests.Wait()
	close(end)
	all.Wait()
	return lates, canary
}

// settle waits until there are no more goroutines than that, if it can, and
// gives what there is.
func (w *World) settle(goroutines int) (int, uint64) {
	for range 100 {
		w.transport.CloseIdleConnections()
		if runtime.NumGoroutine() <= goroutines {
			break
		}
		if goroutines == 0 { // what is idle ends within
			time.Sleep(500 * time.Millisecond)
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return runtime.NumGoroutine(), m.HeapAlloc
}

// cpuTime is what this process has used, user and system.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
