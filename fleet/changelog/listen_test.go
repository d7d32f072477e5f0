package changelog_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/internal/postgres/pgtest"
)

// An append by another process is told within the time of a notice.
func TestNoticeOfAnotherProcess(t *testing.T) {
	dsn := pgtest.Database(t)
	here, there := changelog.NewPostgres(pool(t, dsn)), changelog.NewPostgres(pool(t, dsn))
	s := changelog.Stream{Team: "ads", Resource: "games"}
	for _, l := range []*changelog.Postgres{here, there} {
		if _, err := l.Open(t.Context(), s, 2); err != nil {
			t.Fatal(err)
		}
	}
	before := here.Changed(s)
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	wg.Go(func() { here.Listen(ctx, slog.New(slog.DiscardHandler)) })
	wait(t, before, "the first listening") // it wakes all, for what came before
	c := here.Changed(s)
	if _, err := there.Append(t.Context(), s, []changelog.Change{{Key: "a", Value: []byte("{}")}}); err != nil {
		t.Fatal(err)
	}
	wait(t, c, "the notice")
}

func wait(t *testing.T, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(2 * time.Minute):
		t.Fatalf("%s did not come", what)
	}
}

// Connections are cut at random moments while documents are appended: whatever
// was acknowledged is found afterwards, and no offset is missing.
func TestAcknowledgedSurvivesCutConnections(t *testing.T) {
	dsn := pgtest.Database(t)
	l := changelog.NewPostgres(pool(t, dsn))
	s := changelog.Stream{Team: "ads", Resource: "games"}
	if _, err := l.Open(t.Context(), s, 4); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	acked := map[string]changelog.Offset{}
	var wg sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	for w := range 3 {
		wg.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				key := fmt.Sprintf("w%d-%d", w, i)
				out, err := l.Append(context.Background(), s, []changelog.Change{{Key: key, Value: []byte("{}")}})
				if err == nil {
					mu.Lock()
					acked[key] = out[0]
					mu.Unlock()
				}
			}
		})
	}
	killer := pool(t, dsn)
	failed := 0
	count := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(acked)
	}
	begin := time.Now()
	for cuts := 0; cuts < 15 || count() < 50 && time.Since(begin) < 5*time.Minute; cuts++ {
		time.Sleep(20*time.Millisecond + time.Since(begin)/20) // ever more time between them, for a busy machine
		if _, err := killer.Exec(t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`); err != nil {
			failed++
		}
	}
	stop()
	wg.Wait()
	found := map[string]changelog.Offset{}
	from := make(changelog.Offsets, 4)
	for {
		entries, err := l.Read(t.Context(), s, from, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) == 0 {
			break
		}
		for _, e := range entries {
			if e.Offset != from[e.Slot] {
				t.Fatalf("slot %d: offset %d follows %d", e.Slot, e.Offset, from[e.Slot]-1)
			}
			from[e.Slot]++
			found[e.Key] = changelog.Offset{Slot: e.Slot, Offset: e.Offset}
		}
	}
	missing := 0
	for key, at := range acked {
		if found[key] != at {
			missing++
		}
	}
	t.Logf("acknowledged %d, found %d, missing %d", len(acked), len(found), missing)
	if missing != 0 || len(acked) < 50 || failed > 0 {
		t.Errorf("acknowledged %d, missing %d, cuts that failed %d: want at least 50, none and none", len(acked), missing, failed)
	}
}
