package live_test

import (
	"context"
	"testing"
	"time"

	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/live"
	"riffle.dev/riffle/server/stats"
)

func TestBoards(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t, live.Options{})
	s := w.board.Scene(stats.Key{Team: "demo", Scene: "home"})
	s.Observe(time.Millisecond, 0)
	w.board.Tick(time.Now())
	b := live.NewBoards(w.src)
	got, err := b.SceneLive(ctx, "demo", "home", time.Minute)
	if err != nil || got.Scene != "home" || got.N != 1 || len(got.Series.QPS) != 1 || got.Series.StepS != 1 || got.Limit != stats.Limit {
		t.Errorf("scene %+v, %v", got, err)
	}
	if nodes, err := b.SceneNodes(ctx, "demo", "home"); err != nil || nodes.Graph == nil {
		t.Errorf("nodes %+v, %v", nodes, err)
	}
	if o, err := b.Overview(ctx, "demo"); err != nil || len(o.Scenes) != 2 || o.Totals.N != 1 {
		t.Errorf("overview %+v, %v", o, err)
	}
	for _, scene := range []string{"nothing", ""} {
		if _, err := b.SceneLive(ctx, "demo", scene, time.Minute); app.CodeOf(err) != app.NotFound {
			t.Errorf("scene %q: %v", scene, err)
		}
		if _, err := b.SceneNodes(ctx, "demo", scene); app.CodeOf(err) != app.NotFound {
			t.Errorf("nodes of %q: %v", scene, err)
		}
	}
	if _, err := b.SceneLive(ctx, "other", "home", time.Minute); app.CodeOf(err) != app.NotFound {
		t.Errorf("a foreign team's scene: %v", err)
	}
}
