package live

import (
	"slices"
	"strings"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/stats"
)

// Running is the live versions on this instance, from memory. Lists are by name.
type Running interface {
	Scenes(team string) []app.Scene
	Resources(team string) []app.Resource
	// Absent is why a team serves no such thing: an *app.Error of NotFound, or
	// of Unavailable while its live version is loading.
	Absent(team, what, name string) error
}

// Sources is what the boards show. All of it answers from memory.
type Sources struct {
	Board   *stats.Board
	Running Running
	// Graph of the pipeline that a scene serves; false for an unknown scene.
	Graph    func(team, scene string) (api.Graph, bool)
	Journal  *Journal
	Database func() api.DatabaseState
	Traffic  func(team string) api.Traffic
	Relief   Relief                          // nil: nothing is given up
	Loads    Loads                           // nil: none
	Circuits func(team string) []app.Circuit // nil: there are none
}

// Open implements Feeds.
func (s *Sources) Open(team, topic string) (Feed, error) {
	switch {
	case topic == "overview":
		return newOverview(s, team), nil
	case topic == "events":
		return newEvents(s, team), nil
	case strings.HasPrefix(topic, "scene/"):
		scene, nodes := strings.CutSuffix(strings.TrimPrefix(topic, "scene/"), "/nodes")
		scene, relief := strings.CutSuffix(scene, "/degradation")
		if _, ok := s.scene(team, scene); !ok {
			return nil, s.Running.Absent(team, "scene", scene)
		}
		if nodes {
			return newNodes(s, team, scene), nil
		}
		if relief {
			return newDegradation(s, team, scene), nil
		}
		return newScene(s, team, scene), nil
	case strings.HasPrefix(topic, "loadtest/"):
		id := strings.TrimPrefix(topic, "loadtest/")
		if s.Loads != nil {
			if _, ok := s.Loads(team, id, 0); ok {
				return newLoad(s, team, id), nil
			}
		}
		return nil, app.Fail(app.NotFound, "live_loadtest", "the load test does not run on this instance")
	}
	return nil, app.Fail(app.NotFound, "live_topic", "there is no such topic; want overview, events, scene/NAME, scene/NAME/nodes, scene/NAME/degradation or loadtest/ID")
}

// down are the services and stores of a team that are not asked.
func (s *Sources) down(team string) []app.Circuit {
	if s.Circuits == nil {
		return nil
	}
	return slices.DeleteFunc(s.Circuits(team), func(c app.Circuit) bool { return c.State == "closed" })
}

func (s *Sources) scene(team, name string) (app.Scene, bool) {
	for _, sc := range s.Running.Scenes(team) {
		if sc.Name == name {
			return sc, true
		}
	}
	return app.Scene{}, false
}
