package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// SceneLiveInput is a call of get-scene-live.
type SceneLiveInput struct {
	ScenePath
	Last string `query:"last" pattern:"^[1-9][0-9]{0,3}[smhd]$" default:"15m" doc:"span of the series, such as 15m, 24h or 30d, the longest"`
}

const maxSpan = 30 * 24 * time.Hour

// span of the series; the pattern was checked.
func (in *SceneLiveInput) span() time.Duration {
	unit := map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour}
	n, err := strconv.Atoi(in.Last[:max(len(in.Last)-1, 0)])
	if err != nil {
		return 15 * time.Minute
	}
	return min(time.Duration(n)*unit[in.Last[len(in.Last)-1]], maxSpan)
}

func (a *API) scenes() {
	tags := []string{"scenes"}
	register(a, viewer, huma.Operation{OperationID: "list-scenes", Method: http.MethodGet, Path: "/teams/{team}/scenes", Tags: tags, Summary: "List the live version's scenes", Errors: []int{http.StatusServiceUnavailable}},
		func(_ context.Context, in *TeamPath) (*PageOf[app.Scene], error) {
			return all(a.App.Scenes(in.Team)), a.App.Known(in.Team)
		})
	register(a, viewer, huma.Operation{OperationID: "get-scene", Method: http.MethodGet, Path: "/teams/{team}/scenes/{scene}", Tags: tags, Summary: "Read a scene"},
		func(_ context.Context, in *ScenePath) (*One[app.Scene], error) {
			s, err := a.App.Scene(in.Team, in.Scene)
			return &One[app.Scene]{s}, err
		})
	register(a, viewer, huma.Operation{OperationID: "get-scene-live", Method: http.MethodGet, Path: "/teams/{team}/scenes/{scene}/live", Tags: tags,
		Summary: "The scene's numbers", Description: "The same as the topic scene/{s} of the live socket, with a series of any span: a point a second up to an hour, every ten seconds up to a day, every minute up to thirty days."},
		func(ctx context.Context, in *SceneLiveInput) (*One[SceneLive], error) {
			s, err := a.Boards.SceneLive(ctx, in.Team, in.Scene, in.span())
			return &One[SceneLive]{s}, err
		})
	register(a, viewer, huma.Operation{OperationID: "get-scene-nodes", Method: http.MethodGet, Path: "/teams/{team}/scenes/{scene}/nodes", Tags: tags,
		Summary: "The scene's graph with its nodes' numbers", Description: "The same as the topic scene/{s}/nodes of the live socket."},
		func(ctx context.Context, in *ScenePath) (*One[SceneNodes], error) {
			s, err := a.Boards.SceneNodes(ctx, in.Team, in.Scene)
			return &One[SceneNodes]{s}, err
		})
}

// known is why a team serves no such scene; nil where it does.
func (a *API) known(in ScenePath) error {
	_, err := a.App.Scene(in.Team, in.Scene)
	return err
}
