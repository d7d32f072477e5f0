package catalog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
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
	if err := s.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	wait(t, "the version serves", func() bool { a, ok := s.Active("ads"); return ok && a.Version == version })
}

// pending are the entries applied since the last snapshot.
func (l *Library) pending() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.unsaved
}

func wait(t *testing.T, what string, f func() bool) {
	t.Helper()
	for until := time.Now().Add(10 * time.Second); !f(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%s: not within 10 s", what)
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

// A stop keeps a snapshot with its offsets; the next start takes it, replays
// the rest, and what was put meanwhile by another instance is there too.
func TestRestartFromASnapshot(t *testing.T) {
	home, log := t.TempDir(), changelog.NewMemory(time.Now)
	first := start(t, log, home, "db1")
	first.origin.publish(1, games)
	first.sync(t, 1)
	first.put(t, 0, 100)
	wait(t, "applied", func() bool { return first.docs() == 100 })
	first.Close()

	other := start(t, log, "", "db1")
	other.origin.publish(1, games)
	other.sync(t, 1)
	other.put(t, 100, 130)
	if _, err := other.Delete(t.Context(), "ads", "games", "k7"); err != nil {
		t.Fatal(err)
	}
	other.Close()

	second := start(t, log, home, "db1")
	second.origin.publish(1, games)
	second.sync(t, 1)
	lib, _ := second.Catalog.teams["ads"].active.Load().Library("games")
	wait(t, "applied", func() bool { return second.docs() == 129 })
	if n := lib.pending(); n != 31 {
		t.Errorf("%d entries were replayed, want the 31 behind the snapshot", n)
	}
	doc, err := second.Document(t.Context(), "ads", "games", "k120")
	if err != nil || doc["price"] != 120.5 {
		t.Errorf("document %v, %v", doc, err)
	}
	second.Close()

	for name, c := range map[string]struct {
		data, text string
	}{"of another database": {"db2", games}, "of another schema": {"db1", strings.Replace(games, "english", "plain", 1)}} {
		third := start(t, log, home, c.data)
		third.origin.publish(1, c.text)
		third.sync(t, 1)
		wait(t, "applied", func() bool { return third.docs() == 129 })
		lib, _ := third.Catalog.teams["ads"].active.Load().Library("games")
		if n := lib.pending(); n != 131 {
			t.Errorf("a snapshot %s: %d entries replayed, want all 131", name, n)
		}
		third.cancel() // without a snapshot of its own
	}
}

// Damaged files of the home cost a replay, never documents.
func TestDamagedSnapshots(t *testing.T) {
	for name, damage := range map[string]func(dir string) error{
		"cut slice": func(dir string) error { return onEach(dir, "*.slice", func(b []byte) []byte { return b[:len(b)/2] }) },
		"flipped slice": func(dir string) error {
			return onEach(dir, "*.slice", func(b []byte) []byte { b[len(b)/2] ^= 0x40; return b })
		},
		"no slice": func(dir string) error { return removeEach(dir, "*.slice") },
		"garbage manifest": func(dir string) error {
			return onEach(dir, "manifest.json", func([]byte) []byte { return []byte("{") })
		},
		"climbing manifest": func(dir string) error {
			return onEach(dir, "manifest.json", func(b []byte) []byte { return bytes.Replace(b, []byte(`"file":"`), []byte(`"file":"../`), 1) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			home, log := t.TempDir(), changelog.NewMemory(time.Now)
			first := start(t, log, home, "db")
			first.origin.publish(1, games)
			first.sync(t, 1)
			first.put(t, 0, 20)
			wait(t, "applied", func() bool { return first.docs() == 20 })
			first.Close()
			if err := damage(filepath.Join(home, "index", "ads", "games")); err != nil {
				t.Fatal(err)
			}
			second := start(t, log, home, "db")
			second.origin.publish(1, games)
			second.sync(t, 1)
			wait(t, "applied", func() bool { return second.docs() == 20 })
			second.Close()
		})
	}
}

func onEach(dir, pattern string, f func([]byte) []byte) error {
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		return fmt.Errorf("no %s in %s: %w", pattern, dir, err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		if err := os.WriteFile(p, f(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func removeEach(dir, pattern string) error {
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		return fmt.Errorf("no %s in %s: %w", pattern, dir, err)
	}
	for _, p := range paths {
		if err := os.Remove(p); err != nil {
			return err
		}
	}
	return nil
}

// A version that cannot run leaves the last good one serving, says so once,
// and the next good one is taken.
func TestTheLastGoodVersionServes(t *testing.T) {
	s := start(t, changelog.NewMemory(time.Now), "", "db")
	defer s.Close()
	s.origin.publish(1, games)
	s.sync(t, 1)
	s.put(t, 0, 3)
	s.origin.publish(2, "pipeline broken(")
	for range 5 {
		if err := s.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if a, ok := s.Active("ads"); !ok || a.Version != 1 || len(s.Scenes("ads")) != 1 {
		t.Errorf("serving %+v", a)
	}
	s.origin.mu.Lock()
	if len(s.origin.events) != 1 || s.origin.events[0].Kind != "version.failed" {
		t.Errorf("events %+v", s.origin.events)
	}
	s.origin.mu.Unlock()
	before, _ := s.Active("ads")
	s.origin.publish(3, games+"\n// a word more\n")
	s.sync(t, 3)
	after, _ := s.Active("ads")
	if before.libraries["games"] != after.libraries["games"] {
		t.Error("a resource that did not change was built anew")
	}
	// While the source is away all goes on.
	s.origin.mu.Lock()
	s.origin.away = true
	s.origin.mu.Unlock()
	if err := s.Sync(t.Context()); app.CodeOf(err) != app.Unavailable {
		t.Errorf("sync: %v", err)
	}
	wait(t, "documents are there", func() bool { return s.docs() == 3 })
}

// Who asks before the live version serves hears to try again, and not that
// there is no such thing; a team without a version has none.
func TestNothingIsMissingWhileItLoads(t *testing.T) {
	s := start(t, changelog.NewMemory(time.Now), "", "db")
	defer s.Close()
	ask := func(when string, want app.Code) {
		t.Helper()
		_, put := s.Put(t.Context(), "ads", "games", nil)
		for what, err := range map[string]error{"put": put, "scene": s.Absent("ads", "scene", "hello")} {
			if app.CodeOf(err) != want {
				t.Errorf("%s: %s: %v, want %s", when, what, err, want)
			}
		}
	}
	ask("before anything is known", app.Unavailable)
	if err := s.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	ask("without a version", app.NotFound)
	loading := s.team("ads")
	loading.mu.Lock() // as while a load is under way
	ask("while it loads", app.Unavailable)
	loading.mu.Unlock()
	s.origin.publish(1, "pipeline broken(")
	if err := s.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	wait(t, "it cannot run", loading.cannotRun)
	ask("when it cannot run", app.Unavailable)
	s.origin.publish(2, games)
	s.sync(t, 2)
	if _, err := s.Put(t.Context(), "ads", "games", nil); err != nil {
		t.Error(err)
	}
	if err := s.Absent("ads", "scene", "none"); app.CodeOf(err) != app.NotFound {
		t.Errorf("a scene of no version: %v", err)
	}
}

// A resource that goes away and comes back has its documents.
func TestAResourceComesBack(t *testing.T) {
	s := start(t, changelog.NewMemory(time.Now), t.TempDir(), "db")
	defer s.Close()
	s.origin.publish(1, games)
	s.sync(t, 1)
	s.put(t, 0, 5)
	s.origin.publish(2, "type T { id: keyword }\n")
	s.sync(t, 2)
	if _, err := s.Put(t.Context(), "ads", "games", nil); app.CodeOf(err) != app.NotFound {
		t.Errorf("put into a resource that is gone: %v", err)
	}
	s.origin.publish(3, games)
	s.sync(t, 3)
	wait(t, "documents are back", func() bool { return s.docs() == 5 })
}

func TestFaults(t *testing.T) {
	s := start(t, changelog.NewMemory(time.Now), "", "db")
	defer s.Close()
	soon, past := time.Now().Add(time.Hour), time.Now().Add(-time.Second)
	s.origin.faults = []app.Fault{
		{Target: "resource", Name: "games", Kind: "delay", DelayMS: 20, Share: 1, Until: soon},
		{Target: "node", Name: "found", Scene: "hello", Kind: "delay", DelayMS: 5, Share: 1, Until: soon},
		{Target: "node", Name: "rank", Kind: "error", Share: .5, Until: soon, CreatedBy: "li"},
		{Target: "node", Name: "merge", Kind: "hang", Share: .6, Until: soon},
		{Target: "node", Name: "old", Kind: "hang", Share: 1, Until: past},
	}
	s.FaultsChanged(t.Context(), "ads")
	for _, c := range []struct {
		scene, resource, node string
		want                  engine.Fault
		hit                   bool
	}{
		{"hello", "games", "found", engine.Fault{Delay: 25 * time.Millisecond}, true},
		{"other", "games", "found", engine.Fault{Delay: 20 * time.Millisecond}, true},
		{"hello", "", "found", engine.Fault{Delay: 5 * time.Millisecond}, true},
		{"hello", "", "rank", engine.Fault{}, false}, // the draw of .5 is not below the share
		{"hello", "", "merge", engine.Fault{Hang: true}, true},
		{"hello", "", "old", engine.Fault{}, false},
		{"hello", "poems", "other", engine.Fault{}, false},
	} {
		got, hit := s.Faults("ads", c.scene).At(c.resource, c.node)
		if got != c.want || hit != c.hit {
			t.Errorf("%s %s %s: %+v %t, want %+v %t", c.scene, c.resource, c.node, got, hit, c.want, c.hit)
		}
	}
	if s.Faults("other", "hello") != nil {
		t.Error("drills of another team")
	}
	if err := s.Sync(t.Context()); err != nil || s.origin.ends != 1 {
		t.Errorf("drills that ran out are looked for %d times, %v", s.origin.ends, err)
	}
}

func TestScenesAreDescribed(t *testing.T) {
	s := start(t, changelog.NewMemory(time.Now), "", "db")
	defer s.Close()
	s.origin.publish(1, games)
	s.sync(t, 1)
	got := s.Scenes("ads")
	if len(got) != 1 {
		t.Fatalf("%+v", got)
	}
	sc := got[0]
	if sc.Name != "hello" || sc.Pipeline != "by_words" || sc.DeadlineMS != 200 || sc.File != "a.riffle" || sc.Line != 16 || len(sc.Params) != 1 || sc.Params[0].Name != "q" || !sc.Params[0].Required || sc.Params[0].Type != "string" {
		t.Errorf("%+v", sc)
	}
	r := s.Resources("ads")[0]
	if r.Name != "games" || len(r.Fields) != 3 || r.Fields[1].Kind != "text" || r.Fields[1].Analyzer != "english" || r.State == "stopped" || len(r.Slots) != 4 {
		t.Errorf("%+v", r)
	}
}
