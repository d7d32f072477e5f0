package auth

import (
	"context"
	"time"

	"riffle.dev/riffle/server/app"
)

// User is what login needs of an account.
type User struct {
	ID   int64
	Hash string
}

// Source keeps accounts, sessions and tokens. Unknown or ended credentials
// give a nil principal and no error; a database that is away an app.Error of
// Unavailable.
type Source interface {
	User(ctx context.Context, login string) (User, error) // NotFound
	OfSession(ctx context.Context, hash []byte, now time.Time) (*app.Principal, error)
	OfToken(ctx context.Context, hash []byte, now time.Time) (*app.Principal, error)
	CreateSession(ctx context.Context, hash []byte, user int64, now, expires time.Time) error
	DeleteSession(ctx context.Context, hash []byte) error
	SetPassword(ctx context.Context, by app.Change, user int64, hash string) error
	CreateFirst(ctx context.Context, login, hash string) (made bool, err error)
	TouchTokens(ctx context.Context, used map[int64]time.Time) error
}
