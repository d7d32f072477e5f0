package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dag/diff"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/server/app"
)

// Exit code of plan --detailed-exitcode when something changes.
const exitChanges = 2

// planner compares a folder with what a server has.
type planner struct {
	world
	client
	imports      string
	format       string
	diff, detail bool
}

// planOutput is what plan --format json prints.
type planOutput struct {
	Server      string        `json:"server"`
	Team        string        `json:"team"`
	Live        int64         `json:"live" doc:"number of the live version that is compared with; 0: none"`
	Identical   bool          `json:"identical" doc:"the live version holds the same texts"`
	Files       []planFile    `json:"files" doc:"that differ, by path"`
	Changes     []diff.Change `json:"changes" doc:"declarations that differ in meaning"`
	Dangers     int           `json:"dangers" doc:"details that may hurt"`
	Draft       []planFile    `json:"draft" doc:"files of the draft on the server that are neither live nor here: apply would replace them"`
	Diagnostics diag.List     `json:"diagnostics" doc:"of the folder"`
}

// planFile is a file that differs.
type planFile struct {
	Path   string `json:"path"`
	Change string `json:"change" enum:"added,removed,changed"`
	By     string `json:"by,omitempty" doc:"of a draft: who saved it"`
}

func newPlan(w world) *cobra.Command {
	p := &planner{world: w}
	cmd := &cobra.Command{
		Use:   "plan [FOLDER]",
		Short: "say what applying a project to a server would change",
		Long: `Compares the project in a folder (the one at hand when none is named) with the
team's live version on a server: which declarations and which nodes of the graph
change, and what of it may hurt, such as a field that is in use and goes away.
Nothing is written.

It exits 0, or 1 when the project does not compile or the server refuses. With
--detailed-exitcode it exits 0 when nothing changes, 1 on any error, 2 when
something changes.`,
		Example: `  riffle plan examples/books --team books
  riffle plan --detailed-exitcode --format json > plan.json`,
		Args: atMostOneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := p.run(cmd.Context(), args)
			var usage usageError
			if p.detail && errors.As(err, &usage) {
				return usage.error // exit 1: 2 says that something changes
			}
			return err
		},
		ValidArgsFunction: foldersOnly,
	}
	p.declare(cmd.Flags(), localServer, "read")
	cmd.Flags().StringVar(&p.imports, "imports", "", importsFlag+" (default: the server)")
	cmd.Flags().StringVar(&p.format, "format", "text", "how to print: text or json")
	cmd.Flags().BoolVar(&p.diff, "diff", false, "also print the lines that differ")
	cmd.Flags().BoolVar(&p.detail, "detailed-exitcode", false, "exit 2 when something changes")
	complete(cmd, "format", "text", "json")
	return cmd
}

func (p *planner) run(ctx context.Context, args []string) error {
	if p.format != "text" && p.format != "json" {
		return usageError{fmt.Errorf("--format is text or json, not %q", p.format)}
	}
	plan, err := p.plan(ctx, folderOf(args))
	if err != nil {
		return err
	}
	if p.format == "json" {
		err = writeJSON(p.out, plan.output())
	} else {
		err = plan.print(p.out, p.painterFor(p.out), p.diff)
	}
	switch {
	case err != nil:
		return err
	case plan.found.HasErrors():
		return exit(1)
	case p.detail && !plan.output().Identical:
		return exit(exitChanges)
	}
	return nil
}

// plan is a comparison of a folder with a server.
type plan struct {
	dir     string
	client  client
	here    []app.Text
	sources map[string][]byte
	found   diag.List // of the folder
	state   state
	changes []diff.Change // nil when either side does not compile
	broken  bool          // the live version does not compile with this program
}

// plan reads both sides and compares them. A folder that does not compile is no
// error yet: the plan says so.
func (p *planner) plan(ctx context.Context, dir string) (*plan, error) {
	sources, err := readFolder(dir)
	if err != nil {
		return nil, usageError{err}
	}
	scripts, err := scriptFiles(dir)
	if err != nil {
		return nil, usageError{err}
	}
	out := &plan{dir: dir, client: p.client, sources: sources}
	for name, text := range sources {
		out.here = append(out.here, app.Text{Path: name, Text: string(text)})
	}
	for name, text := range scripts {
		out.here = append(out.here, app.Text{Path: name, Text: string(text)})
	}
	slices.SortFunc(out.here, func(a, b app.Text) int { return compareText(a.Path, b.Path) })
	from := importing{from: p.imports, asked: p.client}
	is, found := compileTexts(sources, from.resolver(ctx), from.files(dir))
	out.found = found
	if out.state, err = p.state(ctx); err != nil {
		return nil, err
	}
	was, _ := compileTexts(out.state.sources(), from.resolver(ctx), from.filesOf(out.state.texts))
	if out.broken = was == nil; is != nil && was != nil {
		out.changes = diff.Projects(was, is, diff.Options{Docs: out.state.docs, Importers: app.UsersOf(out.state.uses)})
	}
	return out, nil
}

// compileTexts is a project from its texts; none is an empty project. It is nil
// with an error in the list.
func compileTexts(sources map[string][]byte, published check.Resolver, files engine.Files) (*dag.Project, diag.List) {
	if len(sources) == 0 {
		return &dag.Project{}, nil
	}
	project, _, found := compileProject(sources, published, files)
	return project, found
}

// output is the plan as JSON has it.
func (p *plan) output() planOutput {
	out := planOutput{Server: p.client.server, Team: p.client.team, Live: p.state.live, Files: p.files(), Changes: p.changes,
		Dangers: diff.Dangers(p.changes), Draft: p.unpublished(), Diagnostics: p.found}
	out.Identical = len(out.Files) == 0
	if out.Changes == nil {
		out.Changes = []diff.Change{}
	}
	if out.Diagnostics == nil {
		out.Diagnostics = diag.List{}
	}
	return out
}

// files that differ from the live ones, by path.
func (p *plan) files() []planFile {
	out := []planFile{}
	live := textsByPath(p.state.texts)
	for _, t := range p.here {
		text, ok := live[t.Path]
		switch {
		case !ok:
			out = append(out, planFile{Path: t.Path, Change: "added"})
		case text != t.Text:
			out = append(out, planFile{Path: t.Path, Change: "changed"})
		}
	}
	here := textsByPath(p.here)
	for _, t := range p.state.texts {
		if _, ok := here[t.Path]; !ok {
			out = append(out, planFile{Path: t.Path, Change: "removed"})
		}
	}
	slices.SortFunc(out, func(a, b planFile) int { return compareText(a.Path, b.Path) })
	return out
}

// unpublished files of the draft: neither as they are live nor as they are here.
func (p *plan) unpublished() []planFile {
	out := []planFile{}
	live, here := textsByPath(p.state.texts), textsByPath(p.here)
	seen := map[string]bool{}
	for _, f := range p.state.draft.Files {
		seen[f.Path] = true
		was, isLive := live[f.Path]
		is, isHere := here[f.Path]
		switch {
		case isLive && app.TagOf(was) == f.Tag || isHere && app.TagOf(is) == f.Tag:
		case isLive:
			out = append(out, planFile{f.Path, "changed", f.UpdatedBy})
		default:
			out = append(out, planFile{f.Path, "added", f.UpdatedBy})
		}
	}
	for _, t := range p.state.texts {
		if _, isHere := here[t.Path]; isHere && !seen[t.Path] {
			out = append(out, planFile{Path: t.Path, Change: "removed"})
		}
	}
	return out
}
