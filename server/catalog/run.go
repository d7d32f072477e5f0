package catalog

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"reflect"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/server/app"
)

// RunOnce implements app.Runtime. It reads the documents that serve now; a
// resource of the texts that does not serve yet is empty.
func (c *Catalog) RunOnce(ctx context.Context, p app.Project, in app.NewRun) (app.Run, error) {
	done, err := c.try(ctx)
	if err != nil {
		return app.Run{}, err
	}
	defer done()
	active, live := c.Active(p.Team)
	program, info := (*engine.Program)(nil), (*check.Info)(nil)
	out := app.Run{RunSummary: app.RunSummary{Scene: in.Scene, Pipeline: in.Pipeline, Source: in.Source}, Request: in.Request, Off: in.Off, Explained: in.Explain,
		Items: []map[string]any{}, Nodes: []app.RunNode{}, Columns: []app.Column{}, Notes: []string{}}
	if out.Request == nil {
		out.Request = map[string]any{}
	}
	if out.Off == nil {
		out.Off = []string{}
	}
	switch {
	case p.Texts != nil:
		built, list := c.compiler.compile(ctx, p)
		if built == nil {
			return app.Run{}, app.Fail(app.DoesNotCompile, "source_broken", "the {source} does not compile", in.Source).With(list)
		}
		program, info = built.program, built.info
	case live:
		program, out.Source = active.Program, fmt.Sprint(active.Version)
	default:
		return app.Run{}, app.Fail(app.NotFound, "nothing_live", "nothing of {team} is live; publish a version, or run the draft", p.Team)
	}
	deadline := dag.DefaultDeadline
	if in.Scene != "" {
		s, ok := program.Project.Scene(in.Scene)
		if !ok {
			return app.Run{}, app.Missing("scene", in.Scene).At("body.scene")
		}
		out.Pipeline, deadline = s.Pipeline, s.Deadline
	}
	graph, ok := program.Project.Pipeline(out.Pipeline)
	if !ok {
		return app.Run{}, app.Missing("pipeline", out.Pipeline).At("body.pipeline")
	}
	out.DeadlineMS = float64(deadline) / msec
	described := describeGraph(program.Project, info, graph)
	out.Graph = &described
	views, err := c.viewsFor(active, p.Team, program.Project, &out)
	if err != nil {
		return app.Run{}, err
	}
	defer views.close()
	e := engine.New(engine.Options{Now: c.now, TraceID: runTrace, Dry: true})
	request := engine.Request{Values: in.Request, Explain: in.Explain, Off: in.Off, WhyNot: in.WhyNot}
	var answer *engine.Answer
	if in.Scene != "" {
		answer, err = e.Serve(ctx, program, in.Scene, request, views, c.Faults(p.Team, in.Scene))
	} else {
		answer, err = e.Run(ctx, program, in.Pipeline, request, views, c.Faults(p.Team, ""))
	}
	if err := fill(&out, program.Project, answer, err); err != nil {
		return app.Run{}, err
	}
	return out, nil
}

// fill a run from what the engine said; the error is of a request that
// was not run at all.
func fill(out *app.Run, p *dag.Project, a *engine.Answer, err error) error {
	var record *trace.Record
	var failed *engine.Error
	switch {
	case errors.As(err, &failed) && failed.Code == engine.CodeInvalid && failed.Field == "why_not":
		return app.Fail(app.Invalid, "why_not_refused", "{said}", app.Said(failed.Message)).At("body.why_not")
	case errors.As(err, &failed) && failed.Code == engine.CodeInvalid && failed.Field == "off":
		return app.Fail(app.Invalid, "off_refused", "{said}", app.Said(failed.Message)).At("body.off")
	case errors.As(err, &failed) && failed.Code == engine.CodeInvalid:
		return app.BadParameter(failed.Field, failed.Message)
	case errors.As(err, &failed):
		record = failed.Record
		out.Outcome, out.Message = "failed", failed.Message
		if failed.Code == engine.CodeDeadline {
			out.Outcome = "timeout"
		}
	case err != nil:
		return err
	default:
		record = a.Record
		answered(out, p, a)
	}
	if record == nil {
		return err
	}
	out.TookMS, out.Plan, out.Level, out.Tier = millis(int64(record.Duration)), record.Plan, record.Level, record.Tier
	out.Experiments = record.Experiments
	for _, s := range engine.Steps(p, out.Pipeline, record, true) {
		out.Nodes = append(out.Nodes, runNode(&s))
	}
	return nil
}

