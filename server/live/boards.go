package live

import (
	"context"
	"time"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/stats"
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

// SceneLive implements api.Boards. Spans beyond what memory holds come from the
// database; while it is away they hold what memory does.
func (b *Boards) SceneLive(ctx context.Context, team, scene string, last time.Duration) (api.SceneLive, error) {
	sc, ok := b.src.scene(team, scene)
	if !ok {
		return api.SceneLive{}, b.src.Running.Absent(team, "scene", scene)
	}
	now := b.src.Board.Now()
	out := api.SceneLive{At: now, Limit: stats.Limit, SceneState: b.src.row(team, sc, now)}
	found := b.src.Board.Series(ctx, stats.Key{Team: team, Scene: scene}, last)
	out.Series = series(found.Windows, found.Step)
	return out, nil
}

// SceneNodes implements api.Boards.
func (b *Boards) SceneNodes(_ context.Context, team, scene string) (api.SceneNodes, error) {
	if _, ok := b.src.scene(team, scene); !ok {
		return api.SceneNodes{}, b.src.Running.Absent(team, "scene", scene)
	}
	return b.src.sceneNodes(team, scene), nil
}
