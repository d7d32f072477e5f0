package store

import (
	"context"
	"errors"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

// coded gives an error of the database its code. Errors of the rules pass; so
// does the end of the caller's own context.
func coded(ctx context.Context, err error) error {
	var own *app.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return own
	case errors.Is(err, gorm.ErrDuplicatedKey):
		return &app.Error{Code: app.Conflict, Message: "that name is taken", Cause: err}
	case Away(err), errors.Is(ctx.Err(), context.DeadlineExceeded):
		return app.Down(err)
	}
	return err
}

// Away tells whether an error means that the database cannot be reached or
// does not take work now, so that the same may go well later.
func Away(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch {
		case strings.HasPrefix(pg.Code, "08"), // connection
			strings.HasPrefix(pg.Code, "57P"), // shut down, starting up
			pg.Code == "53300",                // too many connections
			pg.Code == "25006":                // read only: a standby
			return true
		}
		return false
	}
	var connect *pgconn.ConnectError
	var op *net.OpError
	return errors.As(err, &connect) || errors.As(err, &op) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, context.DeadlineExceeded) || pgconn.SafeToRetry(err) || isBroken(err)
}

// isBroken holds for a connection that ended in the middle of an answer.
func isBroken(err error) bool {
	text := err.Error()
	return strings.Contains(text, "unexpected EOF") || strings.Contains(text, "conn closed") || strings.Contains(text, "bad connection") || strings.Contains(text, "closed pool")
}

func notFound(err error, what, name string) error {
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return app.Missing(what, name)
	}
	return err
}
