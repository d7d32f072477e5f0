package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/trace"
	whys "riffle.dev/riffle/engine/why"
	"riffle.dev/riffle/internal/config"
	"riffle.dev/riffle/internal/plural"
)

// maxRequest bounds a request from the command line or a file.
const maxRequest = 1 << 20

// runner is one run of run.
type runner struct {
	world
	client
	request, now  string
	secrets       string
	imports       string
	data, off     []string
	whyNot        []string
	explain, json bool
	unhurried     bool
}

// noFolder stands for the folder where a server is asked.
const noFolder = "-"

// patience is what a request has that is asked unhurried.
const patience = time.Minute

func newRun(w world) *cobra.Command {
	r := &runner{world: w}
	cmd := &cobra.Command{
		Use:   "run PROJECT_DIR SCENE_OR_PIPELINE",
		Short: "answer one request from files, or from a server",
		Long: `Compiles the project in a folder, loads the documents given, and answers one
request to a scene or pipeline: items with their scores and the sources that
brought them, then the outcome of every node. No server is needed. Word tables
are looked for in the folder, beside it in data/, and in this binary. A resource
on a store of its own is read there, unless --data gives its documents.

With --server the request goes to a running one instead; the folder and the
documents are not read then, give - for the folder. A server that RIFFLE_SERVER
names is asked only when the folder is -.`,
		Example: `  riffle run examples/store browse --data apps=examples/data/apps.jsonl.gz --request '{"query":"space game","k":5}'
  riffle run examples/rag ask --data examples/rag/fixtures --request '{"q":"gold","groups":["public"]}'
  riffle run examples/store browse --data apps=examples/data/apps.jsonl.gz --request '{"query":"space game","k":5}' --why-not gnome-mines
  riffle run examples/store home_feed --request @request.json --data apps=apps.jsonl.gz --explain
  riffle run - home --server http://127.0.0.1:8080 --token rfl_... --team demo --request '{"user":{"id":"u1"}}'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usageError{fmt.Errorf("run wants a project's folder and the name of a scene or pipeline, got %s", plural.Of(len(args), "argument"))}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			// A server that the environment names is for who has no folder.
			if r.server != "" && (args[0] == noFolder || config.Typed(cmd.Flags(), "server")) {
				return r.remote(cmd.Context(), args[1])
			}
			if args[0] == noFolder {
				return usageError{errors.New("--server is missing: whom to ask, as - is no folder")}
			}
			return r.local(cmd.Context(), args[0], args[1])
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.request, "request", "{}", "the request as JSON, or @FILE")
	f.StringArrayVar(&r.data, "data", nil, "documents of a resource: NAME=FILE.jsonl or .jsonl.gz (again for another); or a folder with NAME.jsonl of resources, and of services that are answered from there")
	f.StringArrayVar(&r.off, "off", nil, "switch an optional node off (again for another)")
	f.BoolVar(&r.unhurried, "unhurried", false, "a minute for the request and each node, whatever times they declare")
	f.StringVar(&r.now, "now", "", "the moment of the request, RFC 3339 (default: now)")
	f.BoolVar(&r.explain, "explain", false, "also print the graph, and how each item came where it is")
	f.StringArrayVar(&r.whyNot, "why-not", nil, "also tell where a document was lost on the way to the answer: its id, or RESOURCE/ID (again for another)")
	f.BoolVar(&r.json, "json", false, "print the answer as JSON")
	f.StringVar(&r.imports, "imports", "", importsFlag)
	f.StringVar(&r.secrets, "secrets", "", secretsFlag)
	f.StringVar(&r.server, "server", "", "ask the server at this address, and print its answer as JSON")
	f.StringVar(&r.token, "token", "", "API token for --server, or for --imports from a server")
	f.StringVar(&r.team, "team", "demo", "team for --server, or for --imports from a server")
	return cmd
}

// values is the request's body.
func (r *runner) values() (map[string]any, error) {
	text := []byte(r.request)
	if path, isFile := strings.CutPrefix(r.request, "@"); isFile {
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("--request: %w", err)
		}
		defer f.Close()
		if text, err = io.ReadAll(io.LimitReader(f, maxRequest+1)); err != nil {
			return nil, fmt.Errorf("--request: %w", err)
		}
	}
	if len(text) > maxRequest {
		return nil, fmt.Errorf("--request: more than %d bytes", maxRequest)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var out map[string]any
	if err := dec.Decode(&out); err != nil {
		return nil, fmt.Errorf("--request is no JSON object: %w", err)
	}
	if dec.More() {
		return nil, errors.New("--request has more behind its JSON object")
	}
	return out, nil
}

func (r *runner) local(ctx context.Context, dir, name string) error {
	values, err := r.values()
	if err != nil {
		return err
	}
	on, err := r.stage(ctx, dir, name, func(g *dag.Graph) error {
		_, err := engine.Values(g, values, true)
		return err
	})
	if err != nil {
		return err
	}
	defer on.close()
	project, program, docs := on.project, on.program, on.docs
	now, err := r.moment()
	if err != nil {
		return err
	}
	eng := engine.New(engine.Options{Now: now, TraceID: randomID})
	defer eng.Wait(ctx) //nolint:errcheck // what comes after the answer; who ends the command does not wait for it
	req := engine.Request{Values: values, Explain: r.explain, Off: r.off, WhyNot: r.questions(project.Resources)}
	if r.unhurried {
		req.Deadline = patience // of a pipeline without a scene
	}
	var answer *engine.Answer
	if _, isScene := project.Scene(name); isScene {
		answer, err = eng.Serve(ctx, program, name, req, docs, nil)
	} else {
		answer, err = eng.Run(ctx, program, name, req, docs, nil)
	}
	var failed *engine.Error
	if errors.As(err, &failed) {
		printOutcomes(r.err, failed.Outcomes)
		if failed.Record != nil {
			if u := whys.Unanswered(failed.Record); u != nil {
				fmt.Fprintln(r.err, u.Message)
			}
		}
	}
	if err != nil {
		return err
	}
	if r.json {
		enc := json.NewEncoder(r.out)
		enc.SetIndent("", "  ")
		return enc.Encode(answer)
	}
	if r.explain {
		g, _ := project.Pipeline(answer.Served)
		fmt.Fprintln(r.out, dag.Explain(g))
	}
	return printAnswer(r.out, answer)
}

// questions of --why-not: what stands before the first slash is a resource where
// the project has one of that name.
func (r *runner) questions(known []*dag.Resource) []trace.Question {
	var out []trace.Question
	for _, text := range r.whyNot {
		q := trace.Question{ID: text}
		name, id, cut := strings.Cut(text, "/")
		if cut && slices.ContainsFunc(known, func(have *dag.Resource) bool { return have.Name == name }) {
			q = trace.Question{Resource: name, ID: id}
		}
		out = append(out, q)
	}
	return out
}

// compile says what is wrong in the words of check.
func (r *runner) compile(ctx context.Context, sources []dag.Source, from *importing, dir string) (*dag.Project, error) {
	texts := map[string][]byte{}
	for _, s := range sources {
		texts[s.Name] = s.Text
	}
	project, _, found := compileProject(texts, from.resolver(ctx), from.files(dir))
	if found.HasErrors() {
		if err := printText(r.err, r.painterFor(r.err), found, texts); err != nil {
			return nil, err
		}
		return nil, exit(1)
	}
	for _, d := range found {
		if d.Severity == diag.Warning {
			fmt.Fprintln(r.err, d)
		}
	}
	return project, nil
}

// answering are the pipelines that may answer: a scene's and its fallback, or
// the one named.
func answering(p *dag.Project, name string) ([]*dag.Graph, error) {
	names := []string{name}
	if s, ok := p.Scene(name); ok {
		names = []string{s.Pipeline, s.Fallback}
	}
	var out []*dag.Graph
	for _, n := range names {
		if g, ok := p.Pipeline(n); ok {
			out = append(out, g)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no scene or pipeline %q; there are %s", name, strings.Join(servable(p), ", "))
	}
	return out, nil
}

func servable(p *dag.Project) []string {
	var out []string
	for _, s := range p.Scenes {
		out = append(out, s.Name)
	}
	for _, g := range p.Pipelines {
		if !slices.Contains(out, g.Name) {
			out = append(out, g.Name)
		}
	}
	return out
}

func randomID() string {
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // crypto/rand never fails on the systems we run on
	}
	return hex.EncodeToString(b[:])
}
