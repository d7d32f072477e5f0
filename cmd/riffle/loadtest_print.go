package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"riffle.dev/riffle/engine/loadtest"
	"riffle.dev/riffle/internal/plural"
)

// curves print a line a second while a test runs.
type curves struct {
	out   io.Writer
	paint painter
	spec  loadtest.Spec
}

func (c *curves) head(scene, server string) {
	p, unit := c.spec.Profile, "requests a second"
	if c.spec.Closed {
		unit = "users"
	}
	fmt.Fprintf(c.out, "scene %s at %s: %s, up to %s %s, %s s\n", scene, server, p.Kind, thousands(c.spec.Peak()), unit, thousands(p.DurationS))
}

// Columns of a bar and of a curve.
const loadBar, loadCurve = 24, 60

func (c *curves) tick(p loadtest.Point, s loadtest.Sums) {
	bar := int(math.Round(loadBar * min(1, p.Rate/max(c.spec.Peak(), 1e-9))))
	late := p.P99MS != nil && c.spec.Objectives.P99MS > 0 && *p.P99MS > c.spec.Objectives.P99MS
	p99 := fmt.Sprintf("%8s", orGap(p.P99MS))
	if late {
		p99 = c.paint.paint(red, p99)
	}
	line := fmt.Sprintf("%4d s  %s%s  %7s/s  ok %7s  p50 %8s  p99 %s ms", p.T+1, strings.Repeat("█", bar), strings.Repeat("·", loadBar-bar),
		thousands(float64(p.Due)), thousands(float64(p.OK)), orGap(p.P50MS), p99)
	if lost := p.Lost(); lost > 0 {
		line += c.paint.paint(red, fmt.Sprintf("  lost %d", lost))
		if p.Shed > 0 {
			line += fmt.Sprintf(" (%d shed)", p.Shed)
		}
	}
	if p.Read > 0 && p.Degraded > 0 {
		line += fmt.Sprintf("  degraded %.0f %%", 100*float64(p.Degraded)/float64(p.Read))
	}
	if p.LagMS > 5 {
		line += c.paint.paint(yellow, fmt.Sprintf("  this program is late by %.1f ms", p.LagMS))
	}
	fmt.Fprintln(c.out, line)
}

func orGap(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f", *x)
}

