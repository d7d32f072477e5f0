package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// NewGainInput is a call of start-gain.
type NewGainInput struct {
	TeamPath
	Body app.NewGain
}

func (a *API) gains() {
	tags := []string{"gains"}
	const path = "/teams/{team}/gains"
	register(a, editor, huma.Operation{OperationID: "start-gain", Method: http.MethodPost, Path: path, Tags: tags, DefaultStatus: http.StatusCreated,
		Summary: "Measure what a pipeline's parts are worth", MaxBodyBytes: 1 << 20,
		Description: "Answers the same requests with the live version's full plan and without each of its parts, as `riffle gain` does: every optional node off, " +
			"every choose begun with another arm, every knob at its low end. Nothing is done after an answer, but resources and services are asked. " +
			"It takes a core for a while beside what is served, so one at a time runs on a server, ten minutes at most. The newest 100 of a team are kept.",
		Errors: []int{http.StatusConflict, http.StatusServiceUnavailable}, Metadata: scope(app.ScopeAdmin)},
		func(ctx context.Context, in *NewGainInput) (*One[app.Gain], error) {
			g, err := a.App.StartGain(ctx, change(ctx), in.Team, in.Body)
			return &One[app.Gain]{g}, err
		})
	register(a, editor, huma.Operation{OperationID: "abort-gain", Method: http.MethodPost, Path: path + "/{id}/abort", Tags: tags,
		Summary: "End a measurement", Description: "It has no numbers then.", Errors: []int{http.StatusConflict}, Metadata: scope(app.ScopeAdmin)},
		func(ctx context.Context, in *KeptPath) (*None, error) {
			return nil, a.App.AbortGain(ctx, change(ctx), in.Team, in.ID)
		})
	register(a, viewer, huma.Operation{OperationID: "list-gains", Method: http.MethodGet, Path: path, Tags: tags, Summary: "List kept measurements, newest first"},
		keptPage(a.App.Gains, func(r app.GainRow) int64 { return r.Seq }))
	register(a, viewer, huma.Operation{OperationID: "get-gain", Method: http.MethodGet, Path: path + "/{id}", Tags: tags, Summary: "Read a measurement",
		Description: "What each part is worth, for all and by tier, with 95 % intervals; how far it is while it runs."},
		func(ctx context.Context, in *KeptPath) (*One[app.Gain], error) {
			g, err := a.App.Gain(ctx, in.Team, in.ID)
			return &One[app.Gain]{g}, err
		})
	register(a, viewer, huma.Operation{OperationID: "get-gain-changes", Method: http.MethodGet, Path: path + "/{id}/changes", Tags: tags, Errors: []int{http.StatusConflict},
		Summary: "What a measurement says of the draft", Description: "The annotations it speaks for with where they stand, and the files with them put in. Nothing is written."},
		func(ctx context.Context, in *KeptPath) (*One[app.GainChanges], error) {
			c, err := a.App.GainChanges(ctx, in.Team, in.ID)
			return &One[app.GainChanges]{c}, err
		})
}
