package live

import (
	"slices"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/stats"
)

// nodes feeds one scene's graph with its nodes' numbers.
type nodes struct {
	src        *Sources
	team, name string
	ticks      uint64
	version    int64
}

func newNodes(src *Sources, team, name string) *nodes {
	n := &nodes{src: src, team: team, name: name, ticks: never}
	n.Delta()
	return n
}

// Snap implements Feed.
func (f *nodes) Snap() any { return f.src.sceneNodes(f.team, f.name) }

// Delta implements Feed.
func (f *nodes) Delta() any {
	ticks := f.src.Board.Ticks()
	if ticks == f.ticks {
		return nil
	}
	f.ticks = ticks
	out := f.src.sceneNodes(f.team, f.name)
	if out.Version == f.version {
		out.Graph = nil
	}
	f.version = out.Version
	return out
}

func (s *Sources) sceneNodes(team, name string) api.SceneNodes {
	out := api.SceneNodes{At: s.Board.Now(), Scene: name, Nodes: []api.NodeLive{}}
	if sc, ok := s.scene(team, name); ok {
		out.Version = sc.Version
	}
	if g, ok := s.Graph(team, name); ok {
		out.Graph = &g
	}
	counted, ok := s.Board.Find(stats.Key{Team: team, Scene: name})
	if !ok {
		return out
	}
	// In the order of the graph, without the nodes of the fallback.
	place := map[string]int{}
	if out.Graph != nil {
		for i, n := range out.Graph.Nodes {
			place[n.Name] = i
		}
	}
	for _, n := range counted.View().Nodes {
		if _, ok := place[n.ID]; ok || out.Graph == nil {
			out.Nodes = append(out.Nodes, node(n))
		}
	}
	slices.SortStableFunc(out.Nodes, func(a, b api.NodeLive) int { return place[a.Name] - place[b.Name] })
	return out
}

func node(v stats.NodeView) api.NodeLive {
	out := api.NodeLive{Name: v.ID, QPS: short(v.Recent.Rate()), P50MS: ms(v.Recent.P50), P99MS: ms(v.Recent.P99),
		N: int64(v.Recent.N), Outcomes: map[string]float64{}}
	for i, k := range v.Outcomes {
		if k > 0 {
			out.Outcomes[stats.Outcomes[i]] = short(float64(k) / stats.OutcomeSeconds)
		}
	}
	return out
}
