package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/engine/op"
)

// What the language is measured with.
const (
	benchLines     = 10_000 // of a whole project
	benchEditLines = 2000   // of a project that is being edited
	benchFileLines = 500    // of one file of either
)

// benchLanguage checks a large project as riffle check does, from its files to
// the last finding; and one that somebody types into, after every key.
func benchLanguage(ctx context.Context, b *bencher) ([]benchRow, error) {
	dir, err := os.MkdirTemp("", "riffle-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	lines := 0
	for name, text := range generatedProject(benchLines) {
		lines += strings.Count(text, "\n")
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	c := &checker{world: b.world, format: "text"}
	c.out = io.Discard
	if err := c.run(ctx, []string{dir}); err != nil {
		return nil, fmt.Errorf("the generated project does not check: %v", err)
	}
	var checked []float64
	for until := time.Now().Add(b.each); len(checked) < 5 || time.Now().Before(until); {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		began := time.Now()
		if err := c.run(ctx, []string{dir}); err != nil {
			return nil, err
		}
		checked = append(checked, inMilliseconds(time.Since(began)))
	}
	typed := b.typing()
	return []benchRow{
		within("language.check", fmt.Sprintf("riffle check of %d lines, from its files to the last finding: median", lines), "ms", median(checked), 100),
		within("language.analysis.p95", fmt.Sprintf("findings after each key in a project of %d lines: 95th percentile", benchEditLines), "ms", typed[len(typed)*95/100], 50),
	}, nil
}

// typing analyses a project after every key that is typed into its middle, and
// gives the times in order.
func (b *bencher) typing() []float64 {
	sources := map[string][]byte{}
	for name, text := range generatedProject(benchEditLines) {
		sources[name] = []byte(text)
	}
	const name = "part1.riffle"
	text := string(sources[name])
	at := strings.Index(text[len(text)/2:], "\n  return ") + len(text)/2
	const typed = "\n  more = filter(pool, installs > 1000 and genre not in user.seen)  optional  gain 0.2"
	ops := op.NewCatalogue()
	var took []float64
	for until := time.Now().Add(b.each); len(took) < len(typed) || time.Now().Before(until); {
		n := len(took)%len(typed) + 1
		sources[name] = []byte(text[:at] + typed[:n] + text[at:])
		began := time.Now()
		analysis.Project(sources, ops)
		took = append(took, inMilliseconds(time.Since(began)))
	}
	slices.Sort(took)
	return took
}

func inMilliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// generatedProject is a clean project of about so many lines in files by name.
func generatedProject(lines int) map[string]string {
	files := map[string]string{"types.riffle": "type User { id: keyword, days: int = 0, seen: list(keyword) = [] }\n"}
	for part := 1; lines > 0; part++ {
		var b strings.Builder
		for i := 0; strings.Count(b.String(), "\n") < min(benchFileLines, lines); i++ {
			fmt.Fprintf(&b, generatedPart, fmt.Sprintf("%d_%d", part, i))
		}
		files[fmt.Sprintf("part%d.riffle", part)] = b.String()
		lines -= benchFileLines
	}
	return files
}

const generatedPart = `
/// Games of a store, one document a game.
resource games%[1]s {
  fields {
    id:       key
    title:    text(analyzer: english, weight: 3)
    genre:    keyword
    installs: int = 0
    released: time
    taste:    vector(100, metric: cosine)?
  }
}

service ctr%[1]s(user: User, item: { genre: keyword, installs: int }) -> float {
  endpoints: ["http://127.0.0.1:9101"]
  timeout:   30ms
}

pipeline feed%[1]s(user: User, q: string, k: int(1..100) = 20) -> items {
  me      = lookup(games%[1]s, key: user.id)  timeout 10ms  fallback nil
  similar = nearest(games%[1]s.taste, to: me.taste, k: 100..300)  optional  gain 0.42
  typed   = search(games%[1]s, query: q, k: 100..300, as: words)  optional  gain 0.31
  hot     = top(games%[1]s, by: installs, k: 100)                 gain 0.15
  pool    = merge([similar, typed, hot], policy: rrf(60))
  fresh   = filter(pool, id not in user.seen and genre != "x")
  coarse  = score(fresh, 0.6 * _score + 0.4 * log1p(installs), keep: 150..300)  optional  gain 0.10
  fine    = choose {
    dnn:  score(coarse, model: ctr%[1]s(user), keep: 60)  gain 1.00  timeout 40ms
    rule: score(coarse, 0.7 * _score + 0.3 * freshness(released, 7d), keep: 60)  gain 0.80
  }
  first   = if user.days < 3 { take(fine, 10) } else { fine }
  page    = diversify(first, by: genre, max: 3, window: 10)  optional  gain 0.05
  return take(page, k)
}

pipeline hot%[1]s(k: int(1..100) = 20) -> items {
  return top(games%[1]s, by: installs, k: k)
}

scene home%[1]s {
  pipeline: feed%[1]s
  deadline: 120ms
  reserve:  10ms
  fallback: hot%[1]s
  tier newcomers when user.days < 3 { weight: 0.3 }
}

test "the most installed comes first %[1]s" of hot%[1]s {
  given games%[1]s [{ id: "a", title: "A", genre: "rpg", installs: 3, released: "2026-01-02T03:04:05Z" }]
  request { k: 1 }
  expect ids == ["a"]
}
`
