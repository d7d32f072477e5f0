package exec

import (
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// What the calls of a run's nodes ask it for.

// param gives node i the values it reads.
func (r *run) param(i int) func(name string) column.Value {
	reads := r.plan.nodes[i].Node.Reads
	return func(name string) column.Value {
		for k := range reads {
			if reads[k].Param == name {
				return r.calls[i].Values[k]
			}
		}
		return r.value(name)
	}
}

// value of a parameter.
func (r *run) value(name string) column.Value {
	if name == dag.Moment {
		return r.in.Moment
	}
	return r.in.Values[name]
}

// view of a resource, the same one for all nodes of the request.
func (r *run) view(name string) (op.View, error) {
	if v, ok := r.plan.known[name]; ok {
		return v, nil
	}
	s := &r.root.shared
	s.viewMu.Lock()
	defer s.viewMu.Unlock()
	v, ok := s.views[name]
	if !ok {
		v.view, v.err = r.in.Res.View(name)
		s.views[name] = v
	}
	return v.view, v.err
}

func (r *run) words(name string) (*index.WordTable, error) { return r.in.Res.Words(name) }

func (r *run) remote() op.Remote {
	if r.in.Remote == nil {
		return op.NoRemote{}
	}
	return r.in.Remote
}

func (r *run) log() op.Logger {
	if r.in.Log == nil {
		return op.NoLogger{}
	}
	return r.in.Log
}

func (r *run) request() string { return r.in.Request }

// trace is what calls of node i carry.
func (r *run) trace(i int) func() (parent, state string) {
	name := r.plan.nodes[i].Node.Name
	return func() (string, string) {
		p := &r.in.Parent
		return p.Header(r.in.Request, name, r.turn, r.in.Sampled), p.State
	}
}

// clock notes how long a call of node i took, here and there: of several the
// longest.
func (r *run) clock(i int) func(client, server time.Duration) {
	return func(client, server time.Duration) {
		r.mu.Lock()
		if s := &r.states[i].span; int64(client) > s.Client {
			s.Client, s.Server = int64(client), int64(server)
		}
		r.mu.Unlock()
	}
}

func (r *run) arms() map[string]string { return r.in.Experiments }
