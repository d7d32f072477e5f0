package gateway

import (
	"net/url"
	"slices"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/stats"
)

// scene is what the gateway knows of one scene of one version.
type scene struct {
	program  *engine.Program
	deadline time.Duration
	slow     time.Duration
	whole    *quota   // of all tiers; nil: none
	tiers    []*quota // by tier; nil of one without a limit of its own
	names    []string // of the tiers
	byCost   bool     // quotas count a request by what its plan costs
	metered  bool     // quotas depend on the request, or on its plan
	stats    *stats.Scene
	recorder *recorder
	relief   RelievedScene // nil: everybody has everything
	shelf    *shelf
	pipeline string // that is asked first
	shares   shares
	// Of its pipeline and its fallback, by node; read only.
	nodes map[string]*stats.Node
	arms  map[arm]*stats.Arm // of its experiments; read only
}

// arm of an experiment.
type arm struct{ experiment, name string }

// scene of a program, made when it is new or the version has changed.
func (g *Gateway) scene(p *engine.Program, version int64, team, name string) (*scene, error) {
	key := stats.Key{Team: team, Scene: name}
	g.mu.RLock()
	s := g.scenes[key]
	g.mu.RUnlock()
	if s != nil && s.program == p {
		return s, nil
	}
	declared, ok := p.Project.Scene(name)
	if !ok {
		return nil, app.Missing("scene", name)
	}
	var relief RelievedScene
	if g.relief != nil {
		relief = g.relief.Scene(p, version, team, name)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	old := g.scenes[key]
	if old != nil && old.program == p {
		return old, nil
	}
	fresh := &scene{program: p, deadline: time.Duration(declared.Deadline), slow: time.Duration(declared.Slow),
		byCost: declared.ByCost, stats: g.board.Scene(key), recorder: &recorder{every: g.record}, shelf: g.traces.shelf(team, name), pipeline: declared.Pipeline,
		nodes: map[string]*stats.Node{}, arms: map[arm]*stats.Arm{}}
	fresh.relief = relief
	if old != nil {
		fresh.recorder = old.recorder
	}
	fresh.meter(declared, old)
	g.hold(key, fresh)
	ids := map[string]bool{}
	for _, pipeline := range []string{declared.Fallback, declared.Pipeline} {
		graph, ok := p.Project.Pipeline(pipeline)
		if !ok {
			continue
		}
		for _, n := range graph.Picture() { // an input of a body is no work
			if n.Within != "" && n.Op == "input" {
				continue
			}
			ids[n.Name] = true
			fresh.nodes[n.Name] = fresh.stats.Node(n.Name, n.Op)
		}
	}
	fresh.stats.Keep(ids)
	arms := map[*stats.Arm]bool{}
	for _, e := range p.Project.Experiments {
		if e.Scene != name {
			continue
		}
		for _, a := range e.Arms {
			counted := fresh.stats.Arm(e.Name, a.Name)
			fresh.arms[arm{e.Name, a.Name}], arms[counted] = counted, true
		}
	}
	fresh.stats.KeepArms(arms)
	g.scenes[key] = fresh
	return fresh, nil
}

// meter makes the quotas; those that say the same as before go on.
func (s *scene) meter(declared *dag.Scene, old *scene) {
	var whole *quota
	was := map[string]*quota{}
	if old != nil {
		whole = old.whole
		for i, name := range old.names {
			was[name] = old.tiers[i]
		}
	}
	of := url.PathEscape(declared.Name) // a header holds ASCII only; names mostly are
	s.whole = newQuota(of, declared.Limit, declared.LimitBy, whole)
	for i := range declared.Tiers {
		t := &declared.Tiers[i]
		s.names = append(s.names, t.Name)
		s.tiers = append(s.tiers, newQuota(of+"."+url.PathEscape(t.Name), t.Limit, t.LimitBy, was[t.Name]))
	}
	s.metered = s.byCost || s.whole != nil && s.whole.byKey != nil || slices.ContainsFunc(s.tiers, func(q *quota) bool { return q != nil })
}

// quotaOf a tier; nil of one without, and of none.
func (s *scene) quotaOf(tier int) *quota {
	if tier < 0 || tier >= len(s.tiers) {
		return nil
	}
	return s.tiers[tier]
}

func (s *scene) tierName(tier int) string {
	if tier < 0 || tier >= len(s.names) {
		return ""
	}
	return s.names[tier]
}

// count the outcome of every node; one in a body once a turn, of the turns that
// the spans tell.
func (s *scene) count(spans []trace.Span) {
	for i := range spans {
		n := s.nodes[spans[i].Node] // nil of what is no node, such as fetch
		o, ok := stats.OutcomeOf(string(spans[i].Outcome))
		if n != nil && ok {
			n.Observe(time.Duration(spans[i].End-spans[i].Start), o)
		}
		if spans[i].Failure != trace.NoFailure {
			s.stats.Fail(spans[i].Failure)
		}
	}
}

// fell counts a request in the arms that it fell into, by experiment.
func (s *scene) fell(into map[string]string) {
	for experiment, name := range into {
		if a := s.arms[arm{experiment, name}]; a != nil {
			a.Add()
		}
	}
}

// Graph is the picture of the pipeline that a scene serves.
func (g *Gateway) Graph(team, name string) (api.Graph, bool) {
	p, _, _, ok := g.programs.Live(team)
	if !ok {
		return api.Graph{}, false
	}
	declared, ok := p.Project.Scene(name)
	if !ok {
		return api.Graph{}, false
	}
	graph, ok := p.Project.Pipeline(declared.Pipeline)
	if !ok {
		return api.Graph{}, false
	}
	out := api.Graph{Nodes: make([]api.GraphNode, 0, len(graph.Nodes))}
	for _, n := range graph.Picture() {
		node := api.GraphNode{Name: n.Name, Op: n.Op, Inputs: n.Joins, Line: n.Pos.Line, File: n.Pos.File, Stage: n.Graph.Stage(n.Node), Within: n.Within,
			Resource: n.Resource, Lazy: n.Lazy, Optional: n.Optional}
		if n.Fallback >= 0 {
			node.Fallback = n.Graph.Nodes[n.Fallback].Name
		}
		out.Nodes = append(out.Nodes, node)
	}
	return out, true
}
