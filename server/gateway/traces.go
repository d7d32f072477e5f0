package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/engine/why"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// maxShelves of a team: of scenes that are no more the longest unused go.
const maxShelves = 256

// Traces keeps, of each scene, requests that tell something, those that asked to
// be explained, and one in n of the others. Safe for concurrent use.
type Traces struct {
	opt Options
	seq atomic.Uint64

	mu      sync.Mutex
	shelves map[string]map[string]*shelf // by team and scene
}

func newTraces(opt Options) *Traces {
	return &Traces{opt: opt, shelves: map[string]map[string]*shelf{}}
}

// shelf of a scene, made when it is new.
func (t *Traces) shelf(team, scene string) *shelf {
	t.mu.Lock()
	defer t.mu.Unlock()
	of := t.shelves[team]
	if of == nil {
		of = map[string]*shelf{}
		t.shelves[team] = of
	}
	s := of[scene]
	if s == nil {
		if len(of) >= maxShelves {
			delete(of, unused(of))
		}
		s = &shelf{most: t.opt.Traces, room: t.opt.TraceBytes, every: uint64(max(0, t.opt.Sample)), seq: &t.seq}
		of[scene] = s
	}
	return s
}

// unused is the scene whose newest request is the oldest.
func unused(of map[string]*shelf) string {
	name, least := "", uint64(math.MaxUint64)
	for scene, s := range of {
		newest := uint64(0)
		s.each(func(k *kept) bool {
			newest = max(newest, k.seq)
			return false
		})
		if newest < least {
			name, least = scene, newest
		}
	}
	return name
}

// keep a request if it is worth it, or sampled elsewhere; it tells whether. The
// record must not change any more then.
func (t *Traces) keep(version int64, s *scene, in api.ServeRequest, r *trace.Record, sampled bool) bool {
	reasons, kind, ok := s.shelf.picked(r, in.Explain || len(in.WhyNot) > 0, sampled)
	if ok {
		s.shelf.put(take(s, version, in, r, reasons), kind)
	}
	return ok
}

// newest first, those that want accepts, of one scene or of all.
func (t *Traces) list(team, scene string, limit int, want func(*kept) bool) []kept {
	t.mu.Lock()
	var shelves []*shelf
	for name, s := range t.shelves[team] {
		if scene == "" || scene == name {
			shelves = append(shelves, s)
		}
	}
	t.mu.Unlock()
	var out []kept
	for _, s := range shelves {
		s.each(func(k *kept) bool {
			if want(k) {
				out = append(out, *k)
			}
			return true
		})
	}
	slices.SortFunc(out, func(a, b kept) int { return cmp.Compare(b.seq, a.seq) })
	return out[:min(limit, len(out))]
}

// Traces implements api.Traces.
func (t *Traces) Traces(_ context.Context, team string, f api.TraceFilter) ([]api.TraceSummary, error) {
	found := t.list(team, f.Scene, max(f.Limit, 1), func(k *kept) bool {
		r := k.record
		return (f.Kept == "" || slices.Contains(k.reasons, f.Kept)) &&
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
	found := t.list(team, "", 1, func(k *kept) bool { return k.record.ID == id || k.record.Parent.Trace == id })
	if len(found) == 0 {
		return api.Trace{}, app.Fail(app.NotFound, "trace_not_kept", `trace "{trace}" is not kept; it was sampled out, fell out of memory or never was`, id)
	}
	k := found[0]
	out := api.Trace{TraceSummary: k.summary(), DeadlineMS: millis(k.deadline), Nodes: []api.TraceNode{}, Unanswered: why.Unanswered(k.record)}
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
		Outcome: outcome(r), TookMS: millis(r.Duration), Items: r.Items, Coverage: r.Coverage, Kept: k.reasons[0], Reasons: k.reasons, Parent: r.Parent.Trace}
}

func node(s *engine.Step) api.TraceNode {
	n := api.TraceNode{Name: s.Span.Node, Op: s.Op, Inputs: []string{}, StartMS: nanos(s.Start), TookMS: nanos(s.End - s.Start),
		QueueMS: nanos(s.Queue), Critical: s.Critical, Skipped: !s.Ran, Outcome: string(s.Outcome), Cause: s.Cause,
		Failure: string(s.Failure), Again: s.Again, Cached: s.Cached, Stale: s.Stale, In: s.In, Out: s.Out, Arm: s.Arm, Shared: s.Shared, Turn: s.Turn,
		Store: s.Store, ClientMS: nanos(s.Client), ServerMS: nanos(s.Server)}
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
