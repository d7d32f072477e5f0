package gateway

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/stats"
)

// Bounds of what is known of the time of a scene's requests.
const (
	maxPaths  = 512                   // of a scene, the newest
	pathEvery = 20 * time.Millisecond // between two that are taken
)

// shares are the critical chains of a scene's newest requests, taken at a steady
// pace, whatever they tell: so their sums are those of all requests. They hold
// for one version.
type shares struct {
	next atomic.Int64 // ns since 1970: nothing is taken before

	mu    sync.Mutex
	paths []path
	at    int
}

// path of one request.
type path struct {
	start time.Time
	took  int64 // ns
	parts []engine.Part
}

// want tells whether a request at now is to be taken; of several at once one is.
func (s *shares) want(now time.Time) bool {
	next, at := s.next.Load(), now.UnixNano()
	return at >= next && s.next.CompareAndSwap(next, at+int64(pathEvery))
}

// take the chain of a request.
func (s *shares) take(p *engine.Program, asked string, r *trace.Record) {
	one := path{r.Start, int64(r.Duration), engine.Path(engine.Steps(p.Project, asked, r, false))}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.paths) < maxPaths {
		s.paths = append(s.paths, one)
		return
	}
	s.paths[s.at] = one
	s.at = (s.at + 1) % maxPaths
}

// sum of them.
func (s *shares) sum() api.TimeShares {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := api.TimeShares{Requests: len(s.paths), Nodes: []api.TimeShare{}}
	at := map[string]int{}
	whole := int64(0)
	own, wait := []int64{}, []int64{}
	for _, p := range s.paths {
		whole += p.took
		if out.Since == nil || p.start.Before(*out.Since) {
			start := p.start
			out.Since = &start
		}
		for _, part := range p.parts {
			i, ok := at[part.Node]
			if !ok {
				i = len(out.Nodes)
				at[part.Node] = i
				out.Nodes, own, wait = append(out.Nodes, api.TimeShare{Node: part.Node}), append(own, 0), append(wait, 0)
			}
			out.Nodes[i].Requests++
			own[i] += part.Own
			wait[i] += part.Wait
		}
	}
	if whole == 0 {
		return out
	}
	n := float64(len(s.paths))
	out.TookMS, out.Rest = nanos(whole)/n, 1
	for i := range out.Nodes {
		x := &out.Nodes[i]
		x.Share, x.Wait = float64(own[i])/float64(whole), float64(wait[i])/float64(whole)
		x.OwnMS, x.WaitMS = nanos(own[i])/n, nanos(wait[i])/n
		out.Rest -= x.Share + x.Wait
	}
	out.Rest = max(0, out.Rest)
	slices.SortFunc(out.Nodes, func(a, b api.TimeShare) int {
		return cmp.Or(cmp.Compare(b.Share+b.Wait, a.Share+a.Wait), strings.Compare(a.Node, b.Node))
	})
	return out
}

// Shares implements api.Recorder.
func (g *Gateway) Shares(_ context.Context, team, name string) (api.TimeShares, error) {
	g.mu.RLock()
	s := g.scenes[stats.Key{Team: team, Scene: name}]
	g.mu.RUnlock()
	if s == nil {
		return api.TimeShares{Nodes: []api.TimeShare{}}, nil // nobody has asked it since the start
	}
	return s.shares.sum(), nil
}
