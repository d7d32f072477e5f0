package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/auth"
	"riffle.dev/riffle/server/gateway"
	"riffle.dev/riffle/server/stats"
)

// benchScene has the least to do that a scene can have, so that what stands
// around it shows.
const benchScene = `
resource things { fields { id: key, n: int = 0 } }
pipeline few(k: int(1..50) = 3) -> items { return top(things, by: n, k: k) }
scene bench { pipeline: few, deadline: 100ms, limit: 1000000/s, fallback: none }
`

// benchGateway asks the router as the server has it (token, role, validation,
// limit, the engine with one node, counts, traces) and a bare handler of the
// same router library that reads the same body and writes the same answer.
func benchGateway(ctx context.Context, b *bencher) ([]benchRow, error) {
	door, err := newBenchDoor()
	if err != nil {
		return nil, err
	}
	const path, body = api.Prefix + "/teams/bench/scenes/bench/serve", `{"request":{"k":3}}`
	ask := func(h http.Handler) (time.Duration, *httptest.ResponseRecorder) {
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, path, bytes.NewReader([]byte(body)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+benchToken)
		w := httptest.NewRecorder()
		began := time.Now()
		h.ServeHTTP(w, r)
		return time.Since(began), w
	}
	_, first := ask(door)
	if first.Code != http.StatusOK {
		return nil, fmt.Errorf("the door answers %d: %s", first.Code, first.Body)
	}
	gin.SetMode(gin.ReleaseMode)
	bare := gin.New()
	var answer api.ServeAnswer
	if answer, err = door.gateway.Serve(ctx, nil, "bench", "bench", api.ServeRequest{}); err != nil {
		return nil, err
	}
	bare.POST(path, func(c *gin.Context) {
		var in api.ServeRequest
		if err := c.ShouldBindJSON(&in); err != nil {
			c.Status(http.StatusBadRequest)
			return
		}
		c.JSON(http.StatusOK, answer)
	})
	if _, w := ask(bare); w.Code != http.StatusOK {
		return nil, fmt.Errorf("the bare handler answers %d", w.Code)
	}
	var times [2][]float64
	for began := time.Now(); time.Since(began) < 2*b.each || len(times[0]) < 2000; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for side, h := range []http.Handler{door, bare} {
			took, _ := ask(h)
			times[side] = append(times[side], float64(took)/float64(time.Microsecond))
		}
	}
	var p50, p99 [2]float64
	for side := range times {
		times[side] = times[side][len(times[side])/10:] // pools fill
		slices.Sort(times[side])
		p50[side], p99[side] = times[side][len(times[side])/2], times[side][len(times[side])*99/100]
	}
	what := "a scene of one node through the whole router (token, role, validation, limit, engine, counts, trace)"
	return []benchRow{
		within("gateway.overhead", what+": median over that of a bare gin handler with the same body and answer", "µs", p50[0]-p50[1], 60),
		versus("gateway.p50", what+": median", "µs", p50[0], p50[1], p50[0]/p50[1], "bare gin handler", 0),
		versus("gateway.p99", what+": 99th percentile", "µs", p99[0], p99[1], p99[0]/p99[1], "bare gin handler", 0),
	}, nil
}

// benchDoor is the router over one scene.
type benchDoor struct {
	*api.API
	gateway *gateway.Gateway
	program *engine.Program
	memory  *engine.Memory
}

func newBenchDoor() (*benchDoor, error) {
	project, found := dag.Compile([]dag.Source{{Name: "bench.riffle", Text: []byte(benchScene)}}, op.NewCatalogue())
	if project == nil {
		return nil, fmt.Errorf("the scene does not compile: %v", found)
	}
	d := &benchDoor{}
	var err error
	if d.program, err = engine.Compile(project); err != nil {
		return nil, err
	}
	if d.memory, err = engine.NewMemory(project, nil); err != nil {
		return nil, err
	}
	if _, err := d.memory.Put("things", []map[string]any{{"id": "a", "n": 3}, {"id": "b", "n": 2}, {"id": "c", "n": 1}}); err != nil {
		return nil, err
	}
	n := 0
	e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { n++; return strconv.Itoa(n) }})
	d.gateway = gateway.New(e, d, stats.NewBoard(time.Now, nil), time.Now, gateway.Options{})
	d.API = api.New(api.Config{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), App: app.New(app.Config{Now: time.Now}),
		Sessions: auth.New(auth.Options{Source: benchTokens{}, Hasher: auth.NewHasher(), Now: time.Now}), Serving: d.gateway, Traces: d.gateway.Traces()})
	return d, nil
}

// Live implements gateway.Programs; Absent and Faults too.
func (d *benchDoor) Live(team string) (*engine.Program, int64, engine.Resources, bool) {
	return d.program, 1, d.memory, team == "bench"
}

func (*benchDoor) Absent(_, what, name string) error { return app.Missing(what, name) }

func (*benchDoor) Faults(string, string) engine.Faults { return nil }

// benchToken is known to benchTokens, and to nothing else.
const benchToken = "rfl_bench"

// benchTokens is a source of principals with one token, as a database would
// answer; what it lacks is not asked.
type benchTokens struct{ auth.Source }

func (benchTokens) OfToken(context.Context, []byte, time.Time) (*app.Principal, error) {
	return &app.Principal{Login: "bench", Token: "bench", TokenID: 1, Teams: map[string]app.Role{"bench": app.Viewer}, Scopes: []app.Scope{app.ScopeServe}}, nil
}
