package api

import (
	"context"

	"riffle.dev/riffle/server/app"
)

// KeptPath names what ran on a server and was kept: a load test, a measurement.
type KeptPath struct {
	TeamPath
	ID string `path:"id" maxLength:"64"`
}

// KeptInput is a call that lists them.
type KeptInput struct {
	TeamPath
	PageQuery
	Scene string `query:"scene" maxLength:"100"`
}

// keptPage answers with a page of them, newest first.
func keptPage[R any](list func(context.Context, string, app.KeptFilter) ([]R, error), seq func(R) int64) func(context.Context, *KeptInput) (*PageOf[R], error) {
	return func(ctx context.Context, in *KeptInput) (*PageOf[R], error) {
		before, err := cursor(in.Cursor)
		if err != nil {
			return nil, err
		}
		rows, err := list(ctx, in.Team, app.KeptFilter{Scene: in.Scene, Before: before, Limit: in.Limit})
		return page(rows, in.Limit, seq), err
	}
}
