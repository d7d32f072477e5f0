package check

import (
	"unicode/utf8"

	"riffle.dev/riffle/dsl/token"
)

// near finds the candidate a writer most likely meant: the least distance by
// insertions, deletions, replacements and swaps of neighbours (optimal string
// alignment), at most a third of the name's length. "" when none is near.
func (c *checker) near(name string, lists ...[]string) string {
	n := utf8.RuneCountInString(name)
	if n < 2 || n > maxName {
		return ""
	}
	limit := max(1, n/3)
	best, at := "", limit+1
	for _, list := range lists {
		best, at = c.nearer(name, n, limit, list, best, at)
	}
	return best
}

// nearer goes through one list, given the best so far.
func (c *checker) nearer(name string, n, limit int, list []string, best string, at int) (string, int) {
	for _, cand := range list {
		if cand == name || cand == "" || len(cand) > 4*maxName {
			continue
		}
		m := utf8.RuneCountInString(cand)
		c.nearBudget -= 1 + m/4
		if m-n > limit || n-m > limit {
			continue
		}
		if c.nearBudget -= n * m; c.nearBudget < 0 {
			return best, at // hostile input: no more suggestions
		}
		if d := distance(name, cand); d < at && d < n {
			best, at = cand, d
		}
	}
	return best, at
}

// reportNear reports a name that is none of the lists, with the near one as
// help and as fix; else with the other help.
func (c *checker) reportNear(at token.Range, code, message, name, other string, lists ...[]string) string {
	near := c.near(name, lists...)
	if near == "" {
		c.report(at, code, message, other)
		return ""
	}
	c.report(at, code, message, "did you mean "+show(near))
	c.fixName(at, name, near)
	return near
}

// distance is the optimal string alignment distance in characters, of words
// of up to 2·maxName characters.
func distance(a, b string) int {
	var space [3][2*maxName + 1]int
	before, prev, row := space[0][:], space[1][:], space[2][:]
	x, y := []rune(a), []rune(b)
	for j := range len(y) + 1 {
		prev[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, prev, row = prev, row, before
	}
	return prev[len(y)]
}
