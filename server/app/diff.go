package app

import (
	"fmt"
	"slices"
	"strings"
)

// diffFiles compares two projects file by file.
func diffFiles(from, to []Text) []FileDiff {
	was, is := map[string]string{}, map[string]string{}
	var paths []string
	for _, t := range from {
		was[t.Path] = t.Text
		paths = append(paths, t.Path)
	}
	for _, t := range to {
		is[t.Path] = t.Text
		if _, ok := was[t.Path]; !ok {
			paths = append(paths, t.Path)
		}
	}
	slices.Sort(paths)
	out := []FileDiff{}
	for _, p := range paths {
		a, had := was[p]
		b, has := is[p]
		if had && has && a == b {
			continue
		}
		d := FileDiff{Path: p, Change: "changed"}
		switch {
		case !had:
			d.Change = "added"
		case !has:
			d.Change = "removed"
		}
		d.Diff, d.Added, d.Removed = unified(p, a, b)
		out = append(out, d)
	}
	return out
}

// LinesChanged counts the lines that one text has more than another and less.
func LinesChanged(was, is string) (added, removed int) {
	_, added, removed = unified("", was, is)
	return added, removed
}

// around is how many lines a hunk shows beside a change.
const around = 3

// edit is one line of a comparison: ' ' both, '-' the first, '+' the second.
type edit struct {
	kind byte
	text string
}

// unified is the diff of two texts as patch reads it, with how many lines it
// adds and removes.
func unified(path, a, b string) (diff string, added, removed int) {
	edits := compareLines(splitLines(a), splitLines(b))
	var out strings.Builder
	fmt.Fprintf(&out, "--- a/%s\n+++ b/%s\n", path, path)
	lineA, lineB := 1, 1 // of edits[i]
	for i := 0; i < len(edits); {
		if edits[i].kind == ' ' {
			i, lineA, lineB = i+1, lineA+1, lineB+1
			continue
		}
		begin := max(0, i-around)
		for begin < i && edits[begin].kind != ' ' {
			begin++
		}
		end, quiet := i, 0
		for end < len(edits) && quiet <= 2*around {
			if quiet++; edits[end].kind != ' ' {
				quiet = 0
			}
			end++
		}
		if quiet > around {
			end -= quiet - around
		}
		fromA, fromB := lineA-(i-begin), lineB-(i-begin)
		nA, nB := 0, 0
		var body strings.Builder
		for _, e := range edits[begin:end] {
			body.WriteByte(e.kind)
			body.WriteString(e.text)
			if !strings.HasSuffix(e.text, "\n") {
				body.WriteString("\n\\ No newline at end of file\n")
			}
			switch e.kind {
			case ' ':
				nA, nB = nA+1, nB+1
			case '-':
				nA++
				removed++
			case '+':
				nB++
				added++
			}
		}
		if nA == 0 {
			fromA--
		}
		if nB == 0 {
			fromB--
		}
		fmt.Fprintf(&out, "@@ -%s +%s @@\n%s", span(fromA, nA), span(fromB, nB), body.String())
		for _, e := range edits[i:end] {
			if e.kind != '+' {
				lineA++
			}
			if e.kind != '-' {
				lineB++
			}
		}
		i = end
	}
	return out.String(), added, removed
}

func span(from, n int) string {
	if n == 1 {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d,%d", from, n)
}

// splitLines keeps the line ends.
func splitLines(s string) []string {
	lines := strings.SplitAfter(s, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// maxDistance bounds the search for the shortest diff; texts that differ by
// more lines are shown as replaced between what they share at both ends.
const maxDistance = 2000

// compareLines is the shortest edit from a to b (Myers, "An O(ND) Difference
// Algorithm and Its Variations", 1986), removals before additions.
func compareLines(a, b []string) []edit {
	var head, tail []edit
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		head = append(head, edit{' ', a[0]})
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		tail = append(tail, edit{' ', a[len(a)-1]})
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	slices.Reverse(tail)
	return slices.Concat(head, myers(a, b), tail)
}

func myers(a, b []string) []edit {
	n, m := len(a), len(b)
	limit := min(n+m, maxDistance)
	reach := make([]int, 2*limit+3) // by diagonal: the furthest line of a
	var steps [][]int               // reach before each distance, cut to what it holds
	at := func(v []int, k int) int { return v[k+len(v)/2] }
	for d := 0; d <= limit; d++ {
		mid := len(reach) / 2
		steps = append(steps, slices.Clone(reach[mid-d-1:mid+d+2]))
		for k := -d; k <= d; k += 2 {
			x := 0
			if k == -d || k != d && reach[mid+k-1] < reach[mid+k+1] {
				x = reach[mid+k+1]
			} else {
				x = reach[mid+k-1] + 1
			}
			for x < n && x-k < m && a[x] == b[x-k] {
				x++
			}
			reach[mid+k] = x
			if x < n || x-k < m {
				continue
			}
			// Walk back the way that was taken.
			var out []edit
			x, y := n, m
			for d := len(steps) - 1; d >= 0; d-- {
				k, v := x-y, steps[d]
				before := k + 1
				if k != -d && (k == d || at(v, k-1) >= at(v, k+1)) {
					before = k - 1
				}
				px := at(v, before)
				py := px - before
				if d == 0 {
					px, py = 0, 0
				}
				for x > px && y > py {
					x, y = x-1, y-1
					out = append(out, edit{' ', a[x]})
				}
				if d == 0 {
					break
				}
				if before == k+1 {
					y--
					out = append(out, edit{'+', b[y]})
				} else {
					x--
					out = append(out, edit{'-', a[x]})
				}
			}
			slices.Reverse(out)
			return out
		}
	}
	var out []edit
	for _, l := range a {
		out = append(out, edit{'-', l})
	}
	for _, l := range b {
		out = append(out, edit{'+', l})
	}
	return out
}
