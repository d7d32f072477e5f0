package format

import (
	"strings"

	"riffle.dev/riffle/dsl/token"
)

// splitMods cuts modifiers off a statement's nodes from index from on, and puts
// them into their canonical order.
func splitMods(nodes []node, from int) (value []node, mods [][]node) {
	begin := -1
	for i := from; i <= len(nodes); i++ {
		if i < len(nodes) && !beginsMod(nodes, i) {
			continue
		}
		if begin < 0 {
			value = nodes[:i]
		} else {
			mods = append(mods, nodes[begin:i])
		}
		begin = i
	}
	if begin < 0 {
		value = nodes
	}
	var sorted [][]node
	for _, word := range token.Modifiers {
		for _, m := range mods {
			if m[0].tok.Text == word {
				sorted = append(sorted, m)
			}
		}
	}
	return value, sorted
}

// beginsMod tells whether a modifier begins at node i: its word, not as a part
// of an expression (.when, #when).
func beginsMod(nodes []node, i int) bool {
	n := nodes[i]
	return n.group == nil && n.island < 0 && n.tok.Kind == token.Name && token.IsModifier(n.tok.Text)
}

// flatMods is the modifiers on one line, if they can stand on one.
func (r *row) flatMods() (text string, ok bool) {
	parts := make([]string, len(r.mods))
	for i, m := range r.mods {
		if anyForced(m) {
			return "", false
		}
		parts[i] = flatNodes(m, token.EOF)
	}
	return strings.Join(parts, "  "), true
}

// aligned tells whether the row's modifiers may line up with its neighbours':
// its call is short and they fit behind it.
func (r *row) aligned(indent, keyWidth int) bool {
	mods, flat := r.flatMods()
	if !flat || r.alone || len(r.mods) == 0 {
		return false
	}
	value := r.flatWidth()
	return value <= callMax && columns(r.lead(indent, keyWidth))+value+2+columns(mods) <= width
}

// modColumn is where modifiers of a run begin: two blanks behind the longest of
// the short calls.
func modColumn(run []*row, indent, keyWidth int) int {
	column := 0
	for _, r := range run {
		if r.aligned(indent, keyWidth) {
			column = max(column, columns(r.lead(indent, keyWidth))+r.flatWidth()+2)
		}
	}
	return column
}

// modLines fills lines of their own with modifiers. One that is too long for any
// line opens where it stands, as it would if it were open already.
func modLines(mods [][]node, indent int) []string {
	margin := strings.Repeat(" ", indent)
	lines := []string{margin}
	for _, m := range mods {
		last := &lines[len(lines)-1]
		if *last != margin {
			if r := columns(flatNodes(m, token.EOF)); !anyForced(m) && columns(*last)+2+r > width && indent+r <= width {
				lines = append(lines, margin)
				last = &lines[len(lines)-1]
			} else {
				*last += "  "
			}
		}
		lines = append(lines[:len(lines)-1], layout(*last, m, indent)...)
	}
	return lines
}
