package live

import (
	"context"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// Boards gives the topics as single snapshots, for the doors that are asked
// instead of followed.
type Boards struct{ src *Sources }

// NewBoards of the same sources as the Hub's.
func NewBoards(src *Sources) *Boards { return &Boards{src: src} }

// Overview implements api.Boards.
func (b *Boards) Overview(_ context.Context, team string) (api.OverviewSnap, error) {
	return b.src.overview(team), nil
}

// SceneLive implements api.Boards.
func (b *Boards) SceneLive(_ context.Context, team, scene string) (api.SceneLive, error) {
	if _, ok := b.src.scene(team, scene); !ok {
		return api.SceneLive{}, app.Missing("scene", scene)
	}
	return b.src.sceneLive(team, scene, b.src.Board.Now().Add(-long)), nil
}

// SceneNodes implements api.Boards.
func (b *Boards) SceneNodes(_ context.Context, team, scene string) (api.SceneNodes, error) {
	if _, ok := b.src.scene(team, scene); !ok {
		return api.SceneNodes{}, app.Missing("scene", scene)
	}
	return b.src.sceneNodes(team, scene), nil
}