// printReport says what came of a test.
func printReport(out io.Writer, paint painter, r *loadtest.Report) error {
	var b strings.Builder
	share := func(n int64) string {
		if r.Sums.Due == 0 {
			return "-"
		}
		return percentOf(float64(n) / float64(r.Sums.Due))
	}
	end := ""
	if r.Aborted {
		end = ", ended by hand"
	}
	fmt.Fprintf(&b, "\n%s requests in %.1f s%s\n", thousands(float64(r.Sums.Due)), r.TookS, end)
	for _, c := range []struct {
		name string
		n    int64
	}{{"in time", r.Sums.OK}, {"late", r.Sums.Late}, {"shed", r.Sums.Shed}, {"failed", r.Sums.Failed}, {"unsent", r.Sums.Unsent}, {"did not fit", r.Sums.Refused}, {"cut off", r.Sums.Cut}} {
		if c.n > 0 || c.name == "in time" {
			fmt.Fprintf(&b, "  %-12s %9s  %s\n", c.name, thousands(float64(c.n)), share(c.n))
		}
	}
	classes := map[int]int64{}
	for _, s := range r.Statuses {
		classes[s.Status/100] += s.N
	}
	var parts []string
	for class, name := range []string{"no answer", "1xx", "2xx", "3xx", "4xx", "5xx"} {
		if n := classes[class]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", name, thousands(float64(n))))
		}
	}
	fmt.Fprintf(&b, "  statuses     %s\n", strings.Join(parts, ", "))
	fmt.Fprintf(&b, "\n%-18s %8s %8s %8s %8s %8s\n", "ms", "p50", "p90", "p99", "p99.9", "max")
	for _, s := range []struct {
		name string
		is   loadtest.Summary
	}{{"from when meant", r.Latency}, {"from the send", r.Service}, {"generator's lag", r.Lag}} {
		fmt.Fprintf(&b, "%-18s %8.1f %8.1f %8.1f %8.1f %8.1f\n", s.name, s.is.P50MS, s.is.P90MS, s.is.P99MS, s.is.P999MS, s.is.MaxMS)
	}
	if r.Sums.Read > 0 {
		fmt.Fprintf(&b, "\nlevels, of %s answers looked into:", thousands(float64(r.Sums.Read)))
		for _, l := range r.Levels {
			fmt.Fprintf(&b, "  L%d %s", l.Level, percentOf(float64(l.N)/float64(r.Sums.Read)))
		}
		b.WriteByte('\n')
		for i, n := range r.Off {
			if i == 10 {
				fmt.Fprintf(&b, "  and %s more\n", plural.Of(len(r.Off)-10, "node"))
				break
			}
			fmt.Fprintf(&b, "  off %-24s %s\n", n.Node, percentOf(float64(n.N)/float64(r.Sums.Read)))
		}
	}
	for _, t := range r.Tiers {
		if t.Sent > 0 && len(r.Tiers) > 1 {
			fmt.Fprintf(&b, "  tier %-20s %8s sent, %s lost\n", t.Tier, thousands(float64(t.Sent)), percentOf(float64(t.Lost)/float64(t.Sent)))
		}
	}
	for _, e := range r.Errors {
		fmt.Fprintf(&b, "  error: %s\n", e)
	}
	if len(r.Points) > 1 {
		b.WriteByte('\n')
		b.WriteString(curve("due/s", r.Points, func(p loadtest.Point) (float64, bool) { return float64(p.Due), true }))
		b.WriteString(curve("p99 ms", r.Points, func(p loadtest.Point) (float64, bool) {
			if p.P99MS == nil {
				return 0, false
			}
			return *p.P99MS, true
		}))
		if r.Sums.Lost() > 0 {
			b.WriteString(curve("lost/s", r.Points, func(p loadtest.Point) (float64, bool) { return float64(p.Lost()), true }))
		}
	}
	verdict(&b, paint, r.Verdict)
	_, err := io.WriteString(out, b.String())
	return err
}

func verdict(b *strings.Builder, paint painter, v loadtest.Verdict) {
	colours := map[string]string{loadtest.Passed: green, loadtest.Failed: red, loadtest.Void: yellow, loadtest.Unproven: yellow}
	fmt.Fprintf(b, "\n%s\n", paint.paint(colours[v.Result], strings.ToUpper(v.Result)))
	for _, c := range v.Checks {
		name, show := "lost", percentOf
		switch c.Name {
		case "deadline":
			name = "after the deadline"
		case "p99_ms":
			name, show = "p99", func(x float64) string { return fmt.Sprintf("%.1f ms", x) }
		}
		fmt.Fprintf(b, "  %-9s %-18s %s [%s, %s], want at most %s\n", c.Result, name, show(c.Is), show(c.Low), show(c.High), show(c.Want))
	}
	for _, why := range v.Why {
		fmt.Fprintf(b, "  %s\n", why)
	}
}

// curve draws a number of each second in one line; a gap is a gap.
func curve(name string, points []loadtest.Point, of func(loadtest.Point) (float64, bool)) string {
	cells := min(len(points), loadCurve)
	values, have, top := make([]float64, cells), make([]bool, cells), 0.
	for i, p := range points {
		c := i * cells / len(points)
		if x, ok := of(p); ok {
			values[c], have[c] = max(values[c], x), true
			top = max(top, x)
		}
	}
	var line strings.Builder
	blocks := []rune("▁▂▃▄▅▆▇█")
	for i := range cells {
		switch {
		case !have[i]:
			line.WriteByte(' ')
		case top == 0:
			line.WriteRune(blocks[0])
		default:
			line.WriteRune(blocks[int(values[i]/top*float64(len(blocks)-1)+.5)])
		}
	}
	return fmt.Sprintf("%-8s %s  up to %s\n", name, line.String(), thousands(top))
}
