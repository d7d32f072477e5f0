// Package pgerr tells errors of Postgres apart. It imports pgx and nothing of
// ours.
package pgerr

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Away tells whether an error means that the database cannot be reached or
// takes no work now, so that the same may go well later.
func Away(err error) bool {
	if err == nil {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return strings.HasPrefix(pg.Code, "08") || // connection
			strings.HasPrefix(pg.Code, "57P") || // shut down, starting up
			pg.Code == "53300" || // too many connections
			pg.Code == "25006" // read only: a standby
	}
	var connect *pgconn.ConnectError
	var op *net.OpError
	return errors.As(err, &connect) || errors.As(err, &op) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, context.DeadlineExceeded) || pgconn.SafeToRetry(err) || pgconn.Timeout(err) || broken(err.Error())
}

// NoText tells whether a text was refused that Postgres cannot hold: one with a
// zero byte, or one that is not UTF-8.
func NoText(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "22021" || pg.Code == "22P05")
}

// broken holds for a connection that ended in the middle; pgx and database/sql
// have words for it and no types.
func broken(text string) bool {
	for _, sign := range []string{"unexpected EOF", "conn closed", "bad connection", "closed pool"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}
