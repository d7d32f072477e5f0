package main

import (
	"fmt"
	"io"
	"strings"

	textdiff "github.com/rogpeppe/go-internal/diff"

	"riffle.dev/riffle/dag/diff"
	"riffle.dev/riffle/internal/plural"
)

// signs of what becomes of a thing, and their colours.
var signs = map[string]struct{ sign, colour string }{
	"added": {"+", green}, "removed": {"-", red}, "changed": {"~", yellow},
}

// print says what changes, in words; with lines also as text.
func (p *plan) print(out io.Writer, paint painter, lines bool) error {
	if p.found.HasErrors() {
		if err := printText(out, paint, p.found, p.sources); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "\n%s does not compile; nothing can be compared\n", p.dir)
		return err
	}
	var b strings.Builder
	live := fmt.Sprintf("version %d is live", p.state.live)
	if p.state.live == 0 {
		live = "nothing is live yet"
	}
	fmt.Fprintf(&b, "%s and team %s at %s, where %s\n", p.dir, p.client.team, p.client.server, live)
	o := p.output()
	for _, f := range o.Draft {
		by := ""
		if f.By != "" {
			by = " by " + f.By
		}
		fmt.Fprintf(&b, "%s\n", paint.paint(yellow, fmt.Sprintf("! the draft there has %s %s%s, not published: apply replaces it", f.Path, f.Change, by)))
	}
	if p.broken {
		fmt.Fprintf(&b, "%s\n", paint.paint(yellow, "! the live version does not compile with this riffle; only files are compared"))
	}
	b.WriteString("\n")
	for _, c := range o.Changes {
		printChange(&b, paint, c)
	}
	if lines {
		p.lines(&b)
	}
	b.WriteString(p.summary(o) + "\n")
	_, err := io.WriteString(out, b.String())
	return err
}

func printChange(b *strings.Builder, paint painter, c diff.Change) {
	s := signs[c.Change]
	fmt.Fprintf(b, "%s %s", paint.paint(s.colour, s.sign), paint.paint(bold, c.Kind+" "+c.Name))
	if c.File != "" {
		fmt.Fprintf(b, " (%s:%d)", printable(c.File), c.Line)
	}
	if len(c.Scenes) > 0 {
		fmt.Fprintf(b, ", of %s", strings.Join(c.Scenes, ", "))
	}
	b.WriteString("\n")
	for _, d := range c.Details {
		s := signs[d.Change]
		if d.Danger != "" {
			fmt.Fprintf(b, "  %s\n", paint.paint(red, "! "+printable(d.Text)))
			continue
		}
		fmt.Fprintf(b, "  %s %s\n", paint.paint(s.colour, s.sign), printable(d.Text))
	}
	if c.Change == "changed" && c.Same > 0 {
		what := map[string]string{"resource": "field", "pipeline": "node"}[c.Kind]
		if what == "" {
			what = "setting"
		}
		verb := "stay as they are"
		if c.Same == 1 {
			verb = "stays as it is"
		}
		fmt.Fprintf(b, "    %s %s\n", plural.Of(c.Same, what), verb)
	}
	b.WriteString("\n")
}

// lines are the files as patch reads them.
func (p *plan) lines(b *strings.Builder) {
	live, here := textsByPath(p.state.texts), textsByPath(p.here)
	for _, f := range p.files() {
		b.Write(textdiff.Diff("live/"+f.Path, []byte(live[f.Path]), "here/"+f.Path, []byte(here[f.Path])))
		b.WriteString("\n")
	}
}

// summary is the last line.
func (p *plan) summary(o planOutput) string {
	switch {
	case o.Identical:
		return fmt.Sprintf("nothing changes: version %d holds the same texts", p.state.live)
	case len(o.Changes) == 0 && !p.broken:
		return plural.Of(len(o.Files), "file") + " of other layout or comments; nothing changes in meaning"
	case o.Dangers == 0:
		return plural.Of(len(o.Files), "file") + ", " + plural.Of(len(o.Changes), "declaration") + " differ"
	}
	return fmt.Sprintf("%s, %s differ; %d of the changes may hurt, see !", plural.Of(len(o.Files), "file"), plural.Of(len(o.Changes), "declaration"), o.Dangers)
}
