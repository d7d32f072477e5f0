package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver named "pgx"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed *.sql
var files embed.FS

// The lock is asked for once a second for a minute: instances that start
// together wait for the first one instead of failing.
const (
	lockEverySeconds = 1
	lockAttempts     = 60
)

// Up brings the database at dsn to the newest schema and returns how many
// files were applied. Several instances may call it at once: a session lock
// lets one of them work and the others find the work done.
func Up(ctx context.Context, dsn string) (applied int, err error) {
	return up(ctx, dsn, files)
}

func up(ctx context.Context, dsn string, files fs.FS) (applied int, err error) {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return 0, fmt.Errorf("migrations: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockEverySeconds, lockAttempts))
	if err != nil {
		return 0, fmt.Errorf("migrations: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files,
		goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
	if errors.Is(err, goose.ErrNoMigrations) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("migrations: %w", err)
	}
	done, err := provider.Up(ctx)
	if err != nil {
		return len(done), fmt.Errorf("migrations: %w", err)
	}
	return len(done), nil
}
