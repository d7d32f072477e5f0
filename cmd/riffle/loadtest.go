package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/engine/loadtest"
	"riffle.dev/riffle/internal/plural"
	"riffle.dev/riffle/server/app"
)

// loader is one run of loadtest.
type loader struct {
	world
	client
	spec          loadtest.Spec
	length        time.Duration
	period        time.Duration
	timeout       time.Duration
	deadline, p99 time.Duration
	lost          float64
	from, tiers   string
	note          string
	json, forget  bool
}

func newLoadtest(w world) *cobra.Command {
	l := &loader{world: w}
	cmd := &cobra.Command{
		Use:   "loadtest SCENE",
		Short: "ask a scene at the pace of a profile, and judge what comes back",
		Long: `Asks a scene of a server at the pace of a profile and says what became of the
requests: how many were answered within the scene's deadline, late, shed or failed,
how long they took, at which levels of degradation and without which nodes they were
answered. The verdict is over what the scene promises: its deadline, its slow as the
99th percentile, and the share that may be lost.

Profiles:
` + profileHelp() + `
In the open loop, the default, requests are sent when they are due, whatever becomes
of those before; a latency counts from the moment that was meant. With --closed the
rates are users who each wait for their answer. A run in which this program itself
was late by more than 5 ms at its 99th percentile says nothing and is void.

Requests (--from): made up for users of each tier of the scene, from real ones where
the server has recorded some; recorded, those themselves; or a file of JSON objects,
one a line, the parameters by name.

Ctrl-C ends the run; it still reports. The report is kept on the server and can be
read by "riffle loadtest list", show and compare, and in the console. It exits 1 when
the verdict is failed or void.`,
		Example: `  riffle loadtest home --rate 200 --duration 30s
  riffle loadtest home --profile spike --rate 100 --peak 800 --tiers newcomers=3,loyal=1
  riffle loadtest home --profile article --factor 0.02 --json > report.json
  riffle loadtest browse --closed --rate 8 --from requests.ndjson`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("loadtest wants the name of a scene, got %s", plural.Of(len(args), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := noZeros(cmd.Flags(), "rate", "peak", "factor", "duration", "steps", "period", "connections", "timeout", "deadline", "p99"); err != nil {
				return err
			}
			return l.run(cmd.Context(), args[0])
		},
	}
	f := cmd.Flags()
	l.declare(f, localServer, "serve, and write to keep the report")
	p := &l.spec.Profile
	f.StringVar(&p.Kind, "profile", "constant", "shape of the load: constant, ramp, step, spike, sawtooth, article")
	f.Float64Var(&p.Rate, "rate", 100, "requests a second at the begin, or users with --closed")
	f.Float64Var(&p.Peak, "peak", 0, "the highest rate (default 8 times the rate)")
	f.Float64Var(&p.Factor, "factor", 1, "all rates times this")
	f.DurationVar(&l.length, "duration", time.Minute, "how long")
	f.IntVar(&p.Steps, "steps", 5, "of the profile step")
	f.DurationVar(&l.period, "period", 0, "of the profile sawtooth (default a quarter of the duration)")
	f.BoolVar(&l.spec.Closed, "closed", false, "a closed loop: users who wait for their answers")
	f.BoolVar(&l.spec.Even, "even", false, "evenly spaced arrivals instead of a Poisson process")
	f.IntVar(&l.spec.Connections, "connections", 256, "requests under way at once")
	f.DurationVar(&l.timeout, "timeout", 5*time.Second, "an answer is waited for so long")
	f.Uint64Var(&l.spec.Seed, "seed", 1, "of arrivals and of what is made up")
	f.StringVar(&l.from, "from", app.FromMade, "requests: made, recorded, or a file of JSON objects")
	f.StringVar(&l.tiers, "tiers", "", "weights of tiers of made requests, such as newcomers=1,others=3 (default all alike)")
	f.DurationVar(&l.deadline, "deadline", 0, "later answers are lost (default the scene's)")
	f.DurationVar(&l.p99, "p99", 0, "the 99th percentile is at most this (default the scene's slow, or its deadline)")
	f.Float64Var(&l.lost, "lost", loadtest.DefaultLost, "share of requests that may be lost; 0: not one")
	f.StringVar(&l.note, "note", "", "kept with the report")
	f.BoolVar(&l.forget, "no-keep", false, "do not keep the report on the server")
	f.BoolVar(&l.json, "json", false, "print the report as JSON")
	var kinds []string
	for _, k := range loadtest.Profiles() {
		kinds = append(kinds, k.Name)
	}
	complete(cmd, "profile", kinds...)
	cmd.AddCommand(newLoadtestList(w), newLoadtestShow(w), newLoadtestCompare(w))
	for _, sub := range cmd.Commands() {
		checkArguments(sub)
	}
	return cmd
}

func profileHelp() string {
	var b strings.Builder
	for _, k := range loadtest.Profiles() {
		fmt.Fprintf(&b, "  %-9s %s\n", k.Name, k.About)
	}
	return b.String()
}

func (l *loader) run(ctx context.Context, name string) error {
	at, err := l.address("scenes", name, "serve")
	if err != nil {
		return err
	}
	if err := l.settle(); err != nil {
		return err
	}
	var scene app.Scene
	if err := l.get(ctx, &scene, "scenes", name); err != nil {
		return err
	}
	app.Objectives(&l.spec.Objectives, scene)
	spec, err := l.spec.Filled()
	if err != nil {
		return usageError{err}
	}
	requests, from, err := l.requests(ctx, name)
	if err != nil {
		return err
	}
	header := http.Header{}
	if l.token != "" {
		header.Set("Authorization", "Bearer "+l.token)
	}
	target := loadtest.NewHTTP(at.String(), header, int(max(float64(spec.Connections), closedUsers(spec))))
	defer target.Close()
	curves := &curves{out: l.err, paint: l.painterFor(l.err), spec: spec}
	curves.head(name, l.server)
	begun := time.Now()
	report, err := loadtest.Run(ctx, spec, loadtest.NewRounds(requests), target, curves.tick)
	if err != nil {
		return err
	}
	if err := l.print(report); err != nil {
		return err
	}
	if !l.forget {
		l.keep(context.WithoutCancel(ctx), app.KeptLoadTest{Scene: name, From: from, Note: l.note, At: begun.UTC(), Report: *report})
	}
	if v := report.Verdict.Result; v == loadtest.Failed || v == loadtest.Void {
		return exit(1)
	}
	return nil
}

func closedUsers(s loadtest.Spec) float64 {
	if s.Closed {
		return s.Peak()
	}
	return 0
}

// settle puts the durations of flags into the spec.
func (l *loader) settle() error {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	for _, d := range []struct {
		flag string
		is   time.Duration
	}{{"duration", l.length}, {"period", l.period}, {"timeout", l.timeout}, {"deadline", l.deadline}, {"p99", l.p99}} {
		if d.is < 0 {
			return usageError{fmt.Errorf("--%s: want a duration such as 30s, got %v", d.flag, d.is)}
		}
	}
	l.spec.Profile.DurationS, l.spec.Profile.PeriodS = l.length.Seconds(), l.period.Seconds()
	l.spec.TimeoutMS, l.spec.Objectives.DeadlineMS, l.spec.Objectives.P99MS = ms(l.timeout), ms(l.deadline), ms(l.p99)
	l.spec.Objectives.Lost = &l.lost
	return nil
}

func (l *loader) print(r *loadtest.Report) error {
	if l.json {
		return writeJSON(l.out, r)
	}
	return printReport(l.out, l.painterFor(l.out), r)
}

// keep the report on the server; that it fails is said and no more.
func (l *loader) keep(ctx context.Context, k app.KeptLoadTest) {
	text, err := l.call(ctx, http.MethodPost, k, nil, "loadtests", "kept")
	var kept app.LoadTest
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		fmt.Fprintf(l.err, "riffle: the report is not kept: %v\n", err)
		return
	}
	fmt.Fprintf(l.err, "kept as %s; riffle loadtest show %s reads it\n", kept.ID, kept.ID)
}

