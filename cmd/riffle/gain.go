package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	textdiff "github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/gain"
	"riffle.dev/riffle/internal/config"
	"riffle.dev/riffle/internal/plural"
)

// gains is one run of gain.
type gains struct {
	runner
	requests, labels string
	seed             uint64
	k                int
	write            bool
}

// gainOutput is what gain --json prints.
type gainOutput struct {
	*gain.Table
	Proposals []gain.Proposal `json:"proposals" doc:"annotations that the numbers speak for"`
}

func newGain(w world) *cobra.Command {
	g := &gains{runner: runner{world: w}}
	cmd := &cobra.Command{
		Use:   "gain FOLDER SCENE",
		Short: "measure what the parts of a scene's pipeline are worth",
		Long: `Answers the same requests with the full plan, and then without each part: every
optional node switched off, every choose begun with another arm, every knob at its
low end. What the answers lose is what the part is worth: rank-biased overlap with
the full plan's answers, or nDCG where requests have labels, for all and by tier, each
with a 95 % interval. No server is needed; the same requests, documents and --seed
give the same numbers.

Requests are JSON objects, one a line: the parameters by name, or
{"request": {…}, "labels": {"apps/vim": 1}}. With --server they are those that the
server has recorded of the scene. --labels is a file of clicks or judgements instead:
lines of {"request": {…}, "labels": {…}} whose requests replace those of --requests.
Labels are by resource and key.

The numbers are printed with the gain annotations they speak for, as a difference of
the text; --write puts them into the files. What two parts are worth together is not
measured, and a part nobody's answer needs is worth 0: look before you write.`,
		Example: `  riffle gain examples/store browse --requests requests.ndjson --data apps=examples/data/apps.jsonl.gz
  riffle gain . home --server http://127.0.0.1:7700 --data . --seed 7 --json
  riffle gain . home --labels clicks.ndjson --data . --write`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("gain wants a project's folder and the name of a scene, got %s", plural.Of(len(args), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if (g.requests != "" || g.labels != "") && !config.Typed(cmd.Flags(), "server") {
				g.server = "" // the environment's is for who has no requests
			}
			return g.run(cmd.Context(), args[0], args[1])
		},
	}
	f := cmd.Flags()
	f.StringVar(&g.requests, "requests", "", "file of requests, one JSON object a line")
	f.StringVar(&g.labels, "labels", "", "file of requests with labels")
	f.StringArrayVar(&g.data, "data", nil, "documents, as for riffle run")
	f.StringVar(&g.now, "now", "", "the moment of the requests, RFC 3339 (default: now)")
	f.StringVar(&g.imports, "imports", "", importsFlag)
	f.StringVar(&g.secrets, "secrets", "", secretsFlag)
	f.StringVar(&g.server, "server", "", "take the requests that this server has recorded")
	f.StringVar(&g.token, "token", "", "API token for --server")
	f.StringVar(&g.team, "team", "demo", "team for --server")
	f.Uint64Var(&g.seed, "seed", 1, "of the intervals")
	f.IntVar(&g.k, "k", 10, "of nDCG: how many items count")
	f.BoolVar(&g.write, "write", false, "put the annotations into the files")
	f.BoolVar(&g.json, "json", false, "print JSON")
	return cmd
}

func (g *gains) run(ctx context.Context, dir, scene string) error {
	now, err := g.moment()
	if err != nil {
		return err
	}
	if g.k < 1 || g.k > 1000 {
		return usageError{fmt.Errorf("--k: want 1 to 1000, got %d", g.k)}
	}
	requests, err := g.read(ctx, scene)
	if err != nil {
		return err
	}
	on, err := g.stage(ctx, dir, scene, func(*dag.Graph) error { return nil })
	if err != nil {
		return err
	}
	defer on.close()
	table, err := gain.Measure(ctx, scene, requests, gain.Options{Program: on.program, Resources: on.docs, Now: now, K: g.k, Seed: g.seed})
	if err != nil {
		return err
	}
	texts, err := readFolder(dir)
	if err != nil {
		return err
	}
	graph, _ := on.project.Pipeline(table.Pipeline)
	proposals := gain.Propose(table, graph)
	changed := gain.Write(texts, table.Pipeline, proposals)
	if g.json {
		if err := writeJSON(g.out, gainOutput{table, proposals}); err != nil {
			return err
		}
	} else if err := g.print(table, proposals, texts, changed); err != nil {
		return err
	}
	if !g.write {
		return nil
	}
	for name, text := range changed {
		if err := replaceFile(filepath.Join(dir, filepath.FromSlash(name)), text); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		fmt.Fprintf(g.err, "written: %s\n", name)
	}
	return nil
}

func (g *gains) print(t *gain.Table, proposals []gain.Proposal, texts, changed map[string][]byte) error {
	var b bytes.Buffer
	b.WriteString(t.String())
	for _, p := range proposals {
		if p.Left != "" {
			fmt.Fprintf(&b, "%s: %s, but %s\n", p.Node, p.New, p.Left)
		}
	}
	var names []string
	for name := range changed {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		b.WriteByte('\n')
		b.Write(textdiff.Diff(name, texts[name], name+" (proposed)", changed[name]))
	}
	switch {
	case t.Requests < gain.Few: // the table says so
	case len(names) == 0:
		b.WriteString("\nthe text says so already\n")
	case !g.write:
		b.WriteString("\nnothing is written; --write does\n")
	}
	_, err := g.out.Write(b.Bytes())
	return err
}

// read the requests to measure with.
func (g *gains) read(ctx context.Context, scene string) ([]gain.Request, error) {
	given := 0
	for _, from := range []string{g.requests, g.labels, g.server} {
		if from != "" {
			given++
		}
	}
	if given != 1 {
		return nil, usageError{errors.New("want one of --requests, --labels and --server: what to measure with")}
	}
	if g.server != "" {
		return g.recorded(ctx, scene)
	}
	path := g.requests
	if g.labels != "" {
		path = g.labels
	}
	lines, err := readRequests(path)
	if err != nil {
		return nil, err
	}
	out := make([]gain.Request, 0, len(lines))
	for i, l := range lines {
		if g.labels != "" && len(l.labels) == 0 {
			return nil, fmt.Errorf("%s: request %d has no labels", path, i+1)
		}
		out = append(out, gain.Request{Values: l.Request, Labels: l.labels})
	}
	return out, nil
}

// recorded are the requests that a server has, as of when they came.
func (g *gains) recorded(ctx context.Context, scene string) ([]gain.Request, error) {
	at, err := g.address("scenes", scene, "requests")
	if err != nil {
		return nil, err
	}
	at.RawQuery = "limit=100"
	text, err := g.send(ctx, "GET", at, nil, nil)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var page struct {
		Items []struct {
			At      time.Time
			Request map[string]any
		}
	}
	if err := d.Decode(&page); err != nil {
		return nil, fmt.Errorf("%s answers what cannot be read: %w", g.server, err)
	}
	if len(page.Items) == 0 {
		return nil, fmt.Errorf("nothing of scene %s is recorded yet on %s", scene, g.server)
	}
	var out []gain.Request
	for _, r := range page.Items {
		out = append(out, gain.Request{Values: r.Request, At: r.At})
	}
	return out, nil
}
