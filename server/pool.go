package server

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// newPool connects to where dsn says at that moment, so that a database that
// comes back elsewhere is found. Nothing waits long for it: what cannot be
// written now is refused now.
func newPool(dsn func() string) (*pgxpool.Pool, error) {
	c, err := pgxpool.ParseConfig(dsn())
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	c.MaxConns = 24
	c.MaxConnIdleTime = time.Minute
	c.HealthCheckPeriod = 10 * time.Second
	c.ConnConfig.ConnectTimeout = 2 * time.Second
	c.BeforeConnect = func(_ context.Context, conn *pgx.ConnConfig) error {
		now, err := pgx.ParseConfig(dsn())
		if err != nil {
			return err
		}
		conn.Host, conn.Port, conn.User, conn.Password, conn.Database = now.Host, now.Port, now.User, now.Password, now.Database
		conn.TLSConfig, conn.Fallbacks = now.TLSConfig, now.Fallbacks
		return nil
	}
	return pgxpool.NewWithConfig(context.Background(), c)
}
