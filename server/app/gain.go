package app

import (
	"cmp"
	"context"
	"time"

	"riffle.dev/riffle/engine/gain"
)

// Limits of measurements of gains that run on a server. Those of engine/gain
// hold too.
const (
	MaxGains        = 100     // kept of a team; the oldest give way
	MaxGainBytes    = 1 << 20 // of one, as JSON
	MaxGainRequests = 500     // that one is made with
	SomeGain        = 100     // requests, where nobody says how many
	MaxGainLength   = 10 * time.Minute
)

// NewGain asks for what the parts of a scene's pipeline are worth, as the live
// version has them.
type NewGain struct {
	Scene    string             `json:"scene" minLength:"1" maxLength:"100"`
	From     string             `json:"from,omitempty" enum:"made,recorded,given" doc:"where requests come from; recorded when missing"`
	N        int                `json:"n,omitempty" minimum:"1" maximum:"500" doc:"how many of made and recorded ones; 100 when missing"`
	Tiers    map[string]float64 `json:"tiers,omitempty" doc:"of made requests: weights by tier, others for those of none; all alike when missing"`
	Requests []GainRequest      `json:"requests,omitempty" maxItems:"500" doc:"of given"`
	K        int                `json:"k,omitempty" minimum:"1" maximum:"1000" doc:"of nDCG: how many items count; 10 when missing"`
	Seed     uint64             `json:"seed,omitempty" minimum:"1" maximum:"9007199254740991" doc:"of the intervals and of what is made up"`
	Note     string             `json:"note,omitempty" maxLength:"200"`
}

// GainRequest is a request that is given, perhaps with what its items were worth.
type GainRequest struct {
	Request map[string]any     `json:"request"`
	Labels  map[string]float64 `json:"labels,omitempty" doc:"clicks or judgements, by resource and key such as apps/vim; then nDCG is measured"`
}

// GainRow is a measurement in a list.
type GainRow struct {
	ID       string    `json:"id" doc:"stands in its address"`
	Seq      int64     `json:"seq" doc:"grows"`
	At       time.Time `json:"at"`
	By       string    `json:"by"`
	Scene    string    `json:"scene"`
	Pipeline string    `json:"pipeline"`
	Version  int64     `json:"version" doc:"of the project, that was measured"`
	State    string    `json:"state" enum:"running,done,aborted,failed,lost" doc:"lost: its instance ended before it did"`
	Failed   string    `json:"failed,omitempty" doc:"why there is no table"`
	From     string    `json:"from" enum:"made,recorded,given"`
	Note     string    `json:"note,omitempty"`
	Measure  string    `json:"measure,omitempty" enum:"overlap,ndcg"`
	Requests int       `json:"requests" doc:"that were measured with"`
	Differ   int       `json:"differ" doc:"annotations of the measured text that the numbers speak against"`
	TookS    float64   `json:"took_s"`
}

// Gain is one with its table, which is missing while it runs and when it has none.
type Gain struct {
	GainRow
	Done      int             `json:"done" doc:"answers that are there, of one that runs on the answering instance"`
	Of        int             `json:"of" doc:"answers that it wants; 0: not known"`
	Table     *gain.Table     `json:"table,omitempty"`
	Proposals []gain.Proposal `json:"proposals,omitempty" doc:"annotations that the numbers speak for, in the measured version"`
}

// GainChanges are the annotations a measurement speaks for, in the draft as it is.
type GainChanges struct {
	Proposals []gain.Proposal `json:"proposals"`
	Files     []GainFile      `json:"files" doc:"that would change"`
}

// GainFile is a file of the draft with the annotations put in.
type GainFile struct {
	FileDiff
	Tag   string `json:"tag" doc:"for If-Match, when it is saved"`
	After string `json:"after" doc:"its text then"`
}

// Gains measures on this instance, one at a time for all teams.
type Gains interface {
	// Measure takes the place, calls keep with the measurement as it will run, and
	// runs it in the background. Conflict while another one runs, Invalid for
	// requests that cannot be had.
	Measure(ctx context.Context, team string, g *Gain, in NewGain, keep func(*Gain) error) error
	// StopMeasuring ends one that runs here; false when it does not.
	StopMeasuring(team, id string) bool
	// Progress of one that runs here; false when it does not.
	Progress(team, id string) (done, of int, ok bool)
}

