package catalog

import (
	"testing"
	"time"

	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/server/app"
)

// A version that cannot run leaves the last good one serving, says so once,
// and the next good one is taken.
func TestTheLastGoodVersionServes(t *testing.T) {
	s := start(t, changelog.NewMemory(time.Now), "", "db")
	defer s.Close()
	s.origin.publish(1, games)
	s.sync(t, 1)
	s.put(t, 0, 3)
	s.origin.publish(2, "pipeline broken(")
	told := func() int {
		s.origin.mu.Lock()
		defer s.origin.mu.Unlock()
		return len(s.origin.events)
	}
	for looks := 0; looks < 5; looks++ { // after it was told too
		wait(t, "it is told", func() bool {
			if err := s.Sync(t.Context()); err != nil {
				t.Fatal(err)
			}
			return told() > 0
		})
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
