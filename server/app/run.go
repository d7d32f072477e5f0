package app

import (
	"context"
	"encoding/json"
	"time"

	"riffle.dev/riffle/engine/trace"
)

// Limits of runs.
const (
	MaxRuns     = 500     // kept of a team; the oldest give way
	MaxRunBytes = 1 << 20 // of one, as JSON; items beyond are left out
	MaxOff      = 100
)

// NewRun asks for one request of a pipeline or scene, to look at.
type NewRun struct {
	Pipeline string         `json:"pipeline,omitempty" maxLength:"100" doc:"a pipeline, under the default deadline of one second"`
	Scene    string         `json:"scene,omitempty" maxLength:"100" doc:"or a scene, with its deadline, fallback and tiers"`
	Source   string         `json:"source,omitempty" maxLength:"20" doc:"draft, live or the number of a version; live when missing"`
	Request  map[string]any `json:"request,omitempty" doc:"the parameters by name"`
	Explain  bool           `json:"explain,omitempty" doc:"also keep how each item came where it is"`
	// WhyNot asks of documents why they are not in the answer.
	WhyNot []trace.Question `json:"why_not,omitempty" maxItems:"8" doc:"documents: keep where each was lost"`
	Off    []string         `json:"off,omitempty" maxItems:"100" doc:"optional nodes to switch off"`
}

// RunSummary is a run in a list.
type RunSummary struct {
	ID       string    `json:"id" doc:"stands in its address"`
	At       time.Time `json:"at"`
	By       string    `json:"by"`
	Scene    string    `json:"scene,omitempty"`
	Pipeline string    `json:"pipeline" doc:"that was asked"`
	Source   string    `json:"source" doc:"draft, or the number of the version"`
	Outcome  string    `json:"outcome" enum:"ok,degraded,fallback,timeout,failed"`
	Message  string    `json:"message,omitempty" doc:"why it failed"`
	TookMS   float64   `json:"took_ms"`
	Count    int       `json:"count" doc:"items of the answer"`
	Level    int       `json:"level" doc:"nodes switched off"`
	Note     string    `json:"note,omitempty"`
}

// Run is one request with all that became of it. It is kept.
type Run struct {
	RunSummary
	Request    map[string]any `json:"request"`
	Off        []string       `json:"off"`
	Explained  bool           `json:"explained"`
	DeadlineMS float64        `json:"deadline_ms"`
	Served     string         `json:"served" doc:"the pipeline that answered"`
	Tier       string         `json:"tier,omitempty"`
	Plan       string         `json:"plan"`
	// Experiments are of runs of a scene.
	Experiments map[string]string `json:"experiments,omitempty" doc:"the arms that the request fell into, by experiment"`
	Coverage    float64           `json:"coverage" doc:"share of the sources asked that answered"`
	Columns     []Column          `json:"columns" doc:"of the items, in order"`
	Items       []map[string]any  `json:"items" doc:"best first; beside the columns _key, _score, _from and _resource"`
	LeftOut     int               `json:"left_out" doc:"items that were too much to keep"`
	Values      map[string]any    `json:"values,omitempty" doc:"other results by name"`
	Why         []RunWhy          `json:"why,omitempty" doc:"one for each item, when asked"`
	WhyNot      []trace.Lost      `json:"why_not,omitempty" doc:"of the documents asked for"`
	Nodes       []RunNode         `json:"nodes" doc:"by start; those that did not run stand last"`
	Graph       *PipelineGraph    `json:"graph,omitempty" doc:"as it was then"`
	Notes       []string          `json:"notes" doc:"what the run could not do as the live version would"`
}

// RunWhy says how an item came where it is.
type RunWhy struct {
	Key string `json:"key"`
	trace.Why
}

