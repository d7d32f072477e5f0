package gain

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/internal/plural"
)

// Limits of one measurement.
const (
	MaxRequests = 2_000
	MaxParts    = 200
)

// Request to measure with.
type Request struct {
	Values map[string]any
	At     time.Time          // as of when it is answered; zero: now
	Labels map[string]float64 // what each item was worth; nil: none
}

// Options of Measure. Program and Resources are needed.
type Options struct {
	Program   *engine.Program
	Resources engine.Resources
	Now       func() time.Time
	Deadline  time.Duration // of one run; 10 s. The scene's does not hold: speed is not what is measured
	K         int           // of nDCG; 10
	Seed      uint64
	// Progress is told, after every answer, how many are there and how many are
	// wanted at most; nil: nobody asks.
	Progress func(done, of int)
}

// variant is a way to run the pipeline.
type variant struct {
	part    Part
	program *engine.Program
	request engine.Request
}

// Measure what the parts of a scene's pipeline are worth. The error is of a
// scene that is not there or has no parts, of no request that the full plan
// answers, or of ctx.
func Measure(ctx context.Context, scene string, requests []Request, opt Options) (*Table, error) {
	s, ok := opt.Program.Project.Scene(scene)
	if !ok {
		return nil, fmt.Errorf("there is no scene %q", scene)
	}
	graph, ok := opt.Program.Project.Pipeline(s.Pipeline)
	if !ok {
		return nil, fmt.Errorf("there is no pipeline %q", s.Pipeline)
	}
	if opt.Deadline <= 0 {
		opt.Deadline = 10 * time.Second
	}
	if opt.K <= 0 {
		opt.K = 10
	}
	variants, err := variantsOf(opt.Program, graph)
	if err != nil {
		return nil, err
	}
	if len(variants) == 0 {
		return nil, fmt.Errorf("pipeline %s has nothing that may be given up: no optional node, no choose and no knob", graph.Name)
	}
	requests = requests[:min(len(requests), MaxRequests)]
	m := &measurement{opt: opt, graph: graph, scene: s, table: &Table{Scene: scene, Pipeline: graph.Name, Measure: "overlap", Rows: []Row{}}}
	m.wanted = len(requests) * (fullRuns + len(variants))
	if err := m.full(ctx, requests); err != nil {
		return nil, err
	}
	m.wanted = m.answered + len(m.asked)*len(variants)
	for _, v := range variants {
		losses, err := m.losses(ctx, v)
		if err != nil {
			return nil, err
		}
		m.table.Rows = append(m.table.Rows, rows(v.part, losses, opt.Seed)...)
	}
	return m.table, nil
}

type measurement struct {
	opt   Options
	graph *dag.Graph
	scene *dag.Scene
	table *Table
	asked []asked

	answered, wanted int // for Progress
}

// fullRuns is how often the full plan answers a request.
const fullRuns = 2

// asked is a request that the full plan answered.
type asked struct {
	Request
	tier    string
	full    []string
	quality float64
}

// full runs the full plan twice: as the truth, and for its noise.
func (m *measurement) full(ctx context.Context, requests []Request) error {
	var last error
	for _, r := range requests {
		if len(r.Labels) > 0 {
			m.table.Measure = "ndcg"
		}
	}
	noise := 0.
	for _, r := range requests {
		a, err := m.ask(ctx, variant{program: m.opt.Program}, r)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			m.table.Left++
			last = err
			continue
		}
		one := asked{Request: r, full: keys(a), tier: m.tier(r)}
		if one.quality = m.quality(one, one.full); math.IsNaN(one.quality) {
			m.table.Left++ // no label tells anything of it
			continue
		}
		again, err := m.ask(ctx, variant{program: m.opt.Program}, r)
		if err == nil {
			noise += math.Abs(one.quality - m.quality(one, keys(again)))
		}
		m.asked = append(m.asked, one)
	}
	if m.table.Requests = len(m.asked); m.table.Requests == 0 {
		if last != nil {
			return fmt.Errorf("the full plan answered none of %s: %w", plural.Of(len(requests), "request"), last)
		}
		return fmt.Errorf("none of %s can be measured", plural.Of(len(requests), "request"))
	}
	m.table.Noise = noise / float64(len(m.asked))
	return nil
}

