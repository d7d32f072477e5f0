package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/live"
	"riffle.dev/riffle/server/stats"
)

// What the board is measured with.
const (
	benchViewers = 200
	benchNodes   = 60
	benchTurn    = 100 * time.Millisecond
)

// benchLive follows one scene of 60 nodes from 200 sockets, ten messages a
// second each, the readers in the same process: their half is in the figure.
func benchLive(ctx context.Context, b *bencher) ([]benchRow, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	board := stats.NewBoard(time.Now, nil)
	scene := board.Scene(stats.Key{Team: "bench", Scene: "wide"})
	graph := api.Graph{}
	for i := range benchNodes {
		name := fmt.Sprintf("node%d", i)
		scene.Node(name, "score")
		graph.Nodes = append(graph.Nodes, api.GraphNode{Name: name, Op: "score", Inputs: []string{}})
	}
	hub := live.NewHub(&live.Sources{Board: board, Running: benchRunning{}, Journal: live.NewJournal(nil),
		Graph:    func(string, string) (api.Graph, bool) { return graph, true },
		Database: func() api.DatabaseState { return api.DatabaseState{State: "ok"} },
		Traffic:  func(string) api.Traffic { return api.Traffic{} },
	}, benchRunning{}, slog.New(slog.NewTextHandler(io.Discard, nil)), time.Now, live.Options{Turn: benchTurn})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: hub, ReadHeaderTimeout: time.Second}
	defer server.Close()
	go func() { _ = server.Serve(l) }()
	var wg sync.WaitGroup
	wg.Go(func() { hub.Run(ctx) })
	wg.Go(func() { // numbers change at every turn
		for ctx.Err() == nil {
			for i := range benchNodes {
				scene.Node(fmt.Sprintf("node%d", i), "score").Observe(time.Duration(i)*time.Microsecond, 0)
			}
			scene.Observe(time.Millisecond, 0)
			board.Tick(time.Now())
			time.Sleep(benchTurn)
		}
	})
	var mu sync.Mutex
	heard := 0
	for range benchViewers {
		ws, _, err := websocket.DefaultDialer.DialContext(ctx, "ws://"+l.Addr().String(), http.Header{"Authorization": {"bench"}})
		if err != nil {
			return nil, err
		}
		defer ws.Close()
		if err := ws.WriteMessage(websocket.TextMessage, []byte(`{"op":"sub","id":"1","topic":"scene/wide/nodes","team":"bench"}`)); err != nil {
			return nil, err
		}
		go func() {
			for {
				if _, _, err := ws.ReadMessage(); err != nil {
					return
				}
				mu.Lock()
				heard++
				mu.Unlock()
			}
		}()
	}
	time.Sleep(time.Second) // everybody has a snapshot
	count := func() int { mu.Lock(); defer mu.Unlock(); return heard }
	cpu, began, before := cpuTime(), time.Now(), count()
	time.Sleep(max(b.each, 2*time.Second))
	share := 100 * float64(cpuTime()-cpu) / float64(time.Since(began))
	rate := float64(count()-before) / time.Since(began).Seconds() / benchViewers
	cancel()
	wg.Wait()
	what := fmt.Sprintf("%d viewers of a scene of %d nodes, readers included: ", benchViewers, benchNodes)
	return []benchRow{
		alone("live.cpu", what+"share of one core", "%", share),
		alone("live.rate", what+"messages a viewer has", "messages/s", rate),
	}, nil
}

// benchRunning is a server with one scene and everybody logged in.
type benchRunning struct{}

func (benchRunning) Scenes(string) []app.Scene         { return []app.Scene{{Name: "wide", Version: 1}} }
func (benchRunning) Resources(string) []app.Resource   { return nil }
func (benchRunning) Absent(_, what, name string) error { return app.Missing(what, name) }
func (benchRunning) Of(*http.Request) (*app.Principal, error) {
	return &app.Principal{Login: "bench", Teams: map[string]app.Role{"bench": app.Viewer}}, nil
}
