package format

import (
	"strings"

	"riffle.dev/riffle/dsl/token"
)

// forced tells whether a group can't stand on one line: it was opened with a
// line break, holds a comment or statements, or a group that is forced.
func (g *group) forced() bool {
	if g.force == 0 {
		g.force = 2
		if g.mustOpen() {
			g.force = 1
		}
	}
	return g.force == 1
}

func (g *group) mustOpen() bool {
	if g.head != "" || len(g.tail) > 0 {
		return true
	}
	if len(g.elems) == 0 {
		return false
	}
	if g.broken || g.choose || g.shape == body && (len(g.elems) > 1 || isStatement(g.elems[0])) {
		return true
	}
	for _, e := range g.elems {
		if len(e.above()) > 0 || e.trail != "" || anyForced(e.nodes) {
			return true
		}
	}
	return false
}

func isStatement(e *elem) bool {
	return len(e.nodes) > 0 && (len(e.nodes) > 1 && e.nodes[1].tok.Kind == token.Assign || e.nodes[0].tok.Text == "return" || e.nodes[0].tok.Text == "next")
}

func anyForced(nodes []node) bool {
	for _, n := range nodes {
		if n.group != nil && n.group.forced() {
			return true
		}
	}
	return false
}

// layout writes nodes behind prefix, which holds the line so far with its
// indentation; further lines stand at indent. A line that does not fit opens
// its longest group. suffix is what will stand behind the last line.
func layout(prefix string, nodes []node, indent int, suffix ...string) []string {
	open := chooseOpen(prefix, nodes, len(strings.Join(suffix, "")))
	var lines []string
	line := prefix
	s := spacer{}
	for i, n := range nodes {
		blank, text := s.next(n)
		if blank {
			line += " "
		}
		if n.group == nil {
			line += text
			continue
		}
		if !open[i] {
			line += n.group.flatText()
			continue
		}
		line += text
		if n.group.head != "" {
			line += "  " + n.group.head
		}
		lines = append(lines, line)
		lines = append(lines, n.group.inner(indent+step)...)
		line = strings.Repeat(" ", indent) + token.Closer(n.tok.Kind)
	}
	return append(lines, line)
}

// chooseOpen decides which groups among nodes open.
func chooseOpen(prefix string, nodes []node, suffix int) map[int]bool {
	open := map[int]bool{}
	// The blocks of an if open together.
	add := func(i int) {
		open[i] = true
		if nodes[i].group.shape != body {
			return
		}
		for k, n := range nodes {
			if n.group != nil && n.group.shape == body && len(n.group.elems) > 0 {
				open[k] = true
			}
		}
	}
	for i, n := range nodes {
		if n.group != nil && n.group.forced() {
			add(i)
		}
	}
	for len(open) < maxOpen {
		i := overflow(prefix, nodes, open, suffix)
		if i < 0 {
			return open
		}
		add(i)
	}
	for i, n := range nodes {
		if n.group != nil && len(n.group.elems) > 0 {
			open[i] = true
		}
	}
	return open
}

// maxOpen bounds the work on one line: with so many groups open, all are.
const maxOpen = 64

// overflow finds a line that is too long and gives the index of the longest
// group on it that could open, or -1.
func overflow(prefix string, nodes []node, open map[int]bool, suffix int) int {
	column := columns(prefix)
	best, longest := -1, 2
	s := spacer{}
	for i, n := range nodes {
		blank, text := s.next(n)
		if blank {
			column++
		}
		if n.group != nil && open[i] {
			if column+1 > width && best >= 0 {
				return best
			}
			column, best, longest = 1, -1, 2
			continue
		}
		if n.group != nil {
			text = n.group.flatText()
			if size := columns(text); size > longest && len(n.group.elems) > 0 {
				best, longest = i, size
			}
		}
		column += columns(text)
	}
	if column+suffix > width {
		return best
	}
	return -1
}

// inner writes what an open group holds, at indent.
func (g *group) inner(indent int) []string {
	var items []item
	if g.shape == list {
		margin := strings.Repeat(" ", indent)
		for i, e := range g.elems {
			comma := ""
			if g.comma || i < len(g.elems)-1 {
				comma = ","
			}
			it := item{lines: layout(margin, e.nodes, indent, comma), trail: e.trail}
			it.lines[len(it.lines)-1] += comma
			it.lead(e, i == 0)
			it.indent(margin)
			items = append(items, it)
		}
	} else {
		items = rows(g, indent)
	}
	lines := finish(items)
	for i, c := range g.tail {
		if c.blank && (i > 0 || len(items) > 0) {
			lines = append(lines, "")
		}
		lines = append(lines, strings.Repeat(" ", indent)+c.text)
	}
	return lines
}

// item is an element ready to be written.
type item struct {
	pre   []string // blank lines and comments above it
	lines []string
	trail string
}

// lead puts the element's comments above the item, without a blank line before
// the first element of a group.
func (it *item) lead(e *elem, first bool) {
	for i, c := range e.above() {
		if c.blank && !(first && i == 0) {
			it.pre = append(it.pre, "")
		}
		it.pre = append(it.pre, c.text)
	}
	if e.blank && !(first && len(e.lead) == 0) {
		it.pre = append(it.pre, "")
	}
}

// indent puts the margin before the comments above the item.
func (it *item) indent(margin string) {
	for i, line := range it.pre {
		if line != "" {
			it.pre[i] = margin + line
		}
	}
}

// finish joins items to lines; comments behind neighbouring lines line up.
func finish(items []item) []string {
	var out []string
	for i := 0; i < len(items); {
		j, column := i, 0
		for j < len(items) && items[j].trail != "" && (j == i || len(items[j].pre) == 0 && len(items[j].lines) == 1) {
			column = max(column, columns(items[j].lines[len(items[j].lines)-1]))
			j++
		}
		if j == i {
			out = append(append(out, items[i].pre...), items[i].lines...)
			i++
			continue
		}
		for ; i < j; i++ {
			out = append(append(out, items[i].pre...), items[i].lines...)
			last := &out[len(out)-1]
			*last += strings.Repeat(" ", column-columns(*last)+2) + items[i].trail
		}
	}
	return out
}
