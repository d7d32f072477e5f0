package main

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"syscall"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/examples"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/words"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	demostore "riffle.dev/riffle/server/demo"
	"riffle.dev/riffle/server/gateway"
	"riffle.dev/riffle/server/stats"
)

// benchDemo asks the demo's scenes one request at a time, from the body's JSON
// to the answer's, through the gateway but without HTTP.
func benchDemo(ctx context.Context, b *bencher) ([]benchRow, error) {
	s, err := newShop()
	if err != nil {
		return nil, err
	}
	board := stats.NewBoard(time.Now, nil)
	n := 0
	e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { n++; return strconv.Itoa(n) }})
	g := gateway.New(e, s, board, time.Now, gateway.Options{})
	requests, err := demostore.NewRequests(1)
	if err != nil {
		return nil, err
	}
	byScene := map[string][][]byte{}
	for range 4000 {
		r := requests.Next()
		byScene[r.Scene] = append(byScene[r.Scene], r.Body)
	}
	var rows []benchRow
	asked, lost := 0, 0
	for _, scene := range []string{"home", "browse", "related", "verses"} {
		m, err := b.ask(ctx, g, scene, byScene[scene])
		if err != nil {
			return nil, fmt.Errorf("scene %s: %w", scene, err)
		}
		asked, lost = asked+m.asked, lost+m.lost
		what := fmt.Sprintf("scene %s of the demo, one request at a time", scene)
		rows = append(rows,
			alone("demo."+scene+".p50", what+": median time", "ms", m.p50),
			alone("demo."+scene+".p99", what+": 99th percentile", "ms", m.p99),
			alone("demo."+scene+".cpu", what+": CPU a request", "ms", m.cpu))
	}
	return append(rows, alone("demo.lost", "requests of these that missed their deadline, on a machine that did other things beside", "%", 100*float64(lost)/float64(asked))), nil
}

type measured struct {
	p50, p99, cpu float64 // ms
	asked, lost   int
}

func (b *bencher) ask(ctx context.Context, g *gateway.Gateway, scene string, bodies [][]byte) (measured, error) {
	m := measured{}
	var buffer []byte
	one := func(body []byte) error {
		var in api.ServeRequest
		if err := json.Unmarshal(body, &in); err != nil {
			return err
		}
		m.asked++
		a, err := g.Serve(ctx, nil, demostore.Team, scene, in)
		if code := app.CodeOf(err); err != nil && (code == app.Deadline || code == app.Unavailable) {
			m.lost++
			return nil
		}
		if err != nil {
			return err
		}
		buffer = a.AppendJSON(buffer[:0])
		return nil
	}
	for _, body := range bodies[:min(50, len(bodies))] { // pools fill
		if err := one(body); err != nil {
			return m, err
		}
	}
	var times []time.Duration
	cpu := cpuTime()
	for begin := time.Now(); time.Since(begin) < b.each || len(times) < 100; {
		at := time.Now()
		if err := one(bodies[len(times)%len(bodies)]); err != nil {
			return m, err
		}
		times = append(times, time.Since(at))
	}
	cpu = cpuTime() - cpu
	slices.Sort(times)
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	m.p50, m.p99, m.cpu = ms(times[len(times)/2]), ms(times[len(times)*99/100]), ms(cpu)/float64(len(times))
	return m, nil
}

// cpuTime is what this process has used, user and system.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// shop is the demo's project with its documents in memory.
type shop struct {
	program *engine.Program
	memory  *engine.Memory
	docs    map[string]int
	took    map[string]time.Duration
}

// Live implements gateway.Programs.
func (s *shop) Live(team string) (*engine.Program, int64, engine.Resources, bool) {
	return s.program, 1, s.memory, team == demostore.Team
}

// Faults implements gateway.Programs.
func (s *shop) Absent(_, what, name string) error { return app.Missing(what, name) }

func (s *shop) Faults(string, string) engine.Faults { return nil }

func newShop() (*shop, error) {
	var sources []dag.Source
	if err := examples.Files(func(name string, text []byte) { sources = append(sources, dag.Source{Name: name, Text: text}) }); err != nil {
		return nil, err
	}
	project, found := dag.Compile(sources, op.NewCatalogue())
	if project == nil {
		return nil, fmt.Errorf("the demo does not compile: %v", found)
	}
	s := &shop{docs: map[string]int{}, took: map[string]time.Duration{}}
	var err error
	if s.program, err = engine.Compile(project); err != nil {
		return nil, err
	}
	tables := map[string]*index.WordTable{}
	if s.memory, err = engine.NewMemory(project, func(name string) (*index.WordTable, error) {
		if t := tables[name]; t != nil {
			return t, nil
		}
		t, err := words.Load(examples.Data(), name)
		tables[name] = t
		return t, err
	}); err != nil {
		return nil, err
	}
	for resource, docs := range map[string]iter.Seq2[[]byte, error]{"apps": examples.Apps(), "people": examples.PeopleDocs(), "poems": examples.Poems()} {
		if err := s.fill(resource, docs); err != nil {
			return nil, fmt.Errorf("%s: %w", resource, err)
		}
	}
	return s, nil
}

// fill a resource; only the index's own time is taken.
func (s *shop) fill(resource string, docs iter.Seq2[[]byte, error]) error {
	var batch []map[string]any
	flush := func() error {
		begin := time.Now()
		errs, err := s.memory.Put(resource, batch)
		s.took[resource] += time.Since(begin)
		s.docs[resource] += len(batch)
		batch = nil
		for _, e := range errs {
			if e != nil {
				return e
			}
		}
		return err
	}
	for line, err := range docs {
		if err != nil {
			return err
		}
		var doc map[string]any
		if err := json.Unmarshal(line, &doc); err != nil {
			return err
		}
		if batch = append(batch, doc); len(batch) == 500 {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}
