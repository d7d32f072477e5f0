package format

import (
	"strings"

	"riffle.dev/riffle/dsl/token"
)

// rowKind says which neighbours a row lines up with.
type rowKind uint8

const (
	rowPlain rowKind = iota
	rowStmt          // name = value  modifiers
	rowEntry         // name: value  modifiers
	rowTier          // tier name when cond { … }
	rowArm           // arm name 50% { … }
)

// row is an element of entries or of a body.
type row struct {
	elem  *elem
	kind  rowKind
	key   string // "name" or "name:"; of tiers and arms the name
	mid   string // of tiers "when cond", of arms the share
	value []node // behind the key; of tiers and arms the block
	mods  [][]node
	flat  int  // columns of the value on one line, once computed
	alone bool // takes no part in lining up
	lines []string
}

// rows writes the elements of g at indent.
func rows(g *group, indent int) []item {
	all := make([]*row, len(g.elems))
	for i, e := range g.elems {
		all[i] = newRow(e, g)
		all[i].alone = !all[i].fits(indent, all[i].keyWidth())
	}
	for i := 0; i < len(all); {
		j := runEnd(all, i)
		keyWidth := 0
		for _, r := range all[i:j] {
			keyWidth = max(keyWidth, r.keyWidth())
		}
		for _, r := range all[i:j] { // what padding would push over the edge stands alone
			r.alone = r.alone || !r.fits(indent, keyWidth)
		}
		for i < j {
			end := min(j, runEnd(all, i))
			lineUp(all[i:end], indent)
			i = end
		}
	}
	items := make([]item, len(all))
	margin := strings.Repeat(" ", indent)
	for i, r := range all {
		items[i] = item{lines: r.lines, trail: r.elem.trail}
		items[i].lead(r.elem, i == 0)
		items[i].indent(margin)
	}
	return items
}

func newRow(e *elem, g *group) *row {
	r := &row{elem: e}
	first := e.nodes[0]
	var second node
	if len(e.nodes) > 1 {
		second = e.nodes[1]
	}
	switch {
	case g.shape == body && first.tok.Kind == token.Name && second.tok.Kind == token.Assign:
		r.kind, r.key = rowStmt, first.tok.Text
		r.value, r.mods = splitMods(e.nodes[2:], 1)
	case (first.tok.Kind == token.Name || first.tok.Kind == token.String) && second.tok.Kind == token.Colon:
		r.kind, r.key, r.value = rowEntry, first.tok.Text+":", e.nodes[2:]
		if g.shape == body {
			r.value, r.mods = splitMods(r.value, 1)
		}
	case g.shape == entries && second.tok.Kind == token.Name && len(e.nodes) > 2 && (first.tok.Text == "tier" || first.tok.Text == "arm"):
		r.kind, r.key = rowTier, second.tok.Text
		if first.tok.Text == "arm" {
			r.kind = rowArm
		}
		rest := e.nodes[2:]
		if last := rest[len(rest)-1]; last.group != nil && last.group.shape == entries {
			rest, r.value = rest[:len(rest)-1], rest[len(rest)-1:]
		}
		if anyForced(rest) {
			r.kind, r.value = rowPlain, e.nodes
			break
		}
		r.mid = flatNodes(rest, token.EOF)
	case g.shape == body:
		r.value, r.mods = splitMods(e.nodes, 1)
	default:
		r.value = e.nodes
	}
	return r
}

// single tells whether the value can stand on one line.
func (r *row) single() bool { return !anyForced(r.value) }

func (r *row) keyWidth() int { return columns(r.key) }

// flatWidth is the columns of the value on one line.
func (r *row) flatWidth() int {
	if r.flat == 0 {
		r.flat = columns(flatNodes(r.value, token.EOF))
	}
	return r.flat
}

// lead is the text before the value when keys are keyWidth wide.
func (r *row) lead(indent, keyWidth int) string {
	margin := strings.Repeat(" ", indent)
	switch r.kind {
	case rowStmt:
		return margin + pad(r.key, keyWidth) + " = "
	case rowEntry:
		return margin + pad(r.key, keyWidth) + " "
	}
	return margin
}

func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-columns(s))) }

// fits tells whether key and value fit on one line when keys are so wide.
func (r *row) fits(indent, keyWidth int) bool {
	if !r.single() {
		return false
	}
	switch r.kind {
	case rowTier, rowArm:
		return columns(r.cells(indent, keyWidth, 0)) <= width
	}
	return columns(r.lead(indent, keyWidth))+r.flatWidth() <= width
}

// cells is the line of a tier or arm with its columns so wide.
func (r *row) cells(indent, keyWidth, midWidth int) string {
	word := "tier "
	if r.kind == rowArm {
		word = "arm "
	}
	line := strings.Repeat(" ", indent) + word + pad(r.key, keyWidth) + " " + r.mid
	if len(r.value) > 0 {
		line += strings.Repeat(" ", max(0, midWidth-columns(r.mid))) + " " + flatNodes(r.value, token.EOF)
	}
	return line
}

// follows tells whether r may line up with the rows that begin with first.
func (r *row) follows(first *row) bool {
	return r.kind != rowPlain && r.kind == first.kind && !r.alone && !first.alone && !r.elem.blank && len(r.elem.above()) == 0
}

// runEnd is the index behind the run of rows that begins at i.
func runEnd(all []*row, i int) int {
	j := i + 1
	for j < len(all) && all[j].follows(all[i]) {
		j++
	}
	return j
}

// lineUp writes a run of rows.
func lineUp(run []*row, indent int) {
	keyWidth := 0
	for _, r := range run {
		keyWidth = max(keyWidth, r.keyWidth())
	}
	switch run[0].kind {
	case rowTier, rowArm:
		tableRows(run, indent, keyWidth)
	default:
		valueRows(run, indent, keyWidth)
	}
}

func tableRows(run []*row, indent, keyWidth int) {
	midWidth := 0
	for _, r := range run {
		if len(r.value) > 0 {
			midWidth = max(midWidth, columns(r.mid))
		}
	}
	for _, r := range run {
		switch line := r.cells(indent, keyWidth, midWidth); {
		case r.alone:
			r.lines = layout(strings.Repeat(" ", indent), r.elem.nodes, indent)
		case columns(line) > width:
			r.lines = []string{r.cells(indent, keyWidth, 0)}
		default:
			r.lines = []string{line}
		}
	}
}

func valueRows(run []*row, indent, keyWidth int) {
	column := modColumn(run, indent, keyWidth)
	for _, r := range run {
		r.lines = layout(r.lead(indent, keyWidth), r.value, indent)
		if len(r.mods) == 0 {
			continue
		}
		last := &r.lines[len(r.lines)-1]
		mods, flat := r.flatMods()
		switch {
		case flat && r.aligned(indent, keyWidth) && column+columns(mods) <= width:
			*last = pad(*last, column) + mods
		case flat && columns(*last)+2+columns(mods) <= width:
			*last += "  " + mods
		default:
			r.lines = append(r.lines, modLines(r.mods, indent+modsStep)...)
		}
	}
}
