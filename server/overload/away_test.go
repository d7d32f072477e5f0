package overload

import (
	"context"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/programtest"
	"riffle.dev/riffle/internal/postgres/pgtest"
	"riffle.dev/riffle/server/app"
	stored "riffle.dev/riffle/server/store"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// storeOf a cluster, wherever it is since its last start.
func storeOf(t *testing.T, own *pgtest.Own) *stored.Store {
	t.Helper()
	c, err := pgxpool.ParseConfig(own.DSN())
	if err != nil {
		t.Fatal(err)
	}
	c.BeforeConnect = func(_ context.Context, to *pgx.ConnConfig) error {
		now, err := pgx.ParseConfig(own.DSN())
		if err == nil {
			to.Host, to.Port = now.Host, now.Port
		}
		return err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	s, err := stored.Open(pool)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Postgres is stopped and started again while scenes go to and fro: deciding goes on
// and says that nothing is written down; then every change is there, once.
func TestPostgresStopsAndStarts(t *testing.T) {
	own := pgtest.Alone(t)
	s := storeOf(t, own)
	w := &world{now: time.Unix(1_700_000_000, 0), program: programtest.Make(t, project).Program, version: 1, most: degrade.Step}
	var clock atomic.Int64 // w.now, which is read beside
	clock.Store(w.now.UnixNano())
	var err error
	if w.o, err = New(Config{Programs: w, Now: func() time.Time { return time.Unix(0, clock.Load()) }, CPU: w, Seed: 7, Store: s, Inline: true}); err != nil {
		t.Fatal(err)
	}
	w.o.Sync()
	ctx, cancel := context.WithCancel(t.Context())
	var keeping sync.WaitGroup
	keeping.Go(func() { w.o.keep(ctx) })
	defer keeping.Wait()
	defer cancel()

	until := func(requests int, reached func(state string) bool) {
		t.Helper()
		for range 1000 {
			w.ask("home", requests, 0)
			w.now = w.now.Add(degrade.Step)
			clock.Store(w.now.UnixNano())
			w.o.Tick()
			w.most = w.busy + degrade.Step
			if reached(w.state(t, "home")) {
				return
			}
		}
		t.Fatalf("it is %s after a hundred seconds of %d requests in a tenth of one", w.state(t, "home"), requests)
	}
	rounds := 0
	toAndFro := func() {
		if rounds++; rounds > 300 { // the controller remembers so many only
			return
		}
		until(120, func(state string) bool { return state != "normal" })
		until(20, func(state string) bool { return state == "normal" })
	}
	kept := func() bool {
		d, err := w.o.Degradation(t.Context(), "demo", "home")
		if err != nil {
			t.Fatal(err)
		}
		return d.Kept
	}
	// While something is going on scenes go to and fro; then it is awaited.
	during := func(what string, work func()) {
		t.Helper()
		done := make(chan struct{})
		go func() {
			defer close(done)
			work()
		}()
		for {
			toAndFro()
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			case <-t.Context().Done():
				t.Fatalf("%s: it does not end", what)
			}
		}
	}
	await := func(what string, reached func() bool) {
		t.Helper()
		for end := time.Now().Add(2 * time.Minute); !reached(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: not within two minutes", what)
			}
		}
	}
	written := func() []app.DegradationEvent {
		list, err := s.DegradationEvents(t.Context(), "demo", "home", 0, 1<<16)
		if err != nil {
			return nil
		}
		for i := range list {
			list[i].At = list[i].At.UTC()
		}
		return list
	}
	happened := func() (list []app.DegradationEvent) {
		for _, e := range w.o.control.Events(0) {
			if e.Key.Scene == "demo/home" {
				one := eventOf(&e)
				one.At = one.At.UTC().Truncate(time.Microsecond)
				list = append(list, one)
			}
		}
		slices.Reverse(list)
		return list
	}

	toAndFro()
	await("the first changes are written", func() bool { return kept() && len(written()) == len(happened()) })
	for range 2 {
		during("the stop", own.Stop)
		await("the status says that nothing is written down", func() bool { return !kept() })
		before := len(happened())
		toAndFro()
		if n := len(happened()) - before; n < 2 {
			t.Fatalf("%d changes while the database is away", n)
		}
		during("the start", func() {
			if err := own.Start(); err != nil {
				t.Error(err)
			}
		})
		await("all is written", func() bool { return kept() && len(written()) >= len(happened()) })
	}
	toAndFro()
	cancel()
	keeping.Wait() // writes once more
	if d := cmp.Diff(happened(), written()); d != "" {
		t.Errorf("what happened, and what is written: %s", d)
	}
	t.Logf("%d changes in %d rounds", len(happened()), rounds)
}
