package parse

// nearest is the candidate that a misspelt word most likely means, or "".
// Distance counts inserted, deleted, changed and swapped letters (Damerau,
// restricted) and may be a third of the word.
func nearest(word string, candidates []string) string {
	best, bestDistance := "", len(word)/3+1
	for _, c := range candidates {
		if d := distance(word, c); d < bestDistance || d == bestDistance && best == "" && d <= len(word)/3 {
			best, bestDistance = c, d
		}
	}
	return best
}

func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	row := make([][]int, len(a)+1)
	for i := range row {
		row[i] = make([]int, len(b)+1)
		row[i][0] = i
	}
	for j := range row[0] {
		row[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			d := min(row[i-1][j]+1, row[i][j-1]+1, row[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, row[i-2][j-2]+1)
			}
			row[i][j] = d
		}
	}
	return row[len(a)][len(b)]
}
