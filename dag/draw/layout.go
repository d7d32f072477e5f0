package draw

import (
	"cmp"
	"slices"

	"riffle.dev/riffle/dag"
)

// Sizes, in pixels of a picture that is not scaled.
const (
	charWidth  = 7.2 // of 12 px monospace
	lineHeight = 16
	padX, padY = 10, 7
	gapX, gapY = 72, 18
	margin     = 16
)

// box is a node with its place.
type box struct {
	node       *dag.DescribedNode
	lines      []string
	body       *drawing // of a loop or each
	x, y, w, h float64
}

// drawing is a laid-out graph; places are from its upper left corner.
type drawing struct {
	boxes []box
	edges []bend
	w, h  float64
}

// bend is an edge with the points it goes through between its ends.
type bend struct {
	edge
	via []point
}

type point struct{ x, y float64 }

// cell is what stands in a layer: a box, or where an edge passes (node -1).
type cell struct {
	node int
	edge int
	y, h float64
	near []*cell // in the layer before
	next []*cell // in the layer behind
	rank float64
}

// lay a graph out.
func lay(d *dag.Description) *drawing {
	out := &drawing{boxes: make([]box, len(d.Nodes))}
	for i := range d.Nodes {
		out.boxes[i] = newBox(&d.Nodes[i])
	}
	edges := edgesOf(d)
	depth := depths(len(d.Nodes), edges)
	layers, cells := layered(out.boxes, edges, depth)
	order(layers)
	place(layers)
	x := float64(0)
	for _, layer := range layers {
		width := float64(0)
		for _, c := range layer {
			if c.node >= 0 {
				width = max(width, out.boxes[c.node].w)
			}
		}
		for _, c := range layer {
			if c.node >= 0 {
				b := &out.boxes[c.node]
				b.x, b.y = x+(width-b.w)/2, c.y
				out.w, out.h = max(out.w, b.x+b.w), max(out.h, b.y+b.h)
			}
		}
		for _, c := range layer {
			if c.node < 0 {
				cells.at(c.edge, point{x, c.y}, point{x + width, c.y})
				out.h = max(out.h, c.y)
			}
		}
		x += width + gapX
	}
	for i, e := range edges {
		out.edges = append(out.edges, bend{e, cells.via[i]})
	}
	return out
}

func newBox(n *dag.DescribedNode) box {
	b := box{node: n, lines: label(n)}
	for _, l := range b.lines {
		b.w = max(b.w, textWidth(l)+2*padX)
	}
	b.h = float64(len(b.lines))*lineHeight + 2*padY
	if n.Body != nil {
		b.body = lay(n.Body)
		b.w = max(b.w, b.body.w+2*margin)
		b.h += b.body.h + margin
	}
	return b
}

// textWidth counts wide characters twice.
func textWidth(s string) float64 {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xff60) {
			n++
		}
	}
	return float64(n) * charWidth
}

// depths are the layers: one behind the deepest of what is read. What reads
// nothing stands just before its first reader.
func depths(n int, edges []edge) []int {
	out, reads, readBy := make([]int, n), make([][]int, n), make([][]int, n)
	for _, e := range edges {
		reads[e.to] = append(reads[e.to], e.from)
		readBy[e.from] = append(readBy[e.from], e.to)
	}
	for i := range n { // edges go from lower to higher numbers
		for _, from := range reads[i] {
			out[i] = max(out[i], out[from]+1)
		}
	}
	for i := range n {
		if len(reads[i]) > 0 || len(readBy[i]) == 0 {
			continue
		}
		first := out[readBy[i][0]]
		for _, to := range readBy[i] {
			first = min(first, out[to])
		}
		out[i] = first - 1
	}
	return out
}

// maxPassing bounds the points at which edges cross layers; in a graph with
// more of them the longest go straight.
const maxPassing = 20_000

// passes are the points of edges that cross layers.
type passes struct{ via [][]point }

func (p *passes) at(edge int, points ...point) { p.via[edge] = append(p.via[edge], points...) }

// layered puts boxes and passing edges into layers.
func layered(boxes []box, edges []edge, depth []int) ([][]*cell, *passes) {
	last := 0
	for _, d := range depth {
		last = max(last, d)
	}
	layers := make([][]*cell, last+1)
	of := make([]*cell, len(boxes))
	for i := range boxes {
		of[i] = &cell{node: i, edge: -1, h: boxes[i].h}
		layers[depth[i]] = append(layers[depth[i]], of[i])
	}
	passing := 0
	for i, e := range edges {
		from := of[e.from]
		if passing += depth[e.to] - depth[e.from] - 1; passing > maxPassing {
			passing -= depth[e.to] - depth[e.from] - 1
			join(from, of[e.to])
			continue
		}
		for d := depth[e.from] + 1; d < depth[e.to]; d++ {
			c := &cell{node: -1, edge: i, h: 4}
			layers[d] = append(layers[d], c)
			join(from, c)
			from = c
		}
		join(from, of[e.to])
	}
	return layers, &passes{make([][]point, len(edges))}
}

func join(a, b *cell) {
	a.next = append(a.next, b)
	b.near = append(b.near, a)
}

// order sorts layers by where the neighbours of their cells stand, forth and
// back, so that few edges cross.
func order(layers [][]*cell) {
	number := func(layer []*cell) {
		for i, c := range layer {
			c.rank = float64(i)
		}
	}
	for _, l := range layers {
		number(l)
	}
	sweep := func(layer []*cell, neighbours func(*cell) []*cell) {
		want := make(map[*cell]float64, len(layer))
		for _, c := range layer {
			want[c] = c.rank
			if near := neighbours(c); len(near) > 0 {
				sum := float64(0)
				for _, o := range near {
					sum += o.rank
				}
				want[c] = sum / float64(len(near))
			}
		}
		slices.SortStableFunc(layer, func(a, b *cell) int { return cmp.Compare(want[a], want[b]) })
		number(layer)
	}
	for range 8 {
		for _, l := range layers[min(1, len(layers)):] {
			sweep(l, func(c *cell) []*cell { return c.near })
		}
		for i := len(layers) - 2; i >= 0; i-- {
			sweep(layers[i], func(c *cell) []*cell { return c.next })
		}
	}
}

// place gives cells their heights: near the middle of their neighbours, never
// over one another.
func place(layers [][]*cell) {
	middle := func(cells []*cell) (float64, bool) {
		if len(cells) == 0 {
			return 0, false
		}
		sum := float64(0)
		for _, c := range cells {
			sum += c.y + c.h/2
		}
		return sum / float64(len(cells)), true
	}
	settle := func(layer []*cell, neighbours func(*cell) []*cell) {
		below := float64(0)
		for i, c := range layer {
			want := c.y
			if m, ok := middle(neighbours(c)); ok {
				want = m - c.h/2
			}
			if i > 0 {
				want = max(want, below)
			}
			c.y = want
			below = c.y + c.h + gapY
		}
	}
	for _, l := range layers {
		settle(l, func(*cell) []*cell { return nil })
	}
	for range 3 {
		for i := len(layers) - 2; i >= 0; i-- {
			settle(layers[i], func(c *cell) []*cell { return c.next })
		}
		for _, l := range layers[min(1, len(layers)):] {
			settle(l, func(c *cell) []*cell { return c.near })
		}
	}
	top := float64(0)
	for i, l := range layers {
		for j, c := range l {
			if i == 0 && j == 0 || c.y < top {
				top = c.y
			}
		}
	}
	for _, l := range layers {
		for _, c := range l {
			c.y -= top
		}
	}
}
