package catalog

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/fleet/changelog"
)

// slowReplay is a log that gives nothing to who reads it from its beginning
// until it is opened.
type slowReplay struct {
	*changelog.Memory
	opened chan struct{}
}

func (l *slowReplay) Read(ctx context.Context, s changelog.Stream, from changelog.Offsets, max int) ([]changelog.Entry, error) {
	if !slices.ContainsFunc(from, func(o int64) bool { return o > 0 }) {
		if entries, err := l.Memory.Read(ctx, s, from, 1); err != nil || len(entries) == 0 {
			return nil, err
		}
		select {
		case <-l.opened:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return l.Memory.Read(ctx, s, from, max)
}

// Who rolls back while a version still loads never sees it serve: its load ends,
// the one that serves goes on with its documents, and the next is taken.
func TestARollbackEndsALoad(t *testing.T) {
	s := start(t, changelog.NewMemory(time.Now), "", "db")
	log := &slowReplay{Memory: s.log, opened: make(chan struct{})}
	close(log.opened)
	home := t.TempDir()
	s.Catalog = New(Config{Log: log, Source: s.origin, Compiler: NewCompiler(CompilerConfig{Operators: op.NewCatalogue()}), Home: home, Data: "db",
		Report: slog.New(slog.DiscardHandler), Now: time.Now, Random: func() float64 { return .5 }})
	defer s.Close()
	s.origin.publish(1, games)
	s.sync(t, 1)
	s.put(t, 0, 9)
	wait(t, "documents are there", func() bool { return s.docs() == 9 })

	log.opened = make(chan struct{})
	changed := strings.Replace(games, "price: float = 0", "price: float = 1\n    stars: int = 0", 1)
	s.origin.publish(2, changed)
	ads := s.team("ads")
	loads := func() bool {
		if ads.mu.TryLock() {
			ads.mu.Unlock()
			return false
		}
		return true
	}
	wait(t, "version 2 loads", func() bool {
		if err := s.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		return loads()
	})
	if a, _ := s.Active("ads"); a.Version != 1 || s.docs() != 9 {
		t.Fatalf("while version 2 loads version %d serves %d documents", a.Version, s.docs())
	}
	if n := s.Serving("ads"); n != 1 || slices.Contains(s.told(), 2) {
		t.Errorf("while version 2 loads version %d serves, told are %v", n, s.told())
	}
	s.origin.publish(1, games) // the roll-back
	s.sync(t, 1)
	wait(t, "the load of version 2 ends", func() bool { return !loads() })
	close(log.opened)
	if a, _ := s.Active("ads"); a.Version != 1 {
		t.Errorf("version %d serves after the roll-back", a.Version)
	}
	s.put(t, 9, 12)
	wait(t, "the documents since are there", func() bool { return s.docs() == 12 })
	s.origin.publish(3, changed)
	s.sync(t, 3)
	wait(t, "all documents are there", func() bool { return s.docs() == 12 })
	wait(t, "version 3 is told to serve", func() bool { return slices.Equal(s.told(), []int64{1, 3}) })
}

// told are the versions whose event says that they serve.
func (s *setup) told() []int64 {
	s.origin.mu.Lock()
	defer s.origin.mu.Unlock()
	return slices.Clone(s.origin.served)
}
