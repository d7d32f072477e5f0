package testrun

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/script"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// Options of a suite.
type Options struct {
	// Files is the project's folder, where fixtures are; nil: there are none.
	Files fs.FS
	// Words gives the word tables; nil: there are none.
	Words func(name string) (*index.WordTable, error)
	// Scripts gives the files that functions are made of: one that the test gives
	// nothing for is run. nil: there are none.
	Scripts engine.Files
	// Now is the moment of a test that gives none. Required.
	Now func() time.Time
	// Each is how long one test may take; 0 is 10 s.
	Each time.Duration
}

// defaultEach is how long a test may take that is not told otherwise.
const defaultEach = 10 * time.Second

// Suite runs tests of one project.
type Suite struct {
	opt     Options
	build   func() (*dag.Project, error)
	project *dag.Project
	program *engine.Program
	scripts *script.Host // functions that are files
}

// New makes a suite. build compiles the project anew each time it is called:
// the suite changes what it gets.
func New(build func() (*dag.Project, error), opt Options) (*Suite, error) {
	if opt.Each <= 0 {
		opt.Each = defaultEach
	}
	s := &Suite{opt: opt, build: build}
	var err error
	if s.project, s.program, err = s.unhurried(nil); err != nil {
		return nil, err
	}
	s.scripts, err = engine.Scripts(s.project, opt.Scripts)
	return s, err
}

// unhurried compiles the project with all the time a test has, for every node
// and scene; nodes with a `when` that are named never run.
func (s *Suite) unhurried(never map[string]bool) (*dag.Project, *engine.Program, error) {
	p, err := s.build()
	if err != nil {
		return nil, nil, err
	}
	p.Unhurry(s.opt.Each)
	for _, g := range p.Pipelines {
		g.Walk(func(_ *dag.Graph, n *dag.Node) {
			if never[n.Name] {
				n.When = &column.Expr{Op: "const", Value: false, Type: column.Type{Kind: column.Bool}}
			}
		})
	}
	program, err := engine.Compile(p)
	return p, program, err
}

// Status of a test.
type Status string

// Statuses.
const (
	Pass  Status = "pass"
	Fail  Status = "fail"  // an expect is not so
	Error Status = "error" // it could not be run, or there was no answer
)

// Result of a test.
type Result struct {
	Test     *dag.Test
	Status   Status
	Took     time.Duration
	Failures []Failure
	Err      error            // of Error
	Outcomes []engine.Outcome // of all nodes that were wanted
}

// Failure is one expect that is not so.
type Failure struct {
	Expect *dag.Expect
	Values []Shown // what it read, where that tells more than the text
	Err    error   // it could not be computed
}

// Shown is a part of an expect with its value as JSON.
type Shown struct {
	Text, Value string
}

// Run a test. It ends at the latest when its time is over or ctx is done.
func (s *Suite) Run(ctx context.Context, t *dag.Test) Result {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, s.opt.Each)
	defer cancel()
	r := Result{Test: t, Status: Pass}
	a, now, err := s.ask(ctx, t)
	var failed *engine.Error
	if errors.As(err, &failed) {
		r.Outcomes = failed.Outcomes
		err = fmt.Errorf("no answer: %w", err)
	}
	if err != nil {
		r.Status, r.Err = Error, err
	} else {
		r.Outcomes = a.Outcomes
		if r.Failures, err = judge(t, a, now); err != nil {
			r.Status, r.Err = Error, err
		} else if len(r.Failures) > 0 {
			r.Status = Fail
		}
	}
	r.Took = time.Since(began)
	return r
}

// ask makes what the test gives and asks once.
func (s *Suite) ask(ctx context.Context, t *dag.Test) (*engine.Answer, time.Time, error) {
	now := s.opt.Now()
	if t.Now != 0 {
		now = time.Unix(0, t.Now).UTC()
	}
	w, err := s.stage(t)
	if err != nil {
		return nil, now, err
	}
	n := 0
	e := engine.New(engine.Options{Now: func() time.Time { return now }, TraceID: func() string { n++; return fmt.Sprintf("test%d", n) }, Cache: -1, Dry: true})
	request, err := asJSON(t.Request)
	if err != nil {
		return nil, now, err
	}
	req := engine.Request{Values: request, Off: w.off, Arms: w.arms, Experiments: w.trials, Deadline: s.opt.Each}
	var a *engine.Answer
	if t.Scene != "" {
		a, err = e.Serve(ctx, w.program, t.Scene, req, w.memory, w)
	} else {
		a, err = e.Run(ctx, w.program, t.Pipeline, req, w.memory, w)
	}
	if ctx.Err() != nil {
		return nil, now, fmt.Errorf("it took more than %s", s.opt.Each)
	}
	return a, now, err
}
