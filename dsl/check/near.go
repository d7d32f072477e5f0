package check

import "unicode/utf8"

// near finds the candidate a writer most likely meant: the least distance by
// insertions, deletions, replacements and swaps of neighbours (optimal string
// alignment), at most a third of the name's length. "" when none is near.
func (c *checker) near(name string, candidates []string) string {
	n := utf8.RuneCountInString(name)
	if n == 0 || n > maxName {
		return ""
	}
	limit := max(1, n/3)
	best, at := "", limit+1
	for _, cand := range candidates {
		if cand == name || cand == "" || len(cand) > 4*maxName {
			continue
		}
		m := utf8.RuneCountInString(cand)
		c.nearBudget -= 1 + m/4
		if m-n > limit || n-m > limit {
			continue
		}
		if c.nearBudget -= n * m; c.nearBudget < 0 {
			return best // hostile input: no more suggestions
		}
		if d := distance(name, cand); d < at && d < max(n, 2) {
			best, at = cand, d
		}
	}
	return best
}

// didYouMean is the help for a near name, or "".
func (c *checker) didYouMean(name string, candidates []string) string {
	if n := c.near(name, candidates); n != "" {
		return "did you mean " + show(n)
	}
	return ""
}

// distance is the optimal string alignment distance in characters.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before := make([]int, len(y)+1)
	prev := make([]int, len(y)+1)
	row := make([]int, len(y)+1)
	for j := range prev {
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
