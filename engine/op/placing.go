package op

import (
	"riffle.dev/riffle/internal/column"
)

// placing is what position decides on: set 0 is the candidates, set 1 what is
// put between.
type placing struct {
	At    []int // ascending, from 1
	Gap   int   // candidates between two that are put in, at least
	Len   [2]int
	Value func(set, row int) column.Value // neighbours may not share; nil fits anywhere
	Same  func(row, inserted int) bool    // whether a candidate is the item to be put in
}

// placed is one place of the result.
type placed struct{ Set, Row int }

// arranged fills place after place: with the next item to be put in where one is
// due and may stand there, else with the next candidate.
func arranged(p placing) []placed {
	var out []placed
	used := [2][]bool{make([]bool, p.Len[0]), make([]bool, p.Len[1])}
	next := [2]int{}
	last := -1 - p.Gap // where one was put in
	skip := func(s int) bool {
		for next[s] < p.Len[s] && used[s][next[s]] {
			next[s]++
		}
		return next[s] < p.Len[s]
	}
	put := func(s, row int) {
		out = append(out, placed{s, row})
		used[s][row] = true
		for other := range p.Len[1-s] { // an item both have comes once
			if s == 0 && p.Same(row, other) || s == 1 && p.Same(other, row) {
				used[1-s][other] = true
			}
		}
	}
	for {
		hasOwn, hasMore := skip(0), skip(1)
		here := len(out)
		due := hasMore && len(p.At) > 0 && p.At[0] <= here+1 && here-last > p.Gap
		if due {
			if row := p.fitting(out, used, next, hasOwn); row >= 0 {
				put(1, row)
				p.At, last = p.At[1:], here
				continue
			}
		}
		if !hasOwn {
			return out
		}
		put(0, next[0])
	}
}

// fitting is the first item to be put in that is unlike both its neighbours.
func (p *placing) fitting(out []placed, used [2][]bool, next [2]int, hasOwn bool) int {
	unlike := func(row, set, other int) bool {
		a := p.Value(1, row)
		return a == nil || !column.Equal(a, p.Value(set, other))
	}
	for row := next[1]; row < p.Len[1]; row++ {
		if used[1][row] {
			continue
		}
		before := len(out) == 0 || unlike(row, out[len(out)-1].Set, out[len(out)-1].Row)
		behind := !hasOwn || p.Same(next[0], row) || unlike(row, 0, next[0])
		if before && behind {
			return row
		}
	}
	return -1
}
