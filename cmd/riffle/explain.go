package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dag/draw"
	"riffle.dev/riffle/dag/optimize"
)

// explainer is one run of explain.
type explainer struct {
	world
	importing
	format  string
	trace   bool     // rule by rule
	without []string // rules left out
}

// explainOutput is what explain --format json prints.
type explainOutput struct {
	Pipelines []dag.Description `json:"pipelines" doc:"by name"`
	Scenes    []explainedScene  `json:"scenes" doc:"that serve one of the pipelines, by name"`
	Trace     []explainedRules  `json:"trace,omitempty" doc:"with --trace: what the rules make of the pipelines, by name"`
}

// explainedScene is how a pipeline is served.
type explainedScene struct {
	Name     string `json:"name"`
	Pipeline string `json:"pipeline"`
	Fallback string `json:"fallback,omitempty"`
	Deadline int64  `json:"deadline" doc:"ns"`
	Reserve  int64  `json:"reserve,omitempty" doc:"ns of the deadline kept for the fallback"`
}

// explainFormats are the ways to print.
var explainFormats = [...]string{"text", "json", "dot", "svg"}

func newExplain(w world) *cobra.Command {
	e := &explainer{world: w}
	cmd := &cobra.Command{
		Use:   "explain [FOLDER [PIPELINE_OR_SCENE…]]",
		Short: "show the graphs that a project compiles to",
		Long: `Compiles the project in a folder (the one at hand when none is named) and shows
its pipelines, or those named: every node with what it reads, the columns at each
node, what may be given up under load and what that is worth, and the critical
path of the declared timeouts against the deadlines of the scenes. No server is
needed.

With --trace it shows instead how the graph that answers requests comes about:
each rule that changes something, at which nodes and why, and the lines of the
graph that are others after it. --without leaves rules out.

Formats: text; json, described by docs/api/schemas/explain.json; dot for Graphviz;
svg, a picture for a browser.`,
		Example: `  riffle explain examples/store home_feed
  riffle explain examples/store home_feed --format svg > home_feed.svg
  riffle explain examples/store home_feed --trace`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(explainFormats[:], e.format) {
				return usageError{fmt.Errorf("--format is %s, not %q", strings.Join(explainFormats[:], ", "), e.format)}
			}
			if err := (optimize.Options{Off: e.without}).Check(); err != nil {
				return usageError{fmt.Errorf("--without: %w", err)}
			}
			if e.trace && e.format != "text" && e.format != "json" {
				return usageError{fmt.Errorf("--trace is printed as text or json, not %s", e.format)}
			}
			return e.run(cmd.Context(), args)
		},
		ValidArgsFunction: foldersOnly,
	}
	cmd.Flags().StringVar(&e.format, "format", "text", "how to print: "+strings.Join(explainFormats[:], ", "))
	cmd.Flags().BoolVar(&e.trace, "trace", false, "rule by rule, what changes the graph that answers requests")
	cmd.Flags().StringSliceVar(&e.without, "without", nil, "rules to leave out of the trace: "+strings.Join(ruleNames(), ", "))
	e.declare(cmd.Flags())
	complete(cmd, "without", ruleNames()...)
	complete(cmd, "format", explainFormats[:]...)
	return cmd
}

func (e *explainer) run(ctx context.Context, args []string) error {
	sources, err := readFolder(folderOf(args))
	if err != nil {
		return usageError{err}
	}
	project, _, found := compileProject(sources, e.resolver(ctx), e.files(folderOf(args)))
	if project == nil {
		if err := printText(e.err, e.painterFor(e.err), found, sources); err != nil {
			return err
		}
		return exit(1)
	}
	graphs := project.Pipelines
	if len(args) > 1 {
		if graphs, err = named(project, args[1:]); err != nil {
			return err
		}
	}
	out := explainOutput{Pipelines: []dag.Description{}, Scenes: []explainedScene{}}
	for _, g := range graphs {
		out.Pipelines = append(out.Pipelines, dag.Describe(g))
	}
	for _, s := range project.Scenes {
		if slices.ContainsFunc(graphs, func(g *dag.Graph) bool { return g.Name == s.Pipeline }) {
			out.Scenes = append(out.Scenes, explainedScene{s.Name, s.Pipeline, s.Fallback, s.Deadline, s.Reserve})
		}
	}
	if e.trace {
		out.Trace = e.rules(graphs, project.Resources)
	}
	switch e.format {
	case "json":
		return writeJSON(e.out, out)
	case "dot":
		_, err = io.WriteString(e.out, draw.DOT(out.Pipelines))
	case "svg":
		_, err = io.WriteString(e.out, draw.SVG(out.Pipelines))
	default:
		if e.trace {
			return e.traceText(out.Trace)
		}
		err = e.text(graphs, out)
	}
	return err
}

// named pipelines, or those of named scenes, each once.
func named(p *dag.Project, names []string) ([]*dag.Graph, error) {
	var out []*dag.Graph
	for _, name := range names {
		graphs, err := answering(p, name)
		if err != nil {
			return nil, err
		}
		for _, g := range graphs {
			if !slices.Contains(out, g) {
				out = append(out, g)
			}
		}
	}
	return out, nil
}
