package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// Serve answers a request to a scene: its pipeline under its deadline, and its
// fallback where that fails. The error is an *Error. faults may be nil.
func (e *Engine) Serve(ctx context.Context, p *Program, scene string, req Request, res Resources, faults Faults) (*Answer, error) {
	s, ok := p.Project.Scene(scene)
	if !ok {
		return nil, &Error{Code: CodeNotFound, Message: fmt.Sprintf("no scene %q", clip(scene))}
	}
	return e.answer(ctx, p, s, req, res, faults)
}

// Run answers a request to a pipeline without a scene, under the default
// deadline or the request's.
func (e *Engine) Run(ctx context.Context, p *Program, pipeline string, req Request, res Resources, faults Faults) (*Answer, error) {
	deadline := dag.DefaultDeadline
	if req.Deadline > 0 {
		deadline = int64(req.Deadline)
	}
	return e.answer(ctx, p, &dag.Scene{Pipeline: pipeline, Deadline: deadline}, req, res, faults)
}

// serving is one request on its way.
type serving struct {
	engine  *Engine
	program *Program
	scene   *dag.Scene
	req     Request
	res     Resources
	faults  Faults
	start   time.Time // of the monotonic clock
	moment  int64
	record  *trace.Record
	sets    []dag.Preset  // by the arms of experiments
	waited  time.Duration // until it was admitted
	rest    *exec.After   // what is to do behind the answer; nil: nothing
	kept    *exec.Kept    // of one that is explained, with its items
	items   *batch.Batch
}

func (e *Engine) answer(ctx context.Context, p *Program, s *dag.Scene, req Request, res Resources, faults Faults) (*Answer, error) {
	plan, ok := p.plan(s.Pipeline, &req)
	if !ok {
		return nil, &Error{Code: CodeNotFound, Message: fmt.Sprintf("no pipeline %q that a request can start", clip(s.Pipeline))}
	}
	values, err := Values(plan.Graph, req.Values, true)
	if err != nil {
		return nil, err
	}
	if err := askable(req.WhyNot); err != nil {
		return nil, err
	}
	how, err := p.planOf(s.Pipeline, &req)
	if err != nil {
		return nil, err
	}
	trials := p.trials[s.Name]
	if err := trials.pinnable(s.Name, req.Experiments); err != nil {
		return nil, err
	}
	now := e.opt.Now()
	v := &serving{engine: e, program: p, scene: s, req: req, res: res, faults: faults, start: time.Now(), moment: now.UnixNano()}
	arms, sets := trials.assign(values, req.Values, v.moment, req.Experiments)
	preset(plan.Graph, values, sets)
	v.sets = sets
	tier := tierOf(s, values, v.moment)
	r := e.pool.Get()
	r.ID, r.Parent, r.Scene, r.Version = e.opt.TraceID(), req.Parent, s.Name, p.Version
	r.Start, r.Tier, r.Experiments = now, s.TierName(tier), arms
	v.record = r
	backup := false
	if req.Admit != nil {
		var planned *Plan
		if planned, backup, err = req.Admit.Admit(ctx, tier, values, v.record.ID); err != nil {
			e.pool.Put(r)
			return nil, err
		}
		if planned != nil && planned.fits(p, s.Pipeline) && len(req.Off)+len(req.Arms) == 0 {
			how = planned
		}
		v.waited = time.Since(v.start)
	}
	v.record.Plan, v.record.Level = how.Name, how.Level
	var a *Answer
	if backup {
		v.record.Pipeline, v.record.Plan = s.Fallback, "fallback"
		a, err = v.backup(ctx, &Error{Code: CodeUnavailable, Message: fmt.Sprintf("scene %s can afford no plan for this request, and has no fallback", s.Name), TraceID: v.record.ID}, &exec.Result{}, false)
	} else {
		a, err = v.run(ctx, plan, values, how.choices)
	}
	v.close(a, err)
	v.explain(ctx, a)
	v.after(ctx)
	return a, err
}

// after hands on what the pipeline does behind its answer.
func (v *serving) after(ctx context.Context) {
	switch {
	case v.rest == nil:
	case v.engine.opt.Dry:
		v.rest.Drop()
	default:
		v.engine.tail.add(context.WithoutCancel(ctx), v.rest)
	}
}

// TierOf is the first tier of a scene that fits the values of a request at a
// moment, in ns since 1970; "" when none does.
func TierOf(s *dag.Scene, values map[string]column.Value, moment int64) string {
	return s.TierName(tierOf(s, values, moment))
}

// tierOf is the index of the first tier that fits; -1 when none does.
func tierOf(s *dag.Scene, values map[string]column.Value, moment int64) int {
	param := func(name string) column.Value {
		if name == dag.Moment {
			return moment
		}
		return values[name]
	}
	for i, t := range s.Tiers {
		if t.When == nil {
			continue
		}
		if fits, err := column.EvalRow(t.When, func(string) column.Value { return nil }, param); err == nil && fits == true {
			return i
		}
	}
	return -1
}

