package gateway_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/programtest"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/gateway"
	"riffle.dev/riffle/server/stats"
)

const project = `
resource games {
  fields {
    id:       key
    title:    text(analyzer: english)
    installs: int = 0
  }
}

pipeline feed(word: string?, k: int(1..50) = 3) -> items {
  typed = search(games, query: word, k: 10)  optional  gain 0.3
  hot   = top(games, by: installs, k: 10)    gain 0.2
  pool  = merge([typed, hot], policy: rrf(60))
  return take(pool, k)
}

pipeline list(k: int(1..50) = 3) -> items {
  return top(games, by: installs, k: k)
}

pipeline only(k: int(1..50) = 3) -> items {
  found = search(games, query: "chess", k: k)
  return found
}

scene home {
  pipeline: feed
  deadline: 6s
  reserve:  3s
  slow:     5900ms
  fallback: list
}

scene bare {
  pipeline: only
  deadline: 2s
  fallback: none
}

experiment longer on home by word {
  layer: length
  arm control 50%
  arm longer  50% { k: 4 }
}

scene metered {
  pipeline: list
  limit:    0.2/s
  fallback: none
}
`

// programs has one live version of one team, and the drills a test sets.
type programs struct {
	program *engine.Program
	memory  *engine.Memory
	faults  atomic.Pointer[drill]
}

type drill struct {
	resource, node string
	fault          engine.Fault
}

func (d *drill) At(resource, node string) (engine.Fault, bool) {
	return d.fault, d.resource != "" && d.resource == resource || d.node != "" && d.node == node
}

func (p *programs) Live(team string) (*engine.Program, int64, engine.Resources, bool) {
	return p.program, 7, p.memory, team == "demo"
}

func (p *programs) Absent(_, what, name string) error { return app.Missing(what, name) }

func (p *programs) Faults(string, string) engine.Faults {
	if d := p.faults.Load(); d != nil {
		return d
	}
	return nil
}

func compile(t testing.TB, text string) *programs {
	t.Helper()
	made := programtest.Make(t, text)
	made.Put(t, "games",
		map[string]any{"id": "g1", "title": "a chess game", "installs": 10.0},
		map[string]any{"id": "g2", "title": "a racing game", "installs": 30.0},
		map[string]any{"id": "g3", "title": "chess for two", "installs": 20.0})
	return &programs{program: made.Program, memory: made.Memory}
}

type world struct {
	*programs
	gateway *gateway.Gateway
	board   *stats.Board
}

func newWorld(t testing.TB, opt gateway.Options) *world {
	t.Helper()
	var n atomic.Int64
	e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { return fmt.Sprintf("t%d", n.Add(1)) }})
	w := &world{programs: compile(t, project), board: stats.NewBoard(time.Now, nil)}
	w.gateway = gateway.New(e, w.programs, w.board, time.Now, opt)
	return w
}

func (w *world) ask(scene string, values map[string]any) (api.ServeAnswer, error) {
	return w.gateway.Serve(context.Background(), nil, "demo", scene, api.ServeRequest{Request: values})
}

// counted is what the board knows of a scene after the second is closed.
func (w *world) counted(scene string) *stats.View {
	w.board.Tick(time.Now())
	return w.board.Scene(stats.Key{Team: "demo", Scene: scene}).View()
}
