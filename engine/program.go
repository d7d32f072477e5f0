package engine

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dag/optimize"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/op"
)

// Program is a compiled project made ready to serve. Immutable; safe for any
// number of goroutines.
type Program struct {
	Project *dag.Project
	Version string
	plans   map[string]*exec.Plan  // by pipeline
	written map[string]*exec.Plan  // of those whose plan does not tell of each node: as written
	trials  map[string]experiments // by scene
	whole   *Plan                  // of every pipeline: all in full
	remote  op.Remote              // nil: nothing can be called
	log     op.Logger              // nil: nothing is written behind answers
	budgets *exec.Budgets          // of what is asked again
}

// Logging is the program whose pipelines write behind their answers to l.
func (p *Program) Logging(l op.Logger) *Program {
	out := *p
	out.log = l
	return &out
}

// Again counts what was asked and what was asked again, by target.
func (p *Program) Again() []exec.BudgetCounts { return p.budgets.Counts() }

// With is the program with its services and functions called through r.
func (p *Program) With(r op.Remote) *Program {
	out := *p
	out.remote = r
	return &out
}

// Compile makes a project ready: every pipeline's graph is made cheaper by the
// rules of dag/optimize, and every node's expressions are prepared. The error
// names the place; a project that dag.Build accepted has none.
func Compile(p *dag.Project) (*Program, error) { return CompileWith(p, optimize.Options{}) }

// CompileWith leaves out rules. An unknown one is an error.
func CompileWith(p *dag.Project, opt optimize.Options) (*Program, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	cat := op.NewCatalogue()
	out := &Program{Project: p, Version: p.Version(), plans: make(map[string]*exec.Plan, len(p.Pipelines)),
		written: map[string]*exec.Plan{}, trials: experimentsOf(p), whole: &Plan{Name: "full"}, budgets: &exec.Budgets{}}
	for _, g := range p.Pipelines {
		better := optimize.Graph(g, p.Resources, opt)
		plan, err := exec.Compile(better.Graph, cat)
		if err != nil {
			return nil, err
		}
		out.plans[g.Name] = plan
		if !better.Hides {
			continue
		}
		if out.written[g.Name], err = exec.Compile(g, cat); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// plan of a pipeline for a request. One that is explained has the graph as it is
// written, whatever rules change it for others: each node tells what it did.
func (p *Program) plan(pipeline string, req *Request) (*exec.Plan, bool) {
	if plan, ok := p.written[pipeline]; ok && req.explained() {
		return plan, true
	}
	plan, ok := p.plans[pipeline]
	return plan, ok
}

// Like compiles another project with what p calls and writes through.
func (p *Program) Like(project *dag.Project) (*Program, error) {
	out, err := Compile(project)
	if err != nil {
		return nil, err
	}
	out.remote, out.log = p.remote, p.log
	return out, nil
}
