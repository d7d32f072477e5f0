package changelog_test

import (
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/fleet/changelog/changelogtest"
	"riffle.dev/riffle/internal/postgres/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func TestMemory(t *testing.T) {
	l := changelog.NewMemory(time.Now)
	changelogtest.Run(t, func(*testing.T) changelog.Log { return l })
}

func TestPostgres(t *testing.T) {
	dsn := pgtest.Database(t)
	changelogtest.Run(t, func(t *testing.T) changelog.Log { return changelog.NewPostgres(pool(t, dsn)) })
}

func pool(t *testing.T, dsn string) *pgxpool.Pool {
	t.Helper()
	p, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// The function is part of the stored data's format.
// The values were computed by another implementation.
func TestSlotOfNeverChanges(t *testing.T) {
	for key, want := range map[string]int{"": 11, "a": 8, "k0001": 3, "游戏": 11} {
		if got := changelog.SlotOf(key, 16); got != want {
			t.Errorf("SlotOf(%q, 16) = %d, want %d", key, got, want)
		}
	}
}

func TestSlotsAreEven(t *testing.T) {
	counts := make([]int, 16)
	for i := range 16000 {
		counts[changelog.SlotOf("doc-"+time.Unix(int64(i), 0).UTC().Format("20060102150405"), 16)]++
	}
	for slot, n := range counts {
		if n < 850 || n > 1150 { // 1000 ± 5 standard deviations
			t.Errorf("slot %d holds %d of 16000 keys", slot, n)
		}
	}
}
