package engine

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/exec"
)

// Turned says what of a pipeline is turned down, by the names of its nodes.
// The zero value is everything in full.
type Turned struct {
	Off  []string           // optional nodes that do not run
	Arms map[string]string  // with which arm a choose begins
	Down map[string]float64 // how far the knobs of a node are turned down, 0 to 1

	// Late is how long nodes wait at most for what they read that is optional,
	// since the request came. 0: while there is time.
	Late map[string]time.Duration
}

// Plan is a pipeline of a program with a choice of what runs and how: an
// immutable value, made once and served from by any number of requests.
type Plan struct {
	Name  string // what it leaves out; full: nothing
	Level int    // 0 is the full plan

	program  *Program
	pipeline string
	choices  map[*dag.Graph]exec.Choice // of the graphs as they run, and as they are written
}

// Plan of a pipeline. level and name are what answers say; why is the cause that
// nodes which are off have in the trace. The error is an *Error that names what
// is not there or may not be turned.
func (p *Program) Plan(pipeline string, t Turned, level int, name, why string) (*Plan, error) {
	if _, ok := p.plans[pipeline]; !ok {
		return nil, &Error{Code: CodeNotFound, Message: fmt.Sprintf("no pipeline %q that a request can start", clip(pipeline))}
	}
	out := &Plan{Name: name, Level: level, program: p, pipeline: pipeline, choices: map[*dag.Graph]exec.Choice{}}
	for _, x := range []*exec.Plan{p.plans[pipeline], p.written[pipeline]} {
		if x == nil {
			continue
		}
		c := choosing{plan: x, out: out.choices, why: why}
		if err := c.turn(t); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// choosing gathers the choices of a graph and its bodies.
type choosing struct {
	plan *exec.Plan
	out  map[*dag.Graph]exec.Choice
	why  string
}

func (c *choosing) turn(t Turned) error {
	for _, name := range t.Off {
		if err := c.off(name); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.Arms)) {
		if err := c.arm(name, t.Arms[name]); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.Down)) {
		if err := c.down(name, t.Down[name]); err != nil {
			return err
		}
	}
	return c.late(t.Late)
}

// off: only optional nodes may be.
func (c *choosing) off(name string) error {
	in, n := find(c.plan.Graph, name)
	if n == nil {
		return invalid("off", "", fmt.Sprintf("%s has no node %q", c.plan.Graph.Name, clip(name)))
	}
	if !n.Optional {
		return invalid("off", "", fmt.Sprintf("%s is required, only optional nodes may be off", name))
	}
	have := c.out[in]
	if have.Off == nil {
		have.Off = make([]bool, len(in.Nodes))
	}
	have.Off[n.ID], have.Why = true, c.why
	c.out[in] = have
	return nil
}

func (c *choosing) arm(name, arm string) error {
	in, n := find(c.plan.Graph, name)
	if n == nil || n.Op != "choose" {
		return invalid("arms", "", fmt.Sprintf("%s has no choose %q", c.plan.Graph.Name, clip(name)))
	}
	k := slices.IndexFunc(n.Branches, func(b dag.Branch) bool { return b.Name == arm })
	if k < 0 {
		return invalid("arms", "", fmt.Sprintf("%s has no arm %q", name, clip(arm)))
	}
	have := c.out[in]
	if have.Arms == nil {
		have.Arms = make([]int, len(in.Nodes))
	}
	have.Arms[n.ID] = k
	c.out[in] = have
	return nil
}

func (c *choosing) down(name string, by float64) error {
	in, n := find(c.plan.Graph, name)
	if n == nil || len(n.Knobs) == 0 {
		return invalid("down", "", fmt.Sprintf("%s has no node %q with a knob", c.plan.Graph.Name, clip(name)))
	}
	if !(by >= 0 && by <= 1) {
		return invalid("down", "0..1", fmt.Sprintf("%s is turned down by %v, want 0 to 1", name, by))
	}
	have := c.out[in]
	if have.Down == nil {
		have.Down = make([]float64, len(in.Nodes))
	}
	have.Down[n.ID] = by
	c.out[in] = have
	return nil
}

// late joins of the root graph.
func (c *choosing) late(waits map[string]time.Duration) error {
	if len(waits) == 0 {
		return nil
	}
	g := c.plan.Graph
	by := make(map[int]time.Duration, len(waits))
	for name, d := range waits {
		n, ok := g.Node(name)
		if !ok || d <= 0 || d > math.MaxInt64/2 {
			return invalid("late", "", fmt.Sprintf("%s has no node %q that could wait for %v", g.Name, clip(name), d))
		}
		by[n.ID] = d
	}
	have := c.out[g]
	have.Soft = c.plan.Soft(by)
	c.out[g] = have
	return nil
}

// find a node of a root graph or of its bodies.
func find(g *dag.Graph, name string) (in *dag.Graph, n *dag.Node) {
	if n, ok := g.Node(name); ok {
		return g, n
	}
	g.Walk(func(have *dag.Graph, x *dag.Node) {
		if n == nil && x.Name == name {
			in, n = have, x
		}
	})
	return in, n
}

// planOf a request, of what it turns itself.
func (p *Program) planOf(pipeline string, req *Request) (*Plan, error) {
	if len(req.Off)+len(req.Arms) == 0 {
		return p.whole, nil
	}
	return p.Plan(pipeline, Turned{Off: req.Off, Arms: req.Arms}, len(req.Off)+len(req.Arms), planName(req), "switched off by the request")
}

// planName says what is switched off, and which arms are taken instead of the
// first: off a b, fine at rule.
func planName(req *Request) string {
	var parts []string
	if len(req.Off) > 0 {
		parts = append(parts, "off "+strings.Join(req.Off, " "))
	}
	for _, name := range slices.Sorted(maps.Keys(req.Arms)) {
		parts = append(parts, name+" at "+req.Arms[name])
	}
	return strings.Join(parts, ", ")
}

// fits tells whether the plan is one of a pipeline of a program. Programs that
// differ in whom they call have the same plans.
func (x *Plan) fits(p *Program, pipeline string) bool {
	return x.pipeline == pipeline && x.program.plans[pipeline] == p.plans[pipeline]
}
