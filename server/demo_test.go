package server_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"riffle.dev/riffle/internal/home"
	"riffle.dev/riffle/internal/postgres/pgtest"
	"riffle.dev/riffle/server"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/demo"
)

// demoRun starts an instance with the demo and waits until it says it is ready.
func demoRun(t *testing.T, dsn, dir string) (f demo.File, stop func()) {
	t.Helper()
	h, err := home.Open(dir, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ready, done := make(chan string, 1), make(chan error, 1)
	go func() {
		done <- server.Run(ctx, server.Config{Addr: "127.0.0.1:0", DSN: func() string { return dsn }, Home: h.Dir(), Files: h, Demo: true,
			Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Ready: func(addr string) { ready <- addr }})
	}()
	stop = func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
	select {
	case addr := <-ready:
		path := filepath.Join(dir, demo.FileName)
		st, err := os.Stat(path)
		if err != nil || st.Mode().Perm() != 0o600 {
			t.Fatalf("demo.json: %v, %v", st, err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &f); err != nil {
			t.Fatal(err)
		}
		if f.Address != "http://"+addr {
			t.Errorf("demo.json has the address %s, listening is %s", f.Address, addr)
		}
	case err := <-done:
		t.Fatalf("ended before it was ready: %v", err)
	case <-time.After(6 * time.Minute):
		t.Fatal("the demo is not ready after six minutes")
	}
	return f, stop
}

// The first start loads the demo, serves it and sends it traffic; the second
// one goes on with what is there.
func TestDemo(t *testing.T) {
	dsn, dir := pgtest.Database(t), filepath.Join(t.TempDir(), "home")
	first, stop := demoRun(t, dsn, dir)
	c := client{address: first.Address, token: first.Token}
	const team = "/api/v1/teams/demo"
	ask := func(c client) {
		t.Helper()
		for _, s := range first.Scenes {
			// On a busy machine a scene may miss its deadline; not forever.
			await(t, "an answer of "+s.Name, func() bool {
				var a api.ServeAnswer
				status, err := c.do("POST", team+"/scenes/"+s.Name+"/serve", map[string]any{"request": s.Request}, &a)
				if err != nil {
					t.Fatal(err)
				}
				return status == 200 && len(a.Items) > 0 && a.Version == 1
			})
		}
	}
	overview := func(c client) (o api.OverviewSnap) {
		t.Helper()
		if status, err := c.do("GET", team+"/overview", nil, &o); err != nil || status != 200 {
			t.Fatalf("overview: %d, %v", status, err)
		}
		return o
	}
	want := map[string]int64{"apps": 8789, "people": 2000, "poems": 20000}
	whole := func(c client) func() bool {
		return func() bool {
			n := 0
			for _, r := range overview(c).Resources {
				if r.Docs == want[r.Name] && r.State == "ok" {
					n++
				}
			}
			return n == len(want)
		}
	}
	for _, r := range overview(c).Resources { // whatever the log is like in this moment
		if r.Docs != want[r.Name] {
			t.Errorf("it said it was ready before queries saw all documents: %+v", r)
		}
	}
	ask(c)
	await(t, "traffic on the board", func() bool {
		o := overview(c)
		return o.Traffic.Running && o.Traffic.Rate == 20 && o.Totals.N > 20
	})
	var set api.Traffic
	if status, err := c.do("PUT", team+"/traffic", map[string]any{"rate": 5, "running": false}, &set); err != nil || status != 200 || set.Running {
		t.Fatalf("traffic: %d, %v, %+v", status, err, set)
	}
	likeReference(t, c)
	stop()

	second, stop := demoRun(t, dsn, dir)
	defer stop()
	if second.Token != first.Token || second.Password != first.Password {
		t.Error("the second start made another login")
	}
	c.address = second.Address
	ask(c)
	await(t, "all documents after a restart", whole(c))
	o := overview(c)
	if o.Traffic.Rate != 5 || o.Traffic.Running {
		t.Errorf("traffic after a restart %+v", o.Traffic)
	}
	for _, r := range o.Resources {
		if r.Offset != want[r.Name] {
			t.Errorf("%s has %d changes, want %d: it was loaded again", r.Name, r.Offset, want[r.Name])
		}
	}
	for _, s := range o.Scenes {
		if len(s.Series.QPS) < 2 {
			t.Errorf("the series of %s did not survive: %d points", s.Scene, len(s.Series.QPS))
		}
	}
}
