package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"riffle.dev/riffle/examples"
	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/internal/home"
	"riffle.dev/riffle/internal/postgres"
	"riffle.dev/riffle/migrations"
)

// benchLoad measures the two halves of a document's way: acknowledged by the
// change log on a private Postgres, and put into the index.
func benchLoad(ctx context.Context, b *bencher) ([]benchRow, error) {
	s, err := newShop()
	if err != nil {
		return nil, err
	}
	rate := func(resource string) float64 { return float64(s.docs[resource]) / s.took[resource].Seconds() }
	logged, err := b.appendRate(ctx)
	if err != nil {
		return nil, err
	}
	return []benchRow{
		alone("load.index.apps", "programs into the index in batches of 500: analysed, vectors derived", "docs/s", rate("apps")),
		alone("load.index.poems", "poems likewise", "docs/s", rate("poems")),
		alone("load.log", "documents acknowledged by the change log in batches of 500, one writer", "docs/s", logged),
	}, nil
}

// appendRate writes the programs to the log of a Postgres of its own.
func (b *bencher) appendRate(ctx context.Context) (rate float64, err error) {
	dir, err := os.MkdirTemp("", "riffle-bench-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	h, err := home.Open(dir, 0)
	if err != nil {
		return 0, err
	}
	defer h.Close()
	log := slog.New(slog.NewTextHandler(b.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	db, err := postgres.Launch(ctx, postgres.Options{Home: h, Choice: postgres.Auto, Log: log, Env: b.getenv})
	if err != nil {
		return 0, err
	}
	defer func() {
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
		defer cancel()
		db.Stop(stop)
	}()
	if _, err := migrations.Up(ctx, db.DSN()); err != nil {
		return 0, err
	}
	pool, err := pgxpool.New(ctx, db.DSN())
	if err != nil {
		return 0, err
	}
	defer pool.Close()
	logged, stream := changelog.NewPostgres(pool), changelog.Stream{Team: "bench", Resource: "apps"}
	if _, err := logged.Open(ctx, stream, 16); err != nil {
		return 0, err
	}
	var batch []changelog.Change
	n := 0
	var took time.Duration
	for line, err := range examples.Apps() {
		if err != nil {
			return 0, err
		}
		var doc struct{ ID string }
		if err := json.Unmarshal(line, &doc); err != nil {
			return 0, err
		}
		if batch = append(batch, changelog.Change{Key: doc.ID, Value: append([]byte(nil), line...)}); len(batch) < 500 {
			continue
		}
		begin := time.Now()
		if _, err := logged.Append(ctx, stream, batch); err != nil {
			return 0, err
		}
		took += time.Since(begin)
		n += len(batch)
		batch = nil
	}
	return float64(n) / took.Seconds(), nil
}