// budgets of the pipeline and of the whole answer.
func (v *serving) budgets() (pipeline, whole time.Duration) {
	whole = time.Duration(v.scene.Deadline)
	if d := v.req.Deadline; d > 0 && d < whole {
		whole = d
	}
	whole -= whole / 50 // for writing the answer down
	reserve := time.Duration(v.scene.Reserve)
	if v.scene.Fallback == "" {
		return whole, whole
	}
	if reserve <= 0 || reserve >= whole {
		reserve = whole / 10
	}
	return whole - reserve, whole
}

// run the pipeline, then the scene's fallback where it fails.
func (v *serving) run(ctx context.Context, plan *exec.Plan, values map[string]column.Value, chosen map[*dag.Graph]exec.Choice) (*Answer, error) {
	budget, _ := v.budgets()
	res := exec.Result{Spans: v.record.Nodes}
	v.record.Pipeline = plan.Graph.Name
	in := v.input(values, budget)
	if v.waited > 0 {
		in.Budget, in.Elapsed = max(budget-v.waited, budget/64), v.waited
	}
	in.Choice, in.Inner = chosen[plan.Graph], chosen
	plan.Run(ctx, in, &res, v.req.explained())
	v.ran(&res)
	if res.OK() {
		return v.assemble(plan, &res), nil
	}
	first := v.failure(plan, &res)
	if res.Gone != nil {
		return nil, first
	}
	return v.backup(ctx, first, &res, true)
}

// backup answers by the scene's fallback in the place of a run that failed, which
// makes it the last one, or was not to be.
func (v *serving) backup(ctx context.Context, first *Error, res *exec.Result, last bool) (*Answer, error) {
	backup, ok := v.program.plan(v.scene.Fallback, &v.req)
	if !ok {
		return nil, first
	}
	given, err := Values(backup.Graph, v.req.Values, false)
	if err != nil {
		return nil, first
	}
	preset(backup.Graph, given, v.sets)
	_, whole := v.budgets()
	used := time.Since(v.start)
	if used >= whole {
		return nil, first
	}
	again := exec.Result{}
	in := v.input(given, whole-used)
	in.Elapsed, in.Last = used, last
	backup.Run(ctx, in, &again, v.req.explained())
	v.ran(&again)
	v.record.Fallback = true
	v.record.Pipeline = backup.Graph.Name
	if !again.OK() {
		second := v.failure(backup, &again)
		second.Cause = first
		return nil, second
	}
	again.Asked += res.Asked
	again.Got += res.Got
	return v.assemble(backup, &again), nil
}

// input of a run of this request.
func (v *serving) input(values map[string]column.Value, budget time.Duration) exec.Input {
	return exec.Input{Values: values, Moment: v.moment, Res: v.res, Remote: v.program.remote, Log: v.program.log, Request: v.record.ID, Parent: v.req.Parent, Sampled: v.engine.opt.Traced, Experiments: v.record.Experiments, Cache: v.engine.cache, Budgets: v.program.budgets, Faults: v.faults, Budget: budget,
		Slots: v.engine.slots, Lane: v.scene.Name, Weight: v.scene.Weight, Labels: v.engine.opt.Labels}
}

// ran notes what a run tells besides its answer.
func (v *serving) ran(res *exec.Result) {
	if len(v.record.Nodes) == 0 {
		v.record.Nodes = res.Spans
	} else { // of a fallback
		v.record.Nodes = append(v.record.Nodes, res.Spans...)
	}
	v.record.Left += res.Unrecorded
	if res.Tries > 0 {
		v.engine.again.Add(int64(res.Tries))
	}
	v.rest = res.After
}

// failure is the typed error of a run without an answer.
func (v *serving) failure(plan *exec.Plan, res *exec.Result) *Error {
	e := &Error{Code: CodeUnavailable, Outcomes: res.Spans, TraceID: v.record.ID}
	v.record.Failed = res.Failed
	switch {
	case res.Gone != nil:
		e.Message, e.Cause = "the caller went away before the answer", res.Gone
		if errors.Is(res.Gone, context.DeadlineExceeded) {
			e.Code, e.Message = CodeDeadline, "the caller's deadline passed before the answer"
		}
	case res.Late:
		e.Code = CodeDeadline
		e.Message = fmt.Sprintf("pipeline %s was not done within its time", plan.Graph.Name)
	default:
		e.Message = fmt.Sprintf("pipeline %s: node %s failed", plan.Graph.Name, res.Failed)
		for _, s := range res.Spans {
			if s.Node == res.Failed {
				e.Message += ": " + s.Cause
				if s.Outcome == trace.Timeout {
					e.Code = CodeDeadline
				}
			}
		}
	}
	return e
}

// close ends the record and hands it to the observer.
func (v *serving) close(a *Answer, err error) {
	r := v.record
	r.Duration = time.Since(v.start)
	r.Slow = v.scene.Slow > 0 && r.Duration > time.Duration(v.scene.Slow)
	r.Status = "ok"
	if a != nil {
		a.Duration = int64(r.Duration)
		a.Record = r
		r.Items, r.Coverage = a.Len(), a.Coverage
	}
	var failed *Error
	if errors.As(err, &failed) {
		r.Status, r.Error = failed.Code, failed.Message
		failed.Record = r
		failed.Outcomes = r.Nodes
	}
	if v.engine.opt.Observe != nil {
		v.engine.opt.Observe(r)
	}
}