func (m *measurement) losses(ctx context.Context, v variant) ([]loss, error) {
	out := make([]loss, 0, len(m.asked))
	for _, r := range m.asked {
		a, err := m.ask(ctx, v, r.Request)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var wrong *engine.Error
		if errors.As(err, &wrong) && wrong.Code == engine.CodeInvalid {
			return nil, fmt.Errorf("%s %s: %w", v.part.Kind, v.part.Node, err)
		}
		l := loss{tier: r.tier, by: r.quality, failed: err != nil} // no answer loses all
		if err == nil {
			l.by = r.quality - m.quality(r, keys(a))
		}
		out = append(out, l)
	}
	return out, nil
}

// quality of an answer to a request.
func (m *measurement) quality(r asked, got []string) float64 {
	if m.table.Measure == "ndcg" {
		return NDCG(got, r.Labels, m.opt.K)
	}
	return Overlap(r.full, got, Persistence)
}

func (m *measurement) ask(ctx context.Context, v variant, r Request) (*engine.Answer, error) {
	at := r.At
	if at.IsZero() {
		at = m.opt.Now()
	}
	// An engine of its own: what one run keeps in a cache must not answer the next.
	e := engine.New(engine.Options{Now: func() time.Time { return at }, TraceID: func() string { return "gain" }, Cache: -1, Slots: -1, Dry: true})
	req := v.request
	req.Values, req.Deadline = r.Values, m.opt.Deadline
	a, err := e.Run(ctx, v.program, m.graph.Name, req, m.opt.Resources, nil)
	if m.answered++; m.opt.Progress != nil && ctx.Err() == nil {
		m.opt.Progress(m.answered, max(m.wanted, m.answered))
	}
	return a, err
}

func (m *measurement) tier(r Request) string {
	at := r.At
	if at.IsZero() {
		at = m.opt.Now()
	}
	values, err := engine.Values(m.graph, r.Values, true)
	if err != nil {
		return ""
	}
	return engine.TierOf(m.scene, values, at.UnixNano())
}

// keys of an answer's items, each once.
func keys(a *engine.Answer) []string {
	out, seen := make([]string, 0, len(a.Items)), map[string]bool{}
	for i := range a.Items {
		k := a.Items[i].Resource + "/" + a.Items[i].Key
		if !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	return out
}

// variantsOf a pipeline: each of its parts given up.
func variantsOf(p *engine.Program, g *dag.Graph) ([]variant, error) {
	var out []variant
	for _, n := range g.Nodes {
		if n.Optional {
			out = append(out, variant{Part{Node: n.Name, Kind: Off}, p, engine.Request{Off: []string{n.Name}}})
		}
		if n.Op == "choose" {
			for i, b := range n.Branches {
				if i > 0 {
					out = append(out, variant{Part{Node: n.Name, Kind: Arm, Arm: b.Name}, p, engine.Request{Arms: map[string]string{n.Name: b.Name}}})
				}
			}
		}
		if len(n.Knobs) > 0 {
			low, err := lowered(p, g, n)
			if err != nil {
				return nil, err
			}
			var ends []string
			for _, k := range n.Knobs {
				ends = append(ends, fmt.Sprintf("%s %d", k.Arg, k.Lo))
			}
			out = append(out, variant{Part{Node: n.Name, Kind: Knob, Low: strings.Join(ends, ", ")}, low, engine.Request{}})
		}
	}
	if len(out) > MaxParts {
		return nil, fmt.Errorf("pipeline %s has %d parts, at most %d are measured", g.Name, len(out), MaxParts)
	}
	return out, nil
}

// lowered is the program with the knobs of one node at their low ends.
func lowered(p *engine.Program, g *dag.Graph, n *dag.Node) (*engine.Program, error) {
	node := *n
	node.Args = append([]dag.Arg(nil), n.Args...)
	for i := range node.Args {
		if k := node.Args[i].Knob; k != nil {
			node.Args[i].Knob = &dag.Knob{Arg: k.Arg, Lo: k.Lo, Hi: k.Lo}
		}
	}
	graph := *g
	graph.Nodes = append([]*dag.Node(nil), g.Nodes...)
	graph.Nodes[n.ID] = &node
	project := *p.Project
	project.Pipelines = append([]*dag.Graph(nil), p.Project.Pipelines...)
	for i, have := range project.Pipelines {
		if have == g {
			project.Pipelines[i] = &graph
		}
	}
	return p.Like(&project)
}
