package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

func (a *API) scenes() {
	tags := []string{"scenes"}
	register(a, viewer, huma.Operation{OperationID: "list-scenes", Method: http.MethodGet, Path: "/teams/{team}/scenes", Tags: tags, Summary: "List the live version's scenes"},
		func(_ context.Context, in *TeamPath) (*PageOf[app.Scene], error) {
			return all(a.App.Scenes(in.Team)), nil
		})
	register(a, viewer, huma.Operation{OperationID: "get-scene", Method: http.MethodGet, Path: "/teams/{team}/scenes/{scene}", Tags: tags, Summary: "Read a scene"},
		func(_ context.Context, in *ScenePath) (*One[app.Scene], error) {
			s, err := a.App.Scene(in.Team, in.Scene)
			return &One[app.Scene]{s}, err
		})
	register(a, viewer, huma.Operation{OperationID: "get-scene-live", Method: http.MethodGet, Path: "/teams/{team}/scenes/{scene}/live", Tags: tags,
		Summary: "The scene's numbers", Description: "The same as the topic scene/{s} of the live socket."},
		func(ctx context.Context, in *ScenePath) (*One[SceneLive], error) {
			s, err := a.Boards.SceneLive(ctx, in.Team, in.Scene)
			return &One[SceneLive]{s}, err
		})
	register(a, viewer, huma.Operation{OperationID: "get-scene-nodes", Method: http.MethodGet, Path: "/teams/{team}/scenes/{scene}/nodes", Tags: tags,
		Summary: "The scene's graph with its nodes' numbers", Description: "The same as the topic scene/{s}/nodes of the live socket."},
		func(ctx context.Context, in *ScenePath) (*One[SceneNodes], error) {
			s, err := a.Boards.SceneNodes(ctx, in.Team, in.Scene)
			return &One[SceneNodes]{s}, err
		})
}
