package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"riffle.dev/riffle/internal/plural"
	"riffle.dev/riffle/server/app"
)

// keeper reads load tests that are kept.
type keeper struct {
	world
	client
	scene string
	limit int
	json  bool
}

func (k *keeper) flags(cmd *cobra.Command) *cobra.Command {
	k.declare(cmd.Flags(), localServer, "read")
	cmd.Flags().BoolVar(&k.json, "json", false, "print JSON")
	return cmd
}

func exactly(n int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return fmt.Errorf("want %s, got %s", what, plural.Of(len(args), "argument"))
		}
		return nil
	}
}

func newLoadtestList(w world) *cobra.Command {
	k := &keeper{world: w}
	cmd := k.flags(&cobra.Command{
		Use: "list", Short: "list the load tests that are kept, newest first", Args: exactly(0, "no arguments"),
		Example: "  riffle loadtest list --scene home",
		RunE:    func(cmd *cobra.Command, _ []string) error { return k.list(cmd.Context()) },
	})
	cmd.Flags().StringVar(&k.scene, "scene", "", "of this scene only")
	cmd.Flags().IntVar(&k.limit, "limit", 20, "how many, 200 at most")
	return cmd
}

func (k *keeper) list(ctx context.Context) error {
	at, err := k.address("loadtests")
	if err != nil {
		return err
	}
	at.RawQuery = url.Values{"scene": {k.scene}, "limit": {fmt.Sprint(k.limit)}}.Encode()
	var page struct {
		Items []app.LoadTestRow `json:"items"`
	}
	text, err := k.send(ctx, "GET", at, nil, nil)
	if err != nil {
		return err
	}
	if err := k.read(text, &page); err != nil {
		return err
	}
	if k.json {
		return writeJSON(k.out, page.Items)
	}
	if len(page.Items) == 0 {
		_, err := fmt.Fprintln(k.out, "no load tests are kept; riffle loadtest SCENE runs one")
		return err
	}
	fmt.Fprintf(k.out, "%-16s  %-19s  %-16s  %-9s  %9s  %-8s  %-9s  %8s  %8s  %s\n", "id", "at", "scene", "profile", "peak", "state", "verdict", "p99", "lost", "note")
	for _, r := range page.Items {
		p99, lost := "-", "-"
		if r.Result != "" {
			p99, lost = fmt.Sprintf("%.1f ms", r.P99MS), percentOf(r.Lost)
		}
		fmt.Fprintln(k.out, strings.TrimRight(fmt.Sprintf("%-16s  %-19s  %-16s  %-9s  %9s  %-8s  %-9s  %8s  %8s  %s", r.ID, r.At.Local().Format(time.DateTime), r.Scene, r.Kind,
			thousands(r.Peak), r.State, orDash(r.Result), p99, lost, r.Note), " "))
	}
	return nil
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func newLoadtestShow(w world) *cobra.Command {
	k := &keeper{world: w}
	return k.flags(&cobra.Command{
		Use: "show ID", Short: "print the report of a load test that is kept", Args: exactly(1, "the id of a load test"),
		Example: "  riffle loadtest show 2tz6…",
		RunE: func(cmd *cobra.Command, args []string) error {
			var t app.LoadTest
			if err := k.get(cmd.Context(), &t, "loadtests", args[0]); err != nil {
				return err
			}
			if k.json {
				return writeJSON(k.out, t)
			}
			fmt.Fprintf(k.out, "%s  scene %s, version %d, by %s at %s, %s requests\n", t.ID, t.Scene, t.Version, t.By, t.At.Local().Format(time.DateTime), t.From)
			if t.Report == nil {
				_, err := fmt.Fprintf(k.out, "it is %s and has no report\n", t.State)
				return err
			}
			return printReport(k.out, k.painterFor(k.out), t.Report)
		},
	})
}

func newLoadtestCompare(w world) *cobra.Command {
	k := &keeper{world: w}
	return k.flags(&cobra.Command{
		Use: "compare A B", Short: "say what load test B is against A, with intervals", Args: exactly(2, "the ids of two load tests"),
		Example: "  riffle loadtest compare 2tz6… 9fk2…",
		RunE: func(cmd *cobra.Command, args []string) error {
			at, err := k.address("loadtests", "compare")
			if err != nil {
				return err
			}
			at.RawQuery = url.Values{"a": {args[0]}, "b": {args[1]}}.Encode()
			text, err := k.send(cmd.Context(), "GET", at, nil, nil)
			if err != nil {
				return err
			}
			var c app.LoadComparison
			if err := k.read(text, &c); err != nil {
				return err
			}
			if k.json {
				return writeJSON(k.out, c)
			}
			return k.compared(c)
		},
	})
}

// notes of a comparison, as people read them.
var notes = map[string]string{
	"load":    "the loads differ: the numbers tell of that too",
	"void":    "one of them is void: its generator was late, or its requests did not fit",
	"aborted": "one of them was ended by hand",
}

func (k *keeper) compared(c app.LoadComparison) error {
	for _, n := range c.Notes {
		fmt.Fprintln(k.out, "!", notes[n])
	}
	fmt.Fprintf(k.out, "%-9s  %-28s  %-28s  %s\n", "", "A", "B", "B against A, 95 %")
	for _, r := range c.Rows {
		show := percentOf
		if strings.HasSuffix(r.Name, "_ms") {
			show = func(x float64) string { return fmt.Sprintf("%.1f ms", x) }
		}
		against := "-"
		switch {
		case strings.HasSuffix(r.Name, "_ms") && r.Ratio != nil:
			against = fmt.Sprintf("× %.2f  [%.2f, %.2f]", *r.Ratio, r.Low, r.High)
		case !strings.HasSuffix(r.Name, "_ms"):
			against = fmt.Sprintf("%+.2f points  [%+.2f, %+.2f]", 100*(r.B-r.A), 100*r.Low, 100*r.High)
		}
		if r.Differs {
			against += "  differs"
		}
		_, err := fmt.Fprintf(k.out, "%-9s  %-28s  %-28s  %s\n", strings.TrimSuffix(r.Name, "_ms"), fmt.Sprintf("%s [%s, %s]", show(r.A), show(r.ALow), show(r.AHigh)),
			fmt.Sprintf("%s [%s, %s]", show(r.B), show(r.BLow), show(r.BHigh)), against)
		if err != nil {
			return err
		}
	}
	return nil
}

// percentOf a share.
func percentOf(share float64) string { return fmt.Sprintf("%.2f %%", 100*share) }

// thousands writes a rate: 3,700.
func thousands(x float64) string {
	text := fmt.Sprintf("%.0f", x)
	if x < 10 {
		text = fmt.Sprintf("%.3g", x)
	}
	for i := len(text) - 3; i > 0 && !strings.Contains(text, "."); i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
