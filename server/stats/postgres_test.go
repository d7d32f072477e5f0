package stats_test

import (
	"context"
	"database/sql"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib"

	"riffle.dev/riffle/internal/postgres/pgtest"
	"riffle.dev/riffle/server/stats"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func TestPostgres(t *testing.T) {
	db, err := sql.Open("pgx", pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx := context.Background()
	p := stats.NewPostgres(db)
	now := int64(1_800_000_000)
	detail := stats.Key{Team: "demo", Scene: "detail"}
	rows := []stats.Row{
		{Key: home, Step: stats.Second, At: now - 3700, N: 1},
		{Key: home, Step: stats.Second, At: now - 10, N: 7, Timeouts: 1, Errors: 2, Degraded: 3, P50: 900, P99: 4100},
		{Key: detail, Step: stats.Second, At: now - 9},
		{Key: home, Step: stats.Ten, At: now - 25*3600, N: 1},
		{Key: home, Step: stats.Ten, At: now - 20, N: 2},
		{Key: home, Step: stats.Minute, At: now - 31*24*3600, N: 1},
		{Key: home, Step: stats.Minute, At: now - 25*3600, N: 3},
	}
	for range 2 { // the second time nothing is new
		if err := p.Append(ctx, rows); err != nil {
			t.Fatal(err)
		}
	}
	read := func(key stats.Key, step stats.Step, from int64) []stats.Row {
		t.Helper()
		got, err := p.Read(ctx, key, step, from)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if d := cmp.Diff(rows[:2], read(home, stats.Second, 0)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(rows[1:3], read(stats.Key{}, stats.Second, now-60)); d != "" {
		t.Error(d)
	}
	if err := p.Trim(ctx, time.Unix(now, 0)); err != nil {
		t.Fatal(err)
	}
	for step, want := range map[stats.Step][]stats.Row{stats.Second: rows[1:2], stats.Ten: rows[4:5], stats.Minute: rows[6:7]} {
		if d := cmp.Diff(want, read(home, step, 0)); d != "" {
			t.Errorf("step %d after a trim:\n%s", step, d)
		}
	}
}
