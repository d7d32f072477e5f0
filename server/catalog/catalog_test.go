package catalog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/server/app"
)

const games = `
resource games {
  fields {
    id:    key
    title: text(analyzer: english)
    price: float = 0
  }
  slots: 4
}

pipeline by_words(q: string) -> items {
  found = search(games, query: q, k: 10)
  return found
}

scene hello {
  pipeline: by_words
  deadline: 200ms
}
`

// origin is a Source in memory.
type origin struct {
	mu       sync.Mutex
	live     map[string]int64
	versions map[int64]app.Version
	faults   []app.Fault
	events   []app.Event
	served   []int64 // versions told to serve
	ends     int     // how often drills were looked through for ended ones
	away     bool
}

var errAway = app.Down(errors.New("away"))

func (o *origin) LiveNumbers(context.Context) (map[string]int64, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.away {
		return nil, errAway
	}
	return o.live, nil
}

func (o *origin) Version(_ context.Context, _ string, number int64) (app.Version, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.versions[number], nil
}

func (o *origin) AllFaults(context.Context, time.Time) (map[string][]app.Fault, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return map[string][]app.Fault{"ads": o.faults}, nil
}

func (o *origin) AddEvent(_ context.Context, _ string, e app.Event) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.events = append(o.events, e)
	return nil
}

func (o *origin) VersionServes(_ context.Context, _ string, number int64, _ time.Time) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.away {
		return errAway
	}
	o.served = append(o.served, number)
	return nil
}

func (o *origin) EndFaults(context.Context, time.Time) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ends++
	return nil
}

func (o *origin) publish(number int64, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.versions == nil {
		o.versions = map[int64]app.Version{}
	}
	o.versions[number] = app.Version{Number: number, Hash: fmt.Sprint(number), Files: []app.Text{{Path: "a.riffle", Text: text}}}
	o.live = map[string]int64{"ads": number}
}

type setup struct {
	*Catalog
	origin *origin
	log    *changelog.Memory
	report *bytes.Buffer
}

func start(t *testing.T, log *changelog.Memory, home, data string) *setup {
	t.Helper()
	s := &setup{origin: &origin{}, log: log, report: &bytes.Buffer{}}
	s.Catalog = New(Config{Log: log, Source: s.origin, Compiler: NewCompiler(CompilerConfig{Operators: op.NewCatalogue()}), Home: home, Data: data,
		Report: slog.New(slog.NewTextHandler(s.report, nil)), Now: time.Now, Random: func() float64 { return .5 }})
	return s
}

func (s *setup) sync(t *testing.T, version int64) {
	t.Helper()
	// Again and again, as Run does: while the last load ends its work no other begins.
	wait(t, "the version serves", func() bool {
		if err := s.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		a, ok := s.Active("ads")
		return ok && a.Version == version
	})
}

// pending are the entries applied since the last snapshot.
func (l *Library) pending() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.unsaved
}

func wait(t *testing.T, what string, f func() bool) {
	t.Helper()
	for until := time.Now().Add(2 * time.Minute); !f(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%s: not within two minutes", what)
		}
	}
}

func (s *setup) put(t *testing.T, from, to int) {
	t.Helper()
	var docs []app.Put
	for i := from; i < to; i++ {
		docs = append(docs, app.Put{Line: i, JSON: fmt.Appendf(nil, `{"id":"k%d","title":"game %d","price":%d.5}`, i, i, i)})
	}
	results, err := s.Put(t.Context(), "ads", "games", docs)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Error != nil {
			t.Fatal(r.Error)
		}
	}
}

func (s *setup) docs() int64 {
	list := s.Resources("ads")
	if len(list) == 0 {
		return -1
	}
	return list[0].Docs
}
