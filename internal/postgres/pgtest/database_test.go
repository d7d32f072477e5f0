package pgtest_test

import (
	"context"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"riffle.dev/riffle/internal/postgres/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func TestDatabasesAreFreshAndApart(t *testing.T) {
	ctx := context.Background()
	var addresses []string
	for range 3 {
		dsn := pgtest.Database(t)
		conn, err := pgx.Connect(ctx, dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, "create table mine (x int)"); err != nil {
			t.Fatalf("a fresh database is not fresh: %v", err)
		}
		addresses = append(addresses, dsn)
	}
	if addresses[0] == addresses[1] || addresses[1] == addresses[2] {
		t.Errorf("the same database twice: %v", addresses)
	}
}

func TestEmptyHasNoSchema(t *testing.T) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, pgtest.Empty(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	var n int
	if err := conn.QueryRow(ctx, "select count(*) from pg_tables where schemaname = 'public'").Scan(&n); err != nil {
		t.Fatal(err)
	}
	if n != 0 {
		t.Errorf("%d tables in an empty database", n)
	}
}