// RunNode is one node's part of a request.
type RunNode struct {
	Name     string   `json:"name"`
	Op       string   `json:"op"`
	Stage    string   `json:"stage"`
	Inputs   []string `json:"inputs"`
	Outcome  string   `json:"outcome" enum:"ok,empty,timeout,error,skipped,degraded,fallback"`
	Cause    string   `json:"cause,omitempty"`
	StartMS  float64  `json:"start_ms" doc:"from the request's begin"`
	EndMS    float64  `json:"end_ms"`
	QueueMS  float64  `json:"queue_ms" doc:"it waited to run after its inputs were there"`
	Critical bool     `json:"critical" doc:"on the chain that decided when the answer was there"`
	Skipped  bool     `json:"skipped" doc:"it did not run: skipped, degraded, or not wanted"`
	In       int      `json:"in" doc:"items"`
	Out      int      `json:"out"`
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Arm      string   `json:"arm,omitempty" doc:"of an if or choose: the branch that answered"`
	Turn     string   `json:"turn,omitempty" doc:"of a node in a body: 2.3 is the second turn of the outer, the third of the inner one"`
}

// RunFilter narrows a listing. Zero fields do not filter.
type RunFilter struct {
	Scene, Pipeline, By string
	Before              int64
	Limit               int
}

// RunRow is a summary with its place in the list.
type RunRow struct {
	RunSummary
	Seq   int64  `json:"seq" doc:"grows"`
	Asked string `json:"asked,omitempty" doc:"the request as JSON, cut where it is long"`
}

// maxAsked is how much of a request a row shows, in characters.
const maxAsked = 400

// Asked is a request as a row shows it; empty for one without a parameter.
func Asked(request map[string]any) string {
	if len(request) == 0 {
		return ""
	}
	text, err := json.Marshal(request)
	if err != nil {
		return ""
	}
	if long := []rune(string(text)); len(long) > maxAsked {
		return string(long[:maxAsked]) + "…"
	}
	return string(text)
}

// Run asks and keeps what became of it, also when it failed. Invalid for a
// request that does not fit, DoesNotCompile for a source that does not: these
// are not kept.
func (a *App) Run(ctx context.Context, by Change, team string, in NewRun) (Run, error) {
	if (in.Scene == "") == (in.Pipeline == "") {
		return Run{}, Fail(Invalid, "run_target", "want one of pipeline and scene").At("body.pipeline")
	}
	if len(in.Off) > MaxOff {
		return Run{}, Fail(Invalid, "run_off", "{n} nodes off, at most {max}", len(in.Off), MaxOff).At("body.off")
	}
	if in.Source == "" {
		in.Source = "live"
	}
	var texts []Text // nil: what serves now, which needs no database
	if in.Source != "live" {
		var err error
		if texts, err = a.source(ctx, team, in.Source, "body.source"); err != nil {
			return Run{}, err
		}
		if len(texts) == 0 {
			return Run{}, Fail(Invalid, "draft_empty", "the draft of {team} is empty; save a file first", team).At("body.source")
		}
	}
	run, err := a.runtime.RunOnce(ctx, Project{team, sortedTexts(texts), in.Source != "draft"}, in)
	if err != nil {
		return Run{}, err
	}
	run.At, run.By = a.now(), by.Who.Actor()
	if err := a.store.AddRun(ctx, team, &run); err != nil {
		return Run{}, err
	}
	return run, nil
}

// BadParameter is the refusal of a request that does not fit the parameters of
// what it asks; said is the engine's word, the name empty when it is of no one.
func BadParameter(name, said string) *Error {
	if name == "" {
		return Fail(Invalid, "request_refused", "{said}", Said(said)).At("body.request")
	}
	// "missing, want string" says nothing by itself.
	return Fail(Invalid, "request_parameter", "{parameter}: {said}", name, Said(said)).At("body.request." + name)
}

// Runs lists the kept ones, newest first.
func (a *App) Runs(ctx context.Context, team string, f RunFilter) ([]RunRow, error) {
	return a.store.Runs(ctx, team, f)
}

// KeptRun reads one.
func (a *App) KeptRun(ctx context.Context, team, id string) (Run, error) {
	return a.store.Run(ctx, team, id)
}
