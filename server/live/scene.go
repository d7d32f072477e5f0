package live

import (
	"time"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/stats"
)

// long is how much of a series a scene's own page shows.
const long = 15 * time.Minute

// scene feeds one scene's numbers.
type scene struct {
	src        *Sources
	team, name string
	ticks      uint64
	upTo       time.Time
}

func newScene(src *Sources, team, name string) *scene {
	s := &scene{src: src, team: team, name: name, ticks: never}
	s.Delta()
	return s
}

// Snap implements Feed.
func (f *scene) Snap() any {
	return f.src.sceneLive(f.team, f.name, f.src.Board.Now().Add(-long))
}

// Delta implements Feed.
func (f *scene) Delta() any {
	ticks := f.src.Board.Ticks()
	if ticks == f.ticks {
		return nil
	}
	f.ticks = ticks
	out := f.src.sceneLive(f.team, f.name, f.upTo.Add(time.Nanosecond))
	if n := len(out.Series.QPS); n > 0 {
		f.upTo = time.Unix(out.Series.T0+int64(n-1)*int64(out.Series.StepS), 0)
	}
	return out
}

func (s *Sources) sceneLive(team, name string, from time.Time) api.SceneLive {
	sc, ok := s.scene(team, name)
	if !ok { // it went with a new version: idle from now on
		sc = app.Scene{Name: name}
	}
	out := api.SceneLive{At: s.Board.Now(), Limit: stats.Limit, SceneState: s.row(team, sc, from), Arms: []api.ArmLive{}}
	if counted, ok := s.Board.Find(stats.Key{Team: team, Scene: name}); ok {
		for _, a := range counted.Arms() {
			out.Arms = append(out.Arms, api.ArmLive{Experiment: a.Experiment, Arm: a.Arm, Requests: int64(a.Requests)})
		}
	}
	return out
}
