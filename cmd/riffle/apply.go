package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/server/app"
)

// applier makes a folder what a server serves.
type applier struct {
	planner
	yes  bool
	note string
}

func newApply(w world) *cobra.Command {
	a := &applier{planner: planner{world: w}}
	cmd := &cobra.Command{
		Use:   "apply [FOLDER]",
		Short: "make a project what a server serves",
		Long: `Shows the plan, asks, then makes the project in a folder the team's draft,
publishes it as a version with a note, and makes that live. What somebody else
saved or published after the plan was made is never overwritten: apply then
refuses, and the plan has to be looked at again.

It exits 0 when the project is live or was already, 1 when it is not.`,
		Example: `  riffle apply examples/books --team books
  riffle apply --yes --note "build 4711"`,
		Args:              atMostOneFolder,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.run(cmd.Context(), args) },
		ValidArgsFunction: foldersOnly,
	}
	a.declare(cmd.Flags(), localServer, "write")
	cmd.Flags().StringVar(&a.imports, "imports", "", importsFlag+" (default: the server)")
	cmd.Flags().BoolVar(&a.yes, "yes", false, "do not ask")
	cmd.Flags().StringVar(&a.note, "note", "", "what to remember of the version")
	cmd.Flags().BoolVar(&a.diff, "diff", false, "also print the lines that differ")
	return cmd
}

func (a *applier) run(ctx context.Context, args []string) error {
	p, err := a.plan(ctx, folderOf(args))
	if err != nil {
		return err
	}
	if err := p.print(a.out, a.painterFor(a.out), a.diff); err != nil {
		return err
	}
	switch o := p.output(); {
	case p.found.HasErrors():
		return exit(1)
	case o.Identical:
		return nil
	case !a.yes:
		yes, err := a.ask(o)
		if err != nil || !yes {
			fmt.Fprintln(a.err, "riffle: not applied")
			return errors.Join(err, exit(1))
		}
	}
	v, err := a.apply(ctx, p)
	var no *refused
	if errors.As(err, &no) && (no.code == "stale" || no.code == "conflict") {
		return fmt.Errorf("%w; nothing was made live, run riffle plan again", err)
	}
	if err != nil {
		return err
	}
	text := fmt.Sprintf("version %d is live", v.Number)
	if v.Loading {
		text += "; it serves as soon as its documents are loaded"
	}
	_, err = fmt.Fprintln(a.out, text)
	return err
}

// ask for a yes; the end of standard input is a no.
func (a *applier) ask(o planOutput) (bool, error) {
	if o.Dangers > 0 {
		fmt.Fprintf(a.err, "%d of the changes may hurt. ", o.Dangers)
	}
	fmt.Fprintf(a.err, "Apply to team %s at %s? Type yes: ", o.Team, o.Server)
	s := bufio.NewScanner(a.in)
	if !s.Scan() {
		fmt.Fprintln(a.err)
		return false, s.Err()
	}
	return strings.TrimSpace(s.Text()) == "yes", nil
}

// apply replaces the draft that was seen, then publishes it over the live
// version that was seen.
func (a *applier) apply(ctx context.Context, p *plan) (app.Version, error) {
	var v app.Version
	hash := app.HashOf(p.here)
	if p.state.draft.Tag != `"`+hash+`"` {
		text, err := a.call(ctx, http.MethodPut, map[string]any{"files": p.here}, map[string]string{"If-Match": p.state.draft.Tag}, "files")
		if err != nil {
			return v, err
		}
		if err := a.read(text, &p.state.draft); err != nil {
			return v, err
		}
	}
	var text []byte
	var err error
	if p.state.newest.Hash == hash { // it was published before and another version made live since
		text, err = a.call(ctx, http.MethodPost, map[string]string{"note": a.note}, nil, "versions", strconv.FormatInt(p.state.newest.Number, 10), "activate")
	} else {
		text, err = a.call(ctx, http.MethodPost, app.Publish{Note: a.note, Tag: p.state.draft.Tag, Live: &p.state.live}, nil, "versions")
	}
	if err != nil {
		return v, err
	}
	return v, a.read(text, &v)
}