// answered is the answer's part of a run.
func answered(out *app.Run, p *dag.Project, a *engine.Answer) {
	r := a.Record
	out.Outcome = "ok"
	switch {
	case r.Fallback:
		out.Outcome = "fallback"
	case a.Level > 0 || a.Coverage < 1:
		out.Outcome = "degraded"
	}
	out.Count, out.Served, out.Coverage, out.Values = len(a.Items), a.Served, a.Coverage, a.Fields
	out.WhyNot = a.WhyNot
	if g, ok := p.Pipeline(a.Served); ok {
		out.Columns = columnsOf(g.Result.Columns)
	}
	for i := range a.Items {
		it := &a.Items[i]
		row := make(map[string]any, len(it.Columns)+4)
		for _, c := range it.Columns {
			row[c.Name] = c.Value
		}
		row["_key"], row["_score"], row["_from"], row["_resource"] = it.Key, finite(it.Score), it.From, it.Resource
		if it.From == nil {
			row["_from"] = []string{}
		}
		out.Items = append(out.Items, row)
		if it.Why != nil {
			out.Why = append(out.Why, whyOf(it))
		}
	}
}

func whyOf(it *engine.Item) app.RunWhy {
	return app.RunWhy{Key: it.Key, Why: *it.Why}
}

func runNode(s *engine.Step) app.RunNode {
	n := app.RunNode{Name: s.Span.Node, Op: s.Op, Inputs: []string{}, Outcome: string(s.Outcome), Cause: s.Cause, StartMS: millis(s.Start), EndMS: millis(s.End),
		QueueMS: millis(s.Queue), Critical: s.Critical, Skipped: !s.Ran, In: s.In, Out: s.Out, Stage: "out", Arm: s.Arm, Turn: s.Turn}
	if s.Node != nil {
		n.Inputs, n.Stage = s.Graph.Joins(s.Node), s.Graph.Stage(s.Node)
		n.File, n.Line = s.Node.Pos.File, s.Node.Pos.Line
	}
	if n.Outcome == "" { // it was waiting when the run ended
		n.Outcome = string(trace.Skipped)
	}
	return n
}

// views are the documents of a run: those that serve, and nothing where a
// resource does not serve yet.
type views struct {
	libraries map[string]*Library
	outsides  map[string]*outside
	opened    []*outside // for this run alone
	empty     *engine.Memory
	words     func(string) (*index.WordTable, error)
}

// viewsFor a project; what of it does not serve as it is there is noted.
func (c *Catalog) viewsFor(active *Active, team string, p *dag.Project, out *app.Run) (*views, error) {
	v := &views{libraries: map[string]*Library{}, outsides: map[string]*outside{}, words: c.words}
	missing := &dag.Project{}
	for _, r := range p.Resources {
		if r.Store != nil {
			if active != nil && active.outsides[r.Name] != nil && active.outsides[r.Name].same(r) {
				v.outsides[r.Name] = active.outsides[r.Name]
				continue
			}
			o, err := openOutside(c, team, r)
			if err != nil {
				v.close()
				return nil, err
			}
			v.outsides[r.Name], v.opened = o, append(v.opened, o)
			continue
		}
		l := (*Library)(nil)
		if active != nil {
			l = active.libraries[r.Name]
		}
		if l == nil && r.Import != nil { // a draft that imports it anew
			if theirs, ok := c.Active(r.Import.Team); ok {
				l = theirs.libraries[r.Import.Name]
			}
		}
		switch {
		case l == nil:
			missing.Resources = append(missing.Resources, r)
			out.Notes = append(out.Notes, fmt.Sprintf("resource %s is not live yet: it has no documents here", r.Name))
		case !reflect.DeepEqual(l.schema.Fields, engine.Schema(r).Fields):
			v.libraries[r.Name] = l
			out.Notes = append(out.Notes, fmt.Sprintf("resource %s differs from the live one, whose documents were read: new fields fail", r.Name))
		default:
			v.libraries[r.Name] = l
		}
	}
	var err error
	v.empty, err = engine.NewMemory(missing, c.words)
	return v, err
}

// close what was opened for the run.
func (v *views) close() {
	for _, o := range v.opened {
		o.close()
	}
}

// View implements engine.Resources.
func (v *views) View(name string) (op.View, error) {
	if o := v.outsides[name]; o != nil {
		return o.store.View(), nil
	}
	if l := v.libraries[name]; l != nil {
		return l.View(), nil
	}
	return v.empty.View(name)
}

// Words implements engine.Resources.
func (v *views) Words(name string) (*index.WordTable, error) { return v.words(name) }

func runTrace() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails
	return hex.EncodeToString(b[:])
}

func millis(ns int64) float64 { return float64(time.Duration(ns).Microseconds()) / 1000 }

// finite is nil for what JSON has no word for.
func finite(f float64) any {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return f
}
