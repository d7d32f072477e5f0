package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"riffle.dev/riffle/server/app"
)

// Within bounds every call: a client that waits for a database that is away
// has its answer within three seconds.
const Within = 2 * time.Second

// Store implements app.Store and auth.Source. Safe for concurrent use.
type Store struct {
	db       *gorm.DB
	instance string // whose runs it begins; "" of none
}

// Open uses pool, which stays the caller's. It does not connect.
func Open(pool *pgxpool.Pool) (*Store, error) {
	db, err := gorm.Open(postgres.New(postgres.Config{Conn: stdlib.OpenDBFromPool(pool)}), &gorm.Config{
		SkipDefaultTransaction: true, // tx() opens them where they are needed
		TranslateError:         true,
		DisableAutomaticPing:   true,
		Logger:                 logger.Discard, // errors are returned and logged once, at the door
		NowFunc:                func() time.Time { return time.Now().UTC() },
	})
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return &Store{db: db}, nil
}

// Of an instance, by the name that it shares limits under: what it begins is lost when
// it reports no more.
func (s *Store) Of(instance string) *Store { return &Store{db: s.db, instance: instance} }

// read runs a query under the time limit and gives errors their codes.
func (s *Store) read(ctx context.Context, f func(*gorm.DB) error) error {
	ctx, cancel := context.WithTimeout(ctx, Within)
	defer cancel()
	return coded(ctx, f(s.db.WithContext(ctx)))
}

// trail is what the audit row says of a change beside who and what.
type trail struct {
	object        string // replaces that of the Change where the store makes it
	before, after any    // as JSON; nil: nothing
}

// tx makes a change and its audit row, both or neither.
func (s *Store) tx(ctx context.Context, by app.Change, team string, f func(*gorm.DB, *trail) error) error {
	ctx, cancel := context.WithTimeout(ctx, Within)
	defer cancel()
	err := s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var t trail
		if err := f(tx, &t); err != nil {
			return err
		}
		return writeAudit(tx, by, team, t)
	})
	return coded(ctx, err)
}

func asJSON(v any) (*string, error) {
	if v == nil {
		return nil, nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	s := string(text)
	return &s, nil
}