// requests to send, and where they are from.
func (l *loader) requests(ctx context.Context, scene string) (out []loadtest.Request, from string, err error) {
	var list []app.MadeRequest
	switch l.from {
	case app.FromMade:
		list, err = l.made(ctx, scene)
	case app.FromRecorded:
		var recorded struct {
			Items []app.MadeRequest `json:"items"` // with no tier
		}
		at, wrong := l.address("scenes", scene, "requests")
		if wrong != nil {
			return nil, "", wrong
		}
		at.RawQuery = "limit=100"
		err = l.read1(ctx, at, &recorded)
		if list = recorded.Items; err == nil && len(list) == 0 {
			err = fmt.Errorf("nothing of scene %s is recorded yet on %s; --from made makes requests up", scene, l.server)
		}
	default:
		from = app.FromGiven
		lines, wrong := readRequests(l.from)
		if wrong != nil {
			return nil, "", fmt.Errorf("--from: want made, recorded or a file: %w", wrong)
		}
		for _, line := range lines {
			list = append(list, line.MadeRequest)
		}
	}
	if err != nil {
		return nil, "", err
	}
	if from == "" {
		from = l.from
	}
	for _, r := range list {
		body, err := json.Marshal(map[string]any{"request": r.Request})
		if err != nil {
			return nil, "", err
		}
		out = append(out, loadtest.Request{Body: body, Tier: r.Tier})
	}
	return out, from, nil
}

// made asks the server to make requests up, some at a time.
func (l *loader) made(ctx context.Context, scene string) ([]app.MadeRequest, error) {
	const some = 4
	var out []app.MadeRequest
	for i := range uint64(some) {
		at, err := l.address("scenes", scene, "requests", "made")
		if err != nil {
			return nil, err
		}
		q := url.Values{"n": {fmt.Sprint(app.MaxMade)}, "seed": {fmt.Sprint(l.spec.Seed*some + i)}}
		if l.tiers != "" {
			q.Set("tiers", strings.ReplaceAll(l.tiers, "=", ":"))
		}
		at.RawQuery = q.Encode()
		var page struct{ Items []app.MadeRequest }
		if err := l.read1(ctx, at, &page); err != nil {
			return nil, err
		}
		out = append(out, page.Items...)
	}
	if len(out) == 0 {
		return nil, errors.New("the server made no requests up")
	}
	return out, nil
}

// read1 reads one address.
func (l *loader) read1(ctx context.Context, at *url.URL, out any) error {
	text, err := l.send(ctx, http.MethodGet, at, nil, nil)
	if err != nil {
		return err
	}
	return l.client.read(text, out)
}
