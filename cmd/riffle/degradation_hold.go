package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/server/app"
)

// hand takes a scene by hand, or lets it go.
type hand struct {
	world
	client
	says   app.NewOverride
	length time.Duration
	json   bool
}

// hands are the verbs that take a scene.
var hands = [...]struct{ action, short string }{
	{"watch", "decide and show, and give everybody the full plan"},
	{"act", "do what is decided, also where the scene is only watched"},
	{"hold", "give up more if need be, and nothing back for now"},
	{"force", "give everybody the full plan, a level at least, or no part of some nodes"},
	{"freeze", "leave everything as it stands"},
}

const handHelp = `
It is said with a reason, in the place of what was said before, and ends by itself
after --for, a day at most. It is audited, outlives versions and restarts, and holds
on every instance within two seconds. "riffle degradation release SCENE" ends it
before its time.`

func newDegradationHands(w world) []*cobra.Command {
	var out []*cobra.Command
	for _, verb := range hands {
		h := &hand{world: w, says: app.NewOverride{Action: verb.action}}
		cmd := &cobra.Command{Use: verb.action + " SCENE", Short: verb.short, Args: exactly(1, "the name of a scene"),
			Long:    strings.ToUpper(verb.short[:1]) + verb.short[1:] + ".\n" + handHelp,
			Example: fmt.Sprintf("  riffle degradation %s home --for 30m --reason \"sale at noon\" --team shop", verb.action),
			RunE:    func(cmd *cobra.Command, args []string) error { return h.say(cmd.Context(), args[0]) }}
		f := cmd.Flags()
		h.declare(f, localServer, "write")
		f.DurationVar(&h.length, "for", 10*time.Minute, "until it ends by itself")
		f.StringVar(&h.says.Reason, "reason", "", "why, for the audit and whoever looks")
		f.BoolVar(&h.json, "json", false, "print JSON")
		if verb.action == "force" {
			f.BoolVar(&h.says.Full, "full", false, "the full plan for everybody, whatever the budget says")
			f.IntVar(&h.says.Level, "level", 0, "this level at least for everybody; riffle degradation plans lists them")
			f.StringSliceVar(&h.says.Off, "off", nil, "nodes that are switched off, by commas")
			cmd.Example = `  riffle degradation force home --off near,worded --for 30m --reason "the vectors are wrong" --team shop
  riffle degradation force home --full --for 5m --reason "the boss looks" --team shop`
		}
		out = append(out, cmd)
	}
	return append(out, newDegradationRelease(w))
}

func newDegradationRelease(w world) *cobra.Command {
	h := &hand{world: w}
	cmd := &cobra.Command{Use: "release SCENE", Short: "end what is said of a scene by hand", Args: exactly(1, "the name of a scene"),
		Example: "  riffle degradation release home --team shop",
		RunE: func(cmd *cobra.Command, args []string) error {
			return h.ask(cmd.Context(), http.MethodDelete, args[0], nil)
		}}
	h.declare(cmd.Flags(), localServer, "write")
	cmd.Flags().BoolVar(&h.json, "json", false, "print JSON")
	return cmd
}

func (h *hand) say(ctx context.Context, scene string) error {
	switch n := 0; {
	case h.says.Reason == "":
		return usageError{errors.New("--reason is missing: why, for the audit and whoever looks")}
	case h.length < time.Second || h.length > 24*time.Hour:
		return usageError{fmt.Errorf("--for: want 1s to 24h, got %v", h.length)}
	case h.says.Action == "force":
		for _, said := range []bool{h.says.Full, h.says.Level != 0, len(h.says.Off) > 0} {
			if said {
				n++
			}
		}
		if n == 0 || n > 1 && h.says.Full {
			return usageError{errors.New("force wants --full, or --level and --off, one or both")}
		}
	}
	h.says.ForS = int64(h.length.Round(time.Second) / time.Second)
	return h.ask(ctx, http.MethodPut, scene, h.says)
}

func (h *hand) ask(ctx context.Context, method, scene string, body any) error {
	text, err := h.call(ctx, method, body, nil, "scenes", scene, "degradation", "override")
	if err != nil {
		return err
	}
	var o app.Overridden
	if err := h.read(text, &o); err != nil {
		return err
	}
	if h.json {
		return writeJSON(h.out, o)
	}
	if o.Before != nil {
		fmt.Fprintf(h.out, "before: %s\n", overrideText(o.Before))
	}
	if o.Now == nil {
		_, err := fmt.Fprintf(h.out, "scene %s decides by itself again\n", scene)
		return err
	}
	return printOverride(h.out, o.Now)
}

// printOverride says what a hand says of a scene.
func printOverride(w io.Writer, o *app.Override) error {
	if _, err := fmt.Fprintf(w, "by hand: %s\n", overrideText(o)); err != nil {
		return err
	}
	for _, t := range o.Stuck {
		if _, err := fmt.Fprintf(w, "tier %s: %.0f %% of the gain is to be kept and %.0f %% is there with that off, so nothing more is given up under load: who is too many is refused\n", tierWord(t.Tier), 100*t.Keep, 100*t.Left); err != nil {
			return err
		}
	}
	if o.Kept {
		return nil
	}
	_, err := fmt.Fprintln(w, "the database is away: it holds on this instance, and is written down when that is back")
	return err
}

func overrideText(o *app.Override) string {
	what := []string{o.Action}
	if o.Full {
		what = append(what, "full")
	}
	if o.Level > 0 {
		what = append(what, fmt.Sprintf("level %d", o.Level))
	}
	if len(o.Off) > 0 {
		what = append(what, strings.Join(o.Off, ", ")+" off")
	}
	return fmt.Sprintf("%s until %s, by %s: %s", strings.Join(what, " "), o.Until.Local().Format(time.DateTime), o.By, o.Reason)
}
