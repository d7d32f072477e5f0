package loads_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/gain"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/programtest"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/loads"
)

const shop = `
resource games { fields { id: key, title: text(analyzer: english), installs: int = 0 } }
pipeline feed(word: string, k: int(1..50) = 5) -> items {
  typed = search(games, query: word, k: 20)  optional  gain 0.9
  hot   = top(games, by: installs, k: 20)    optional  gain 0.9
  pool  = merge([typed, hot], policy: first)
  return take(pool, k)
}
scene home { pipeline: feed }
`

// measured is a Measurer over a small shop; what it keeps comes by a channel.
type measured struct {
	*loads.Measurer
	kept    chan app.Gain
	refuse  chan error // what Finish says first
	seen    []gain.Request
	reading chan struct{} // nil, or each reading of documents waits for it
}

type slow struct {
	engine.Resources
	wait chan struct{}
}

func (s slow) View(name string) (op.View, error) {
	if s.wait != nil {
		<-s.wait
	}
	return s.Resources.View(name)
}

func newMeasured(t *testing.T) *measured {
	t.Helper()
	made := programtest.Make(t, shop)
	made.Put(t, "games", map[string]any{"id": "a", "title": "chess", "installs": 1.0}, map[string]any{"id": "b", "title": "cards", "installs": 9.0}, map[string]any{"id": "c", "title": "chess", "installs": 5.0})
	m := &measured{kept: make(chan app.Gain, 10), refuse: make(chan error, 10), seen: slices.Repeat([]gain.Request{{Values: map[string]any{"word": "chess"}, At: time.Unix(1_800_000_000, 0)}}, 10)}
	m.Measurer = loads.NewMeasurer(loads.MeasurerConfig{
		Live: func(team string) (*engine.Program, engine.Resources, bool) {
			return made.Program, slow{made.Memory, m.reading}, team == "ads"
		},
		Seen: func(context.Context, string, string) ([]gain.Request, error) { return m.seen, nil },
		Made: func(_ context.Context, _, _ string, n int, _ map[string]float64, _ uint64) ([]app.MadeRequest, error) {
			out := make([]app.MadeRequest, n)
			for i := range out {
				out[i].Request = map[string]any{"word": "cards"}
			}
			return out, nil
		},
		Finish: func(_ context.Context, _ string, g *app.Gain) error {
			select {
			case err := <-m.refuse:
				return err
			default:
			}
			m.kept <- *g
			return nil
		},
		Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(m.Close)
	return m
}

func (m *measured) begin(t *testing.T, team, id string, in app.NewGain) error {
	t.Helper()
	in.Scene = "home"
	g := &app.Gain{GainRow: app.GainRow{Scene: "home", State: "running"}}
	return m.Measure(t.Context(), team, g, in, func(g *app.Gain) error { g.ID = id; return nil })
}

func TestGainsAreMeasuredAndKept(t *testing.T) {
	m := newMeasured(t)
	for i, in := range []app.NewGain{
		{From: app.FromRecorded, N: 100},
		{From: app.FromMade, N: 17},
		{From: app.FromGiven, Requests: slices.Repeat([]app.GainRequest{{Request: map[string]any{"word": "chess"}, Labels: map[string]float64{"games/a": 1}}}, 10)},
	} {
		for m.begin(t, "ads", "x", in) != nil { // the one before is giving its place back
			time.Sleep(time.Millisecond)
		}
		g := <-m.kept
		if g.State != "done" || g.ID != "x" || g.Table == nil || g.Requests != []int{10, 17, 10}[i] || len(g.Proposals) != 2 || g.Differ == 0 {
			t.Errorf("%d: %+v", i, g)
		}
		if want := []string{"overlap", "overlap", "ndcg"}[i]; g.Measure != want {
			t.Errorf("%d: %s, want %s", i, g.Measure, want)
		}
	}
	if ends, running := m.Ends(); ends[loads.GainEnd{Team: "ads", State: "done"}] != 3 || running != "" {
		t.Errorf("ended %v, %q runs", ends, running)
	}
}

func TestOneMeasurementAtATimeThatCanBeEnded(t *testing.T) {
	m := newMeasured(t)
	m.reading = make(chan struct{})
	if err := m.begin(t, "ads", "x", app.NewGain{From: app.FromRecorded, N: 1}); err != nil {
		t.Fatal(err)
	}
	if err := m.begin(t, "ads", "y", app.NewGain{From: app.FromRecorded, N: 1}); app.CodeOf(err) != app.Conflict {
		t.Errorf("a second one: %v", err)
	}
	if _, _, ok := m.Progress("games", "x"); ok || m.StopMeasuring("games", "x") || m.StopMeasuring("ads", "y") {
		t.Error("another team's, or another one, is told of or ended")
	}
	if _, of, ok := m.Progress("ads", "x"); !ok || of != 0 {
		t.Errorf("before the first answer: of %d, %v", of, ok)
	}
	if !m.StopMeasuring("ads", "x") {
		t.Error("it was not ended")
	}
	close(m.reading)
	if g := <-m.kept; g.State != "aborted" || g.Table != nil {
		t.Errorf("%+v", g)
	}
	m.Close()
	if err := m.begin(t, "ads", "z", app.NewGain{From: app.FromRecorded, N: 1}); app.CodeOf(err) != app.Unavailable {
		t.Errorf("after the end: %v", err)
	}
}

func TestMeasurementsThatComeToNothing(t *testing.T) {
	m := newMeasured(t)
	if err := m.begin(t, "games", "x", app.NewGain{From: app.FromRecorded, N: 1}); app.CodeOf(err) != app.NotFound {
		t.Errorf("a team that serves nothing: %v", err)
	}
	m.seen = nil
	if err := m.begin(t, "ads", "x", app.NewGain{From: app.FromRecorded, N: 1}); app.CodeOf(err) != app.Invalid {
		t.Errorf("nothing recorded: %v", err)
	}
	lost := errors.New("lost")
	g := &app.Gain{GainRow: app.GainRow{Scene: "home"}}
	if err := m.Measure(t.Context(), "ads", g, app.NewGain{Scene: "home", From: app.FromMade, N: 1}, func(*app.Gain) error { return lost }); !errors.Is(err, lost) {
		t.Errorf("not kept: %v", err)
	}
	m.refuse <- errors.New("refused for good")
	if err := m.begin(t, "ads", "x", app.NewGain{From: app.FromMade, N: 1}); err != nil {
		t.Fatalf("the place was not given back: %v", err)
	}
	m.seen = []gain.Request{{Values: map[string]any{"words": 1}}} // of before the form was another
	for m.begin(t, "ads", "y", app.NewGain{From: app.FromRecorded, N: 1}) != nil {
		time.Sleep(time.Millisecond)
	}
	if g := <-m.kept; g.ID != "y" || g.State != "failed" || !strings.Contains(g.Failed, "answered none of 1 request:") {
		t.Errorf("%+v", g)
	}
}

// What somebody gives is looked at before anything runs: which request, and which field.
func TestGivenRequestsFit(t *testing.T) {
	m := newMeasured(t)
	fine := app.GainRequest{Request: map[string]any{"word": "chess", "k": 3.0}}
	for _, c := range []struct {
		request  map[string]any
		at, said string
	}{
		{map[string]any{"words": 1}, "body.requests[1].request.word", "request 2: word: missing, want string"},
		{map[string]any{"word": "x", "k": "many"}, "body.requests[1].request.k", "request 2: k: want int"},
		{map[string]any{"word": "x", "k": 51.0}, "body.requests[1].request.k", "request 2: k: "},
		{map[string]any{"word": "x", "more": 1}, "body.requests[1].request.more", "request 2: more: "},
	} {
		err := m.begin(t, "ads", "x", app.NewGain{From: app.FromGiven, Requests: []app.GainRequest{fine, {Request: c.request}}})
		var wrong *app.Error
		if !errors.As(err, &wrong) || wrong.Code != app.Invalid || wrong.Location != c.at || !strings.HasPrefix(wrong.Message, c.said) {
			t.Errorf("%v: %v, want %q at %s", c.request, err, c.said, c.at)
		}
	}
	if err := m.begin(t, "ads", "x", app.NewGain{From: app.FromGiven, Requests: []app.GainRequest{fine}}); err != nil {
		t.Errorf("the place was not given back: %v", err)
	}
	<-m.kept
}