// StartGain begins one on this server.
func (a *App) StartGain(ctx context.Context, by Change, team string, in NewGain) (Gain, error) {
	scene, err := a.Scene(team, in.Scene)
	if err != nil {
		return Gain{}, err
	}
	if in.From = cmp.Or(in.From, FromRecorded); !givenAs(in.From, len(in.Requests), MaxGainRequests) {
		return Gain{}, Fail(Invalid, "gain_requests", "want 1 to {max} requests with from given, and none otherwise", MaxGainRequests).At("body.requests")
	}
	if in.N == 0 {
		in.N = SomeGain
	}
	in.N = min(in.N, MaxGainRequests)
	g := Gain{GainRow: GainRow{At: a.now(), By: by.Who.Actor(), Scene: in.Scene, Pipeline: scene.Pipeline, Version: scene.Version, State: "running", From: in.From, Note: in.Note}}
	err = a.gains.Measure(ctx, team, &g, in, func(g *Gain) error {
		return a.store.AddGain(ctx, by.Did("gain.start", "scene "+g.Scene), team, g)
	})
	return g, err
}

// AbortGain ends one that runs on this instance; it has no table.
func (a *App) AbortGain(ctx context.Context, by Change, team, id string) error {
	g, err := a.store.Gain(ctx, team, id, a.now())
	if err != nil {
		return err
	}
	return a.end(ctx, by.Did("gain.abort", "scene "+g.Scene), team, ending{running: g.State == "running",
		stop:      func() bool { return a.gains.StopMeasuring(team, id) },
		over:      Fail(Conflict, "gain_over", "the measurement is {state} already", g.State),
		elsewhere: Fail(Conflict, "gain_elsewhere", "the measurement does not run on this instance")})
}

// Gains lists the kept ones, newest first.
func (a *App) Gains(ctx context.Context, team string, f KeptFilter) ([]GainRow, error) {
	return a.store.Gains(ctx, team, f, a.now())
}

// Gain reads one.
func (a *App) Gain(ctx context.Context, team, id string) (Gain, error) {
	g, err := a.store.Gain(ctx, team, id, a.now())
	if err == nil && g.State == "running" {
		g.Done, g.Of, _ = a.gains.Progress(team, id)
	}
	return g, err
}

// GainChanges are what a measurement says of the draft. Nothing is written.
func (a *App) GainChanges(ctx context.Context, team, id string) (GainChanges, error) {
	g, err := a.store.Gain(ctx, team, id, a.now())
	if err != nil {
		return GainChanges{}, err
	}
	if g.Table == nil {
		return GainChanges{}, Fail(Conflict, "gain_no_table", "the measurement is {state}: it has no numbers", g.State)
	}
	files, err := a.store.Files(ctx, team)
	if err != nil {
		return GainChanges{}, err
	}
	texts := map[string][]byte{}
	for _, f := range files {
		texts[f.Path] = []byte(f.Text)
	}
	out := GainChanges{Proposals: append([]gain.Proposal{}, g.Proposals...), Files: []GainFile{}}
	for i := range out.Proposals { // of the draft, not of the measured text
		p := &out.Proposals[i]
		p.File, p.Old, p.Line, p.Left = "", "", 0, ""
	}
	changed := gain.Write(texts, g.Table.Pipeline, out.Proposals)
	for _, f := range files {
		if after, ok := changed[f.Path]; ok {
			for _, d := range diffFiles([]Text{{Path: f.Path, Text: f.Text}}, []Text{{Path: f.Path, Text: string(after)}}) {
				out.Files = append(out.Files, GainFile{FileDiff: d, Tag: f.Tag, After: string(after)})
			}
		}
	}
	return out, nil
}

// noGains stands for an instance that measures none.
type noGains struct{}

func (noGains) Measure(context.Context, string, *Gain, NewGain, func(*Gain) error) error {
	return Fail(Unavailable, "gain_none", "no gains are measured on this instance")
}
func (noGains) StopMeasuring(string, string) bool        { return false }
func (noGains) Progress(string, string) (int, int, bool) { return 0, 0, false }
