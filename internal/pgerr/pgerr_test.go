package pgerr

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestAway(t *testing.T) {
	_, refused := pgconn.Connect(context.Background(), "postgres://u@127.0.0.1:1/x?connect_timeout=1")
	for _, c := range []struct {
		name string
		err  error
		want bool
	}{
		{"nothing", nil, false},
		{"nobody listens", fmt.Errorf("append: %w", refused), true},
		{"shut down by the administrator", &pgconn.PgError{Code: "57P01"}, true},
		{"starting up", &pgconn.PgError{Code: "57P03"}, true},
		{"a name taken", &pgconn.PgError{Code: "23505"}, false},
		{"a statement of another's cancel", &pgconn.PgError{Code: "57014"}, false},
		{"cut in the middle", errors.New("failed to receive message: unexpected EOF"), true},
		{"time over", fmt.Errorf("read: %w", context.DeadlineExceeded), true},
		{"broken pipe", &net.OpError{Op: "write", Err: errors.New("broken pipe")}, true},
		{"a bug", errors.New("cannot scan int into text"), false},
	} {
		if got := Away(c.err); got != c.want {
			t.Errorf("%s: Away = %t, want %t (%v)", c.name, got, c.want, c.err)
		}
	}
}

func TestNoText(t *testing.T) {
	for code, want := range map[string]bool{"22021": true, "22P05": true, "22001": false, "57P01": false} {
		if err := fmt.Errorf("save: %w", &pgconn.PgError{Code: code}); NoText(err) != want || want && Away(err) {
			t.Errorf("%s: NoText = %t, want %t, and never away", code, NoText(err), want)
		}
	}
	if NoText(nil) {
		t.Error("nothing is an error")
	}
}
