package store

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"riffle.dev/riffle/internal/pgerr"
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
		return app.Fail(app.Conflict, "name_taken", "that name is taken").Because(err)
	case pgerr.NoText(err):
		return app.Fail(app.Invalid, "text_bytes", "a text holds a zero byte or is not UTF-8")
	case pgerr.Away(err), errors.Is(ctx.Err(), context.DeadlineExceeded):
		return app.Down(err)
	}
	return err
}

func notFound(err error, what, name string) error {
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return app.Missing(what, name)
	}
	return err
}

// taken names what there can be only one of.
func taken(err error, what, name string) error {
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return app.Fail(app.Conflict, "taken", "there is a {what} \"{name}\" already; choose another name", what, name).Because(err)
	}
	return err
}
