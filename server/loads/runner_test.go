package loads_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/loadtest"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/loads"
)

// world is a Runner over a scene that answers in 10 ms.
type world struct {
	*loads.Runner
	mu       sync.Mutex
	finished []app.LoadTest
	refuse   int // so many times the database is away
	seen     []map[string]any
}

func newWorld() *world {
	w := &world{seen: []map[string]any{{"k": 1.0}}}
	w.Runner = loads.New(loads.Config{
		Serve: func(ctx context.Context, _, _ string, values map[string]any) loadtest.Answer {
			select {
			case <-ctx.Done():
				return loadtest.Answer{Err: ctx.Err()}
			case <-time.After(10 * time.Millisecond):
			}
			return loadtest.Answer{Status: 200, Read: true, Coverage: 1}
		},
		Project: func(string) (*dag.Project, bool) { return nil, false },
		Seen:    func(context.Context, string, string) ([]map[string]any, error) { return w.seen, nil },
		Finish: func(_ context.Context, _ string, t *app.LoadTest) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.refuse > 0 {
				w.refuse--
				return app.Down(errors.New("away"))
			}
			w.finished = append(w.finished, *t)
			return nil
		},
		Changed: func() {}, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	return w
}

func (w *world) kept() []app.LoadTest {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]app.LoadTest{}, w.finished...)
}

func (w *world) start(t *testing.T, team, id string, seconds float64, from string) error {
	t.Helper()
	spec, err := loadtest.Spec{Profile: loadtest.Profile{Rate: 100, DurationS: seconds}, Even: true, Objectives: loadtest.Goals{DeadlineMS: 50, Lost: new(.02)}}.Filled()
	if err != nil {
		t.Fatal(err)
	}
	test := &app.LoadTest{Spec: spec, LoadTestRow: app.LoadTestRow{Scene: "home", State: "running", LengthS: seconds}}
	return w.Start(t.Context(), team, test, app.NewLoadTest{From: from}, func(x *app.LoadTest) error { x.ID = id; return nil })
}

func TestOneRunsAtATimeAndIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		defer w.Close()
		w.refuse = 3 // the database comes back meanwhile
		if err := w.start(t, "ads", "a", 5, app.FromRecorded); err != nil {
			t.Fatal(err)
		}
		if err := w.start(t, "games", "b", 5, app.FromRecorded); app.CodeOf(err) != app.Conflict || strings.Contains(err.Error(), "ads") {
			t.Errorf("a second one, of another team: %v", err)
		}
		time.Sleep(2500 * time.Millisecond)
		synctest.Wait()
		l, ok := w.Live("ads", "a", 1)
		if !ok || len(l.Points) != 1 || l.From != 1 || l.State != "running" || l.Sums.OK < 150 {
			t.Errorf("after 2.5 s: %v %+v", ok, l)
		}
		if _, ok := w.Live("games", "a", 0); ok || w.Running("games") != "" || w.Running("ads") != "a" {
			t.Error("another team sees it")
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		kept := w.kept()
		if len(kept) != 1 || kept[0].State != "done" || kept[0].Result != loadtest.Passed || kept[0].Report.Sums.OK != 500 || kept[0].Sent != 500 {
			t.Fatalf("kept %+v", kept)
		}
		if l, _ := w.Live("ads", "a", 0); l.State != "done" || l.Result != loadtest.Passed || len(l.Points) < 5 {
			t.Errorf("after its end: %+v", l)
		}
		if c := w.Counted(); c.Running != "" || c.Ends[loads.LoadEnd{Team: "ads", Result: loadtest.Passed}] != 1 || c.Sums["ads"].OK != 500 {
			t.Errorf("counted %+v", c)
		}
		if err := w.start(t, "games", "b", 1, app.FromRecorded); err != nil {
			t.Errorf("the next: %v", err)
		}
		if c := w.Counted(); c.Running != "games" || len(c.Ends) != 1 {
			t.Errorf("counted %+v", c)
		}
	})
}

func TestAbortAndStopKeepReports(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		if err := w.start(t, "ads", "a", 600, app.FromRecorded); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if w.Abort("games", "a") || w.Abort("ads", "b") || !w.Abort("ads", "a") {
			t.Error("only its own team ends it, by its id")
		}
		synctest.Wait()
		if w.Abort("ads", "a") {
			t.Error("it was ended twice")
		}
		if err := w.start(t, "ads", "c", 600, app.FromRecorded); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		w.Close()
		kept := w.kept()
		if len(kept) != 2 || kept[0].State != "aborted" || kept[1].State != "aborted" || kept[1].ID != "c" || kept[1].Report.Sums.OK < 90 {
			t.Errorf("kept %+v", kept)
		}
		if err := w.start(t, "ads", "d", 1, app.FromRecorded); app.CodeOf(err) != app.Unavailable {
			t.Errorf("one that begins after the stop: %v", err)
		}
	})
}

func TestPlaceIsGivenBackWhenNothingBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		defer w.Close()
		w.seen = nil
		if err := w.start(t, "ads", "a", 1, app.FromRecorded); app.CodeOf(err) != app.Invalid {
			t.Errorf("nothing recorded: %v", err)
		}
		if err := w.start(t, "ads", "a", 1, app.FromMade); app.CodeOf(err) != app.NotFound {
			t.Errorf("nothing live: %v", err)
		}
		test := &app.LoadTest{LoadTestRow: app.LoadTestRow{LengthS: 1}}
		in := app.NewLoadTest{From: app.FromGiven, Requests: []map[string]any{{}}}
		lost := errors.New("lost")
		if err := w.Start(t.Context(), "ads", test, in, func(*app.LoadTest) error { return lost }); !errors.Is(err, lost) {
			t.Errorf("not kept: %v", err)
		}
		w.seen = []map[string]any{{}}
		if err := w.start(t, "ads", "a", 1, app.FromRecorded); err != nil {
			t.Errorf("the place was not given back: %v", err)
		}
	})
}
