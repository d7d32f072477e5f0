package engine

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/op"
)

// Program is a compiled project made ready to serve. Immutable; safe for any
// number of goroutines.
type Program struct {
	Project *dag.Project
	Version string
	plans   map[string]*exec.Plan  // by pipeline
	trials  map[string]experiments // by scene
	remote  op.Remote              // nil: nothing can be called
	log     op.Logger              // nil: nothing is written behind answers
}

// Logging is the program whose pipelines write behind their answers to l.
func (p *Program) Logging(l op.Logger) *Program {
	out := *p
	out.log = l
	return &out
}

// With is the program with its services and functions called through r.
func (p *Program) With(r op.Remote) *Program {
	out := *p
	out.remote = r
	return &out
}

// plan of a pipeline for a request. One that is explained has the graph as it is
// written, whatever rules change it for others: each node tells what it did.
func (p *Program) plan(pipeline string, _ *Request) (*exec.Plan, bool) {
	plan, ok := p.plans[pipeline]
	return plan, ok
}

// Compile makes a project ready: it prepares every node's expressions. The
// error names the place; a project that dag.Build accepted has none.
func Compile(p *dag.Project) (*Program, error) {
	cat := op.NewCatalogue()
	out := &Program{Project: p, Version: p.Version(), plans: make(map[string]*exec.Plan, len(p.Pipelines)), trials: experimentsOf(p)}
	for _, g := range p.Pipelines {
		plan, err := exec.Compile(g, cat)
		if err != nil {
			return nil, err
		}
		out.plans[g.Name] = plan
	}
	return out, nil
}
