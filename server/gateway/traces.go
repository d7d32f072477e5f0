package gateway

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// maxRequest bounds the request kept with a trace, as JSON; a longer one is
// left out.
const maxRequest = 4 << 10

// kept is one request that is remembered.
type kept struct {
	record   *trace.Record
	project  *dag.Project
	version  int64
	deadline time.Duration
	request  json.RawMessage // nil when it was too long
	why      string
}

// Traces keeps, of each team, the newest requests that tell something, those
// that asked to be explained, and one in n of the others. Safe for concurrent
// use.
type Traces struct {
	size, sample int

	mu    sync.Mutex
	teams map[string]*ring
}

// ring of the newest; plain counts the requests that told nothing.
type ring struct {
	slots []kept
	next  int
	plain int
}

func newTraces(size, sample int) *Traces {
	return &Traces{size: size, sample: sample, teams: map[string]*ring{}}
}

// keep a request if it is worth it, or sampled elsewhere. The record must not
// change any more; nil is left out.
func (t *Traces) keep(team string, version int64, s *scene, in api.ServeRequest, r *trace.Record, sampled bool) {
	if r == nil {
		return
	}
	why := reason(r)
	if why == "" && in.Explain {
		why = "asked"
	}
	t.mu.Lock()
	rg := t.teams[team]
	if rg == nil {
		rg = &ring{}
		t.teams[team] = rg
	}
	if why == "" {
		rg.plain++
		if !sampled && (rg.plain-1)%t.sample != 0 {
			t.mu.Unlock()
			return
		}
		why = "sample"
	}
	t.mu.Unlock()

	k := kept{record: r, project: s.program.Project, version: version, deadline: s.deadline, why: why}
	if text, err := json.Marshal(in.Request); err == nil && len(text) <= maxRequest {
		k.request = text
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(rg.slots) < t.size {
		rg.slots = append(rg.slots, k)
		return
	}
	rg.slots[rg.next] = k
	rg.next = (rg.next + 1) % t.size
}

// reason a record tells something by itself; "" when it does not.
func reason(r *trace.Record) string {
	switch {
	case r.Status != "ok":
		return "failed"
	case r.Slow:
		return "slow"
	case r.Telling():
		return "degraded"
	}
	return ""
}

// newest first, those that want accepts.
func (t *Traces) list(team string, limit int, want func(*kept) bool) []kept {
	t.mu.Lock()
	defer t.mu.Unlock()
	rg := t.teams[team]
	if rg == nil {
		return nil
	}
	var out []kept
	n := len(rg.slots)
	for i := range n {
		k := &rg.slots[(rg.next-1-i+2*n)%n]
		if want(k) {
			if out = append(out, *k); len(out) == limit {
				break
			}
		}
	}
	return out
}

// Traces implements api.Traces.
func (t *Traces) Traces(_ context.Context, team string, f api.TraceFilter) ([]api.TraceSummary, error) {
	found := t.list(team, max(f.Limit, 1), func(k *kept) bool {
		r := k.record
		return (f.Scene == "" || r.Scene == f.Scene) &&
			millis(r.Duration) >= f.MinMS &&
			(!f.Degraded || r.Level > 0 || r.Fallback || r.Coverage < 1) &&
			(!f.Failed || r.Status != "ok" || badNode(r)) &&
			!r.Start.Before(f.Since)
	})
	out := make([]api.TraceSummary, len(found))
	for i := range found {
		out[i] = found[i].summary()
	}
	return out, nil
}

// Trace implements api.Traces.
func (t *Traces) Trace(_ context.Context, team, id string) (api.Trace, error) {
	found := t.list(team, 1, func(k *kept) bool { return k.record.ID == id })
	if len(found) == 0 {
		return api.Trace{}, app.Fail(app.NotFound, "trace_not_kept", `trace "{trace}" is not kept; it was sampled out, fell out of memory or never was`, id)
	}
	k := found[0]
	out := api.Trace{TraceSummary: k.summary(), DeadlineMS: millis(k.deadline), Nodes: []api.TraceNode{}}
	if k.request != nil {
		if err := json.Unmarshal(k.request, &out.Request); err != nil {
			return api.Trace{}, err
		}
	}
	for _, s := range engine.Steps(k.project, k.asked(), k.record, false) {
		out.Nodes = append(out.Nodes, node(&s))
	}
	return out, nil
}

func badNode(r *trace.Record) bool {
	for i := range r.Nodes {
		switch r.Nodes[i].Outcome {
		case trace.Timeout, trace.Error:
			return true
		}
	}
	return false
}

// asked is the pipeline of the scene, also where its fallback answered.
func (k *kept) asked() string {
	if s, ok := k.project.Scene(k.record.Scene); ok {
		return s.Pipeline
	}
	return k.record.Pipeline
}

// outcome of a request in one word.
func outcome(r *trace.Record) string {
	switch {
	case r.Status != "ok":
		return r.Status
	case r.Slow:
		return "timeout"
	case r.Fallback:
		return "fallback"
	case r.Level > 0 || r.Coverage < 1:
		return "degraded"
	}
	return "ok"
}

func (k *kept) summary() api.TraceSummary {
	r := k.record
	return api.TraceSummary{ID: r.ID, At: r.Start, Scene: r.Scene, Version: k.version, Plan: r.Plan, Tier: r.Tier, Experiments: r.Experiments, Level: r.Level,
		Outcome: outcome(r), TookMS: millis(r.Duration), Items: r.Items, Coverage: r.Coverage, Kept: k.why}
}

func node(s *engine.Step) api.TraceNode {
	n := api.TraceNode{Name: s.Span.Node, Op: s.Op, Inputs: []string{}, StartMS: nanos(s.Start), TookMS: nanos(s.End - s.Start),
		QueueMS: nanos(s.Queue), Critical: s.Critical, Skipped: !s.Ran, Outcome: string(s.Outcome), Cause: s.Cause,
		Failure: string(s.Failure), Again: s.Again, Cached: s.Cached, Stale: s.Stale, In: s.In, Out: s.Out, Arm: s.Arm, Shared: s.Shared, Turn: s.Turn}
	if s.Node != nil {
		n.Inputs = s.Graph.Joins(s.Node)
	}
	n.File, n.Line = place(s.Pos)
	return n
}

// place takes file:line:col apart.
func place(pos string) (file string, line int) {
	file, rest, ok := cutLast(pos)
	if !ok {
		return pos, 0
	}
	if f, l, ok := cutLast(file); ok { // file:line:col
		if n, err := strconv.Atoi(l); err == nil {
			return f, n
		}
	}
	n, err := strconv.Atoi(rest) // file:line
	if err != nil {
		return pos, 0
	}
	return file, n
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}
