package check_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check/checktest"
)

// generated is a clean project of about so many lines.
func generated(lines int) string {
	var b strings.Builder
	b.WriteString("type User { id: keyword, seen: list(keyword) }\n\n")
	for i := 0; strings.Count(b.String(), "\n") < lines; i++ {
		fmt.Fprintf(&b, `resource games%[1]d {
  fields {
    id:       key
    title:    text(analyzer: english, weight: 3)
    genre:    keyword
    installs: int = 0
    released: time
    taste:    vector(100, metric: cosine)
  }
}

pipeline feed%[1]d(user: User, q: string, k: int(1..100) = 20) -> items {
  me      = lookup(games%[1]d, key: user.id)  timeout 10ms  fallback nil
  similar = nearest(games%[1]d.taste, to: me.taste, k: 100..300)  optional  gain 0.42
  typed   = search(games%[1]d, query: q, k: 100..300, as: words)  optional  gain 0.31
  hot     = top(games%[1]d, by: installs, k: 100)                 gain 0.15
  pool    = merge([similar, typed, hot], policy: rrf(60))
  fresh   = filter(pool, id not in user.seen and genre != "x")
  coarse  = score(fresh, 0.6 * _score + 0.4 * log1p(installs), keep: 150..300)  optional  gain 0.10
  fine    = score(coarse, 0.7 * _score + 0.3 * freshness(released, 7d), keep: 60)
  page    = diversify(fine, by: genre, max: 3, window: 10)  optional  gain 0.05
  return take(page, k)
}

scene home%[1]d {
  pipeline: feed%[1]d
  deadline: 120ms
  fallback: none
}

`, i)
	}
	return b.String()
}

// BenchmarkProject is the analysis of a project of 2,000 lines: parse and check.
func BenchmarkProject(b *testing.B) {
	for _, lines := range []int{2000, 10_000} {
		b.Run(fmt.Sprintf("lines=%d", lines), func(b *testing.B) {
			src := generated(lines)
			files, cat := map[string][]byte{"a.riffle": []byte(src)}, checktest.Catalogue()
			if _, list := analysis.Project(files, cat); len(list) > 0 {
				b.Fatal(list[0])
			}
			b.SetBytes(int64(len(src)))
			var took []time.Duration
			for b.Loop() {
				begin := time.Now()
				analysis.Project(files, cat)
				took = append(took, time.Since(begin))
			}
			sort.Slice(took, func(i, j int) bool { return took[i] < took[j] })
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}
