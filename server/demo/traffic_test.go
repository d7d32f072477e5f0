package demo

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// table keeps settings as the database would.
type table struct {
	mu     sync.Mutex
	values map[string][]byte
	told   []any
}

func newTable() *table { return &table{values: map[string][]byte{}} }

func (s *table) Setting(_ context.Context, team, name string, v any) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ok := s.values[team+"/"+name]
	if !ok {
		return false, nil
	}
	return true, json.Unmarshal(text, v)
}

func (s *table) Set(_ context.Context, team, name string, v any) error {
	text, err := json.Marshal(v)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values[team+"/"+name] = text
	return err
}

func (s *table) SetBy(ctx context.Context, by app.Change, team, name string, v, told any) error {
	s.mu.Lock()
	s.told = append(s.told, told)
	s.mu.Unlock()
	return s.Set(ctx, team, name, v)
}

var silent = slog.New(slog.NewTextHandler(io.Discard, nil))

func nobody(app.Event) {}

// A surge's begin and end are told, whoever ends it.
func TestSurgesAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []string
		tr := NewTraffic(newTable(), silent, time.Now, func(e app.Event) { got = append(got, e.Kind+": "+e.Message) })
		set := func(in api.SetTraffic) {
			t.Helper()
			if _, err := tr.SetTraffic(t.Context(), app.Change{}, Team, in); err != nil {
				t.Fatal(err)
			}
		}
		set(api.SetTraffic{Rate: 20, Running: true})
		set(api.SetTraffic{Rate: 20, Running: true, Surge: 8, SurgeS: new(30.)})
		tr.endSurge(false)
		time.Sleep(10 * time.Second)
		set(api.SetTraffic{Rate: 10, Running: true, Surge: 4, SurgeS: new(30.)})
		time.Sleep(30 * time.Second)
		tr.endSurge(false)
		tr.endSurge(false)
		set(api.SetTraffic{Rate: 10, Running: true, Over: 2.5})
		want := []string{"surge.begun: traffic times 8 for 30s", "surge.ended: traffic is back at 20 requests a second",
			"surge.begun: traffic times 4 for 30s", "surge.ended: traffic is back at 10 requests a second",
			"surge.begun: traffic grows to 2.5 times what can be served in full, for 1m"}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	})
}

// Arrivals keep the rate, follow its changes, and end with the surge.
func TestArrivals(t *testing.T) {
	calls := sources(t).requests(1)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		tr := NewTraffic(newTable(), silent, time.Now, nobody)
		queue := make(chan Request, waiting)
		var n atomic.Int64
		go func() {
			for range queue {
				n.Add(1)
			}
		}()
		go func() {
			tr.arrive(ctx, calls, queue, rand.New(rand.NewPCG(1, 1)))
			close(queue)
		}()
		set := func(in api.SetTraffic) {
			t.Helper()
			if _, err := tr.SetTraffic(ctx, app.Change{}, Team, in); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			name   string
			in     api.SetTraffic
			lo, hi int64 // arrivals in ten seconds, five deviations around the mean
		}{
			{"gentle", api.SetTraffic{Rate: 20, Running: true}, 130, 270},
			{"fast", api.SetTraffic{Rate: 1000, Running: true}, 9500, 10500},
			{"a surge of three seconds", api.SetTraffic{Rate: 100, Running: true, Surge: 10, SurgeS: new(3.)}, 3350, 4150},
			{"stopped", api.SetTraffic{Rate: 100, Running: false}, 0, 0},
			{"nothing", api.SetTraffic{Rate: 0, Running: true}, 0, 0},
		} {
			set(c.in)
			synctest.Wait()
			before := n.Load()
			time.Sleep(10 * time.Second)
			synctest.Wait()
			if got := n.Load() - before; got < c.lo || got > c.hi {
				t.Errorf("%s: %d arrivals, want %d to %d", c.name, got, c.lo, c.hi)
			}
		}
		cancel()
		synctest.Wait()
	})
}

func TestSetTraffic(t *testing.T) {
	ctx := context.Background()
	kept := newTable()
	tr := NewTraffic(kept, silent, time.Now, nobody)
	for _, c := range []struct {
		team string
		in   api.SetTraffic
		code app.Code
	}{
		{"demo", api.SetTraffic{Rate: -1}, app.Invalid},
		{"demo", api.SetTraffic{Rate: 20_001}, app.Invalid},
		{"demo", api.SetTraffic{Rate: 1, Surge: 1001}, app.Invalid},
		{"demo", api.SetTraffic{Rate: 1, Surge: 2, SurgeS: new(4000.)}, app.Invalid},
		{"demo", api.SetTraffic{Rate: 1, Surge: 2, SurgeS: new(0.)}, app.Invalid},
		{"demo", api.SetTraffic{Rate: 1, Over: 2, SurgeS: new(0.)}, app.Invalid},
		{"demo", api.SetTraffic{Rate: 1, Over: 101}, app.Invalid},
		{"demo", api.SetTraffic{Rate: 1, Over: math.NaN()}, app.Invalid},
		{"other", api.SetTraffic{Rate: 1}, app.Unavailable},
	} {
		if _, err := tr.SetTraffic(ctx, app.Change{}, c.team, c.in); app.CodeOf(err) != c.code {
			t.Errorf("%s %+v: %v, want %s", c.team, c.in, err, c.code)
		}
	}
	got, err := tr.SetTraffic(ctx, app.Change{}, "demo", api.SetTraffic{Rate: 300, Running: true, Surge: 100})
	if err != nil || got.Rate != 300 || got.Surge != 100 || got.SurgeS != 60 {
		t.Errorf("set %+v, %v", got, err)
	}
	if rate := tr.target(); rate != MaxRate {
		t.Errorf("a surge sends %g a second, want the most, %d", rate, MaxRate)
	}
	if _, err := tr.SetTraffic(ctx, app.Change{}, "demo", api.SetTraffic{Rate: 300, Running: true, Surge: 1, SurgeS: new(0.)}); err != nil {
		t.Errorf("no surge, as it is told: %v", err)
	}
	if _, err := tr.Traffic(ctx, "other"); app.CodeOf(err) != app.Unavailable {
		t.Errorf("another team's traffic: %v", err)
	}
	again := NewTraffic(kept, silent, time.Now, nobody)
	if err := again.Restore(ctx); err != nil {
		t.Fatal(err)
	}
	if got := again.Now("demo"); got.Rate != 300 || !got.Running || got.Surge != 1 {
		t.Errorf("after a restart %+v", got)
	}
}

