package draw

import (
	"fmt"
	"html"
	"strings"

	"riffle.dev/riffle/dag"
)

// style colours by what a node is; the reader's own choice of light or dark
// picks the palette.
const style = `<style>
svg { background: #fff; color: #1c1e21; font: 12px ui-monospace, Menlo, Consolas, monospace; }
text { fill: currentColor; white-space: pre; }
.title { font-size: 14px; font-weight: 600; }
.name { font-weight: 600; }
.mods, .arm { fill: #5a6270; }
.box { fill: #f6f8fa; stroke: #8a94a3; }
.recall .box { fill: #e8f1fd; stroke: #3b78c9; }
.rank .box { fill: #fdf1e3; stroke: #b9731c; }
.feature .box { fill: #f1ebfb; stroke: #7d57c2; }
.out .box { fill: #e6f5ec; stroke: #2f8a57; }
.after .box { stroke-dasharray: 2 3; }
.optional .box { stroke-dasharray: 5 3; }
.critical .box { stroke-width: 2.5; }
.edge { fill: none; stroke: #8a94a3; }
.spare { stroke-dasharray: 4 3; }
.tip { fill: #8a94a3; }
@media (prefers-color-scheme: dark) {
  svg { background: #15181c; color: #e4e7eb; }
  .mods, .arm { fill: #a2abb8; }
  .box { fill: #1e2329; stroke: #76808f; }
  .recall .box { fill: #14263d; stroke: #5b9bf0; }
  .rank .box { fill: #33240f; stroke: #dd9a45; }
  .feature .box { fill: #271d3b; stroke: #a98be6; }
  .out .box { fill: #12301f; stroke: #4fb37c; }
  .edge { stroke: #76808f; }
  .tip { fill: #76808f; }
}
</style>
`

// SVG draws graphs one below another, their inputs to the left.
func SVG(graphs []dag.Description) string {
	const title = 28
	var body strings.Builder
	width, y := float64(0), float64(margin)
	for i := range graphs {
		d := lay(&graphs[i])
		fmt.Fprintf(&body, `<text class="title" x="%d" y="%s">pipeline %s</text>`+"\n", margin, num(y+14), html.EscapeString(clip(graphs[i].Name)))
		y += title
		d.write(&body, &graphs[i], margin, y)
		y += d.h + 2*margin
		width = max(width, d.w, textWidth("pipeline "+clip(graphs[i].Name))*1.2)
	}
	width += 2 * margin
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img">`+"\n",
		num(width), num(y), num(width), num(y)) + style + body.String() + "</svg>\n"
}

// write the drawing with its corner at x, y.
func (d *drawing) write(b *strings.Builder, of *dag.Description, x, y float64) {
	for i := range d.edges {
		d.writeEdge(b, &d.edges[i], x, y)
	}
	critical := map[string]bool{}
	for _, name := range of.Critical.Nodes {
		critical[name] = true
	}
	for i := range d.boxes {
		d.boxes[i].write(b, critical[d.boxes[i].node.Name], x, y)
	}
}

// writeEdge is a curve from box to box with an arrowhead.
func (d *drawing) writeEdge(b *strings.Builder, e *bend, x, y float64) {
	from, to := &d.boxes[e.from], &d.boxes[e.to]
	points := []point{{x + from.x + from.w, y + from.y + min(from.h/2, 22)}}
	for _, p := range e.via {
		points = append(points, point{x + p.x, y + p.y})
	}
	end := point{x + to.x, y + to.y + min(to.h/2, 22)}
	points = append(points, point{end.x - 5, end.y})
	class := "edge"
	if e.spare {
		class += " spare"
	}
	fmt.Fprintf(b, `<path class="%s" d="M%s %s`, class, num(points[0].x), num(points[0].y))
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		bow := (q.x - p.x) / 2
		fmt.Fprintf(b, " C%s %s %s %s %s %s", num(p.x+bow), num(p.y), num(q.x-bow), num(q.y), num(q.x), num(q.y))
	}
	fmt.Fprintf(b, `"/><path class="tip" d="M%s %s l-6 -4 v8 z"/>`+"\n", num(end.x), num(end.y))
	if e.label != "" {
		fmt.Fprintf(b, `<text class="arm" x="%s" y="%s">%s</text>`+"\n", num(points[0].x+6), num(points[0].y-5), html.EscapeString(clip(e.label)))
	}
}

func (x *box) write(b *strings.Builder, critical bool, dx, dy float64) {
	classes := []string{x.node.Stage}
	for _, c := range []struct {
		name string
		is   bool
	}{{"optional", x.node.Optional}, {"critical", critical}} {
		if c.is {
			classes = append(classes, c.name)
		}
	}
	left, top := dx+x.x, dy+x.y
	fmt.Fprintf(b, `<g class="%s"><title>%s</title><rect class="box" x="%s" y="%s" width="%s" height="%s" rx="6"/>`+"\n",
		html.EscapeString(strings.Join(classes, " ")), html.EscapeString(tooltip(x.node)), num(left), num(top), num(x.w), num(x.h))
	for i, line := range x.lines {
		class := "call"
		switch {
		case i == 0:
			class = "name"
		case i == 2 || line == clip(modifiers(x.node)):
			class = "mods"
		}
		fmt.Fprintf(b, `<text class="%s" x="%s" y="%s">%s</text>`+"\n", class, num(left+padX), num(top+padY+float64(i)*lineHeight+12), html.EscapeString(line))
	}
	b.WriteString("</g>\n")
	if x.body != nil {
		x.body.write(b, x.node.Body, left+margin, top+x.h-x.body.h-margin)
	}
}

// tooltip is what a box has no room for: where it stands and its columns.
func tooltip(n *dag.DescribedNode) string {
	text := n.Name + ": " + n.Gives
	if n.File != "" {
		text += fmt.Sprintf("\n%s:%d", n.File, n.Line)
	}
	for i, c := range n.Columns {
		if i == 40 {
			return text + "\n…"
		}
		text += "\n" + c.Name + ": " + c.Type
	}
	return text
}

// num is a length with at most one digit behind the point.
func num(f float64) string {
	s := fmt.Sprintf("%.1f", f)
	return strings.TrimSuffix(s, ".0")
}
