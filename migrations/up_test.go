package migrations_test

import (
	"context"
	"os"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"

	"riffle.dev/riffle/internal/postgres/pgtest"
	"riffle.dev/riffle/migrations"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var two = fstest.MapFS{
	"00001_one.sql": {Data: []byte("-- +goose Up\ncreate table one (x int);\n-- +goose Down\ndrop table one;\n")},
	"00002_two.sql": {Data: []byte("-- +goose Up\ncreate table two (x int);\nselect pg_sleep(0.2);\n-- +goose Down\ndrop table two;\n")},
}

func TestInstancesAtOnce(t *testing.T) {
	dsn := pgtest.Empty(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for range 4 {
		wg.Go(func() {
			n, err := migrations.UpFrom(context.Background(), dsn, two)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			total += n
			mu.Unlock()
		})
	}
	wg.Wait()
	if total != len(two) {
		t.Errorf("%d files were applied by all together, want %d", total, len(two))
	}
}

func TestBrokenFileIsNamedAndLeavesNothing(t *testing.T) {
	dsn := pgtest.Empty(t)
	ctx := context.Background()
	broken := fstest.MapFS{
		"00001_one.sql":    two["00001_one.sql"],
		"00002_broken.sql": {Data: []byte("-- +goose Up\ncreate table half (x int);\ncreate table half (x int);\n")},
	}
	if _, err := migrations.UpFrom(ctx, dsn, broken); err == nil {
		t.Fatal("a broken file was applied")
	}
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	var one, half *string
	if err := conn.QueryRow(ctx, "select to_regclass('one')::text, to_regclass('half')::text").Scan(&one, &half); err != nil {
		t.Fatal(err)
	}
	if one == nil || half != nil {
		t.Errorf("one = %v, half = %v: want the first whole and nothing of the second", one, half)
	}
}

func TestSchemaAppliesOnce(t *testing.T) {
	dsn := pgtest.Empty(t)
	ctx := context.Background()
	if _, err := migrations.Up(ctx, dsn); err != nil {
		t.Fatal(err)
	}
	n, err := migrations.Up(ctx, dsn)
	if err != nil || n != 0 {
		t.Errorf("second time: %d files, %v", n, err)
	}
}