// The door sees what a client would send, and a door that hangs does not make
// the generator pile up requests.
func TestRun(t *testing.T) {
	var under, most atomic.Int64
	hang := make(chan struct{})
	tr := NewTraffic(newTable(), silent, time.Now, nobody)
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := under.Add(1)
		defer under.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the generator was stopped in the middle
		}
		if r.Method != http.MethodPost || r.Header.Get("Authorization") != "Bearer secret" ||
			!strings.HasPrefix(r.URL.Path, "/base/api/v1/teams/demo/scenes/") || !strings.HasSuffix(r.URL.Path, "/serve") || !json.Valid(body) {
			t.Errorf("%s %s %s", r.Method, r.URL.Path, body)
		}
		if tr.Counts().Sent >= 50 {
			<-hang
		}
	}))
	defer door.Close()
	if _, err := tr.SetTraffic(context.Background(), app.Change{}, Team, api.SetTraffic{Rate: 5000, Running: true}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- tr.Run(ctx, door.URL+"/base", File{Token: "secret", Team: Team}) }()
	for begin := time.Now(); tr.Counts().Sent < 50 || tr.Counts().Dropped == 0; time.Sleep(5 * time.Millisecond) {
		if time.Since(begin) > 2*time.Minute {
			t.Fatalf("nothing is dropped at a door that hangs: %+v", tr.Counts())
		}
	}
	cancel()
	close(hang)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if c := tr.Counts(); c.Sent < 50 || most.Load() > senders {
		t.Errorf("%+v, %d at once, want at most %d", c, most.Load(), senders)
	}
}

// A surge over what the machine serves begins no larger than it was measured to be, has
// a least and a first most, and is told to the audit.
func TestASurgeOverWhatTheMachineServes(t *testing.T) {
	kept := newTable()
	tr := NewTraffic(kept, silent, time.Now, nobody)
	serves := 0.0
	for _, c := range []struct {
		serves, rate, over, want float64
	}{{800, 20, 2.5, firstSurge}, {0, 20, 2.5, firstSurge}, {10, 20, 2.5, leastSurge}, {64, 20, 2.5, 8}, {1e9, 20, 2.5, firstSurge}, {800, 0, 2.5, 1}, {800, 20, 0, 1}} {
		serves = c.serves
		tr.Measure(func() float64 { return serves })
		got, err := tr.SetTraffic(t.Context(), app.Change{}, Team, api.SetTraffic{Rate: c.rate, Running: true, Over: c.over, SurgeS: new(30.)})
		if err != nil || got.Surge != c.want {
			t.Errorf("%+v: a surge of %g, %v", c, got.Surge, err)
		}
	}
	if told, ok := kept.told[0].(api.Traffic); !ok || told.Surge != firstSurge || told.SurgeS != 30 {
		t.Errorf("the audit is told %+v", kept.told[0])
	}
}

// While it lasts such a surge follows what the machine is seen to serve: down at
// once, up by steps; one of a written factor does not.
func TestASurgeFollowsWhatTheMachineServes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		serves := 800.0
		tr := NewTraffic(newTable(), silent, time.Now, nobody)
		tr.Measure(func() float64 { return serves })
		set := func(in api.SetTraffic) {
			t.Helper()
			in.Rate, in.Running, in.SurgeS = 20, true, new(30.)
			if _, err := tr.SetTraffic(t.Context(), app.Change{}, Team, in); err != nil {
				t.Fatal(err)
			}
		}
		set(api.SetTraffic{Over: 2.5})
		for _, c := range []struct{ serves, want float64 }{{800, 15}, {800, 22.5}, {80, 10}, {800, 15}, {0, 15}, {1, leastSurge}, {1e9, 6}} {
			serves = c.serves
			tr.resize() // too early
			time.Sleep(surgeLook)
			tr.resize()
			if got := tr.Now(Team).Surge; math.Abs(got-c.want) > 1e-9 {
				t.Errorf("the machine serves %g: a surge of %g, want %g", c.serves, got, c.want)
			}
		}
		time.Sleep(30 * time.Second)
		tr.resize()
		tr.endSurge(false)
		if got := tr.Now(Team); got.Surge != 1 || tr.target() != 20 {
			t.Errorf("after its end: %+v", got)
		}
		set(api.SetTraffic{Surge: 8})
		time.Sleep(5 * time.Second)
		if tr.resize(); tr.Now(Team).Surge != 8 {
			t.Errorf("a written surge became %g", tr.Now(Team).Surge)
		}
	})
}
