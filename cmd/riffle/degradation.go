package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/internal/plural"
	"riffle.dev/riffle/server/api"
)

// degradation is one run of that verb.
type degradation struct {
	world
	client
	json bool
}

func newDegradation(w world) *cobra.Command {
	d := &degradation{world: w}
	cmd := &cobra.Command{
		Use:   "degradation [SCENE]",
		Short: "show what scenes give up under load, and who waits for the machine",
		Long: `Asks a server what each scene of a team gives up right now: its state, the deepest
level in use, the shares of users on the full plan and refused, what is needed of the
processors, and the queue before the machine: who waits, how long, and who was refused
for what. With a scene also why, tier by tier, what is off and for what cause, and what
is said by hand.

The verbs below tell what a scene would give up and what it gave up, and take it by hand.

Numbers are of the instance that answers; counts are since the version came.`,
		Example: `  riffle degradation --team shop
  riffle degradation home --team shop --server http://127.0.0.1:7700 --json
  riffle degradation what-if home --qps 29000 --team shop`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("degradation wants the name of a scene or nothing, got %s", plural.Of(len(args), "argument"))
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return d.run(cmd.Context(), strings.Join(args, ""))
		},
	}
	d.declare(cmd.Flags(), localServer, "read")
	cmd.Flags().BoolVar(&d.json, "json", false, "print JSON")
	cmd.AddCommand(newDegradationPlans(w), newDegradationWhatIf(w), newDegradationEvents(w))
	cmd.AddCommand(newDegradationHands(w)...)
	for _, sub := range cmd.Commands() {
		checkArguments(sub)
	}
	return cmd
}

func (d *degradation) run(ctx context.Context, scene string) error {
	var list struct {
		Items []api.Degradation `json:"items"`
	}
	if scene != "" {
		list.Items = make([]api.Degradation, 1)
		if err := d.get(ctx, &list.Items[0], "scenes", scene, "degradation"); err != nil {
			return err
		}
	} else if err := d.get(ctx, &list, "degradation"); err != nil {
		return err
	}
	if d.json {
		out := json.NewEncoder(d.out)
		out.SetIndent("", "  ")
		if scene != "" {
			return out.Encode(list.Items[0])
		}
		return out.Encode(list.Items)
	}
	if err := printDegradations(d.out, list.Items); err != nil || scene == "" {
		return err
	}
	return printDegradation(d.out, &list.Items[0])
}

// printDegradations is a line a scene.
func printDegradations(w io.Writer, list []api.Degradation) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SCENE\tSTATE\tMODE\tLEVEL\tFULL\tREFUSED\tNEED\tOF\tWAITING\tLONGEST\tWAIT P99")
	for i := range list {
		d := &list[i]
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%.0f %%\t%.1f %%\t%.2f\t%.2f\t%d\t%s\t%s\n", d.Scene, d.State, d.Mode, d.Level, 100*d.Full, 100*d.Shed, d.Need, d.Capacity,
			d.Queue.Waiting, waitOf(d.Queue.OldestMS), waitOf(d.Queue.WaitP99MS))
	}
	return t.Flush()
}

// printDegradation is what a line does not hold.
func printDegradation(w io.Writer, d *api.Degradation) error {
	if d.Why != "" {
		fmt.Fprintf(w, "\n%s since %s: %s\n", d.State, d.Since.Format(time.TimeOnly), d.Why)
	}
	if d.Override != nil {
		if err := printOverride(w, d.Override); err != nil {
			return err
		}
	}
	if d.Failed != "" {
		fmt.Fprintf(w, "plans are old, or fewer than the graph offers: %s\n", d.Failed)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nTIER\tSHARE\tLEVEL\tREFUSED\tGAIN\tPLAN")
	for i := range d.Tiers {
		x := &d.Tiers[i]
		plan := x.Plan
		if x.Deeper > 0 {
			plan += fmt.Sprintf(", for %.0f %% %s", 100*x.Deeper, x.DeeperPlan)
		}
		fmt.Fprintf(t, "%s\t%.0f %%\t%d\t%.1f %%\t%.0f %%\t%s\n", tierWord(x.Tier), 100*x.Share, x.Level, 100*x.Shed, 100*x.Gain, plan)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if err := printOff(w, d.Modules); err != nil {
		return err
	}
	q := &d.Queue
	room := "no bound"
	if q.RoomMS > 0 {
		room = fmt.Sprintf("%.1f of %.1f ms of CPU under way", q.UnderMS, q.RoomMS)
	}
	_, err := fmt.Fprintf(w, "\nqueue: %d let in, %d of them after a wait (%s); refused: %d at once, %d displaced, %d waited too long, %d with the line full; %d went away\n",
		q.Entered, q.Waited, room, q.Refused.Hopeless, q.Refused.Displaced, q.Refused.Late, q.Refused.Full, q.Refused.Gone)
	return err
}

// printOff lists the nodes that somebody has less of.
func printOff(w io.Writer, modules []api.DegradationModule) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	none := true
	for i := range modules {
		m := &modules[i]
		if m.Less == 0 && m.Trying == 0 {
			continue
		}
		if none {
			fmt.Fprintln(t, "\nNODE\tHAS\tFOR\tGIVES UP\tSAVES\tCAUSE\tWHY")
			none = false
		}
		whom := fmt.Sprintf("%.0f %%", 100*m.Less)
		if m.Trying > 0 {
			whom += fmt.Sprintf(", tried again with %.3g %%", 100*m.Trying)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%.3g\t%s\t%s\t%s\n", m.Node, m.Variant, whom, m.GivesUp, cpuOf(m.SavesUS), orDash(m.Cause), m.Why)
	}
	return t.Flush()
}

// waitOf ms; a dash where nobody waits.
func waitOf(ms float64) string {
	if ms <= 0 {
		return "–"
	}
	return time.Duration(ms * float64(time.Millisecond)).Round(100 * time.Microsecond).String()
}
