package demo

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
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

var silent = slog.New(slog.NewTextHandler(io.Discard, nil))

func nobody(app.Event) {}

// A surge's begin and end are told, whoever ends it.
func TestSurgesAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []string
		tr := NewTraffic(newTable(), silent, time.Now, func(e app.Event) { got = append(got, e.Kind+": "+e.Message) })
		set := func(in api.Traffic) {
			t.Helper()
			if _, err := tr.SetTraffic(t.Context(), Team, in); err != nil {
				t.Fatal(err)
			}
		}
		set(api.Traffic{Rate: 20, Running: true})
		set(api.Traffic{Rate: 20, Running: true, Surge: 8, SurgeS: 30})
		tr.endSurge(false)
		time.Sleep(10 * time.Second)
		set(api.Traffic{Rate: 10, Running: true, Surge: 4, SurgeS: 30})
		time.Sleep(30 * time.Second)
		tr.endSurge(false)
		tr.endSurge(false)
		want := []string{"surge.begun: traffic times 8 for 30s", "surge.ended: traffic is back at 20 requests a second",
			"surge.begun: traffic times 4 for 30s", "surge.ended: traffic is back at 10 requests a second"}
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
		set := func(in api.Traffic) {
			t.Helper()
			if _, err := tr.SetTraffic(ctx, Team, in); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			name   string
			in     api.Traffic
			lo, hi int64 // arrivals in ten seconds, five deviations around the mean
		}{
			{"gentle", api.Traffic{Rate: 20, Running: true}, 130, 270},
			{"fast", api.Traffic{Rate: 1000, Running: true}, 9500, 10500},
			{"a surge of three seconds", api.Traffic{Rate: 100, Running: true, Surge: 10, SurgeS: 3}, 3350, 4150},
			{"stopped", api.Traffic{Rate: 100, Running: false}, 0, 0},
			{"nothing", api.Traffic{Rate: 0, Running: true}, 0, 0},
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
		in   api.Traffic
		code app.Code
	}{
		{"demo", api.Traffic{Rate: -1}, app.Invalid},
		{"demo", api.Traffic{Rate: 20_001}, app.Invalid},
		{"demo", api.Traffic{Rate: 1, Surge: 1001}, app.Invalid},
		{"demo", api.Traffic{Rate: 1, Surge: 2, SurgeS: 4000}, app.Invalid},
		{"other", api.Traffic{Rate: 1}, app.Unavailable},
	} {
		if _, err := tr.SetTraffic(ctx, c.team, c.in); app.CodeOf(err) != c.code {
			t.Errorf("%s %+v: %v, want %s", c.team, c.in, err, c.code)
		}
	}
	got, err := tr.SetTraffic(ctx, "demo", api.Traffic{Rate: 300, Running: true, Surge: 100})
	if err != nil || got.Rate != 300 || got.Surge != 100 || got.SurgeS != 60 {
		t.Errorf("set %+v, %v", got, err)
	}
	if rate := tr.target(); rate != MaxRate {
		t.Errorf("a surge sends %g a second, want the most, %d", rate, MaxRate)
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
	if _, err := tr.SetTraffic(context.Background(), Team, api.Traffic{Rate: 5000, Running: true}); err != nil {
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
