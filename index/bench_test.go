package index

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

var catalogueFile = flag.String("catalogue", "", "a larger catalogue for the benchmarks, as apps.jsonl.gz")

// benchCatalogue is the apps, or what the flag names.
func benchCatalogue(b *testing.B) []Change {
	if *catalogueFile != "" {
		return catalogueOf(b, *catalogueFile, 1<<30)
	}
	return catalogue(b, "apps", 1<<30)
}

// queries of two or three words out of random titles.
func queries(changes []Change, n int) []string {
	rnd := rand.New(rand.NewPCG(1, 2))
	var out []string
	for len(out) < n {
		title, _ := changes[rnd.IntN(len(changes))].Doc["title"].(string)
		words := bytes.Fields([]byte(title))
		if k := 2 + rnd.IntN(2); len(words) >= k {
			at := rnd.IntN(len(words) - k + 1)
			out = append(out, string(bytes.Join(words[at:at+k], []byte(" "))))
		}
	}
	return out
}

// likings are the titles of five programs that share a tag and one of elsewhere,
// as a person's are in the demo.
func likings(changes []Change, n int) []string {
	rnd := rand.New(rand.NewPCG(1, 3))
	byTag := map[string][]int{}
	var tags []string
	for i, c := range changes {
		list, _ := c.Doc["tags"].([]any)
		for _, t := range list {
			tag, _ := t.(string)
			if byTag[tag] = append(byTag[tag], i); len(byTag[tag]) == 20 {
				tags = append(tags, tag)
			}
		}
	}
	out := make([]string, n)
	for i := range out {
		shelf := byTag[tags[rnd.IntN(len(tags))]]
		for k := range 6 {
			at := shelf[rnd.IntN(len(shelf))]
			if k == 5 {
				at = rnd.IntN(len(changes))
			}
			title, _ := changes[at].Doc["title"].(string)
			out[i] += title + ". "
		}
	}
	return out
}

func BenchmarkLoad(b *testing.B) {
	for _, derived := range []bool{false, true} {
		b.Run(fmt.Sprintf("apps/derived=%v", derived), func(b *testing.B) {
			changes := benchCatalogue(b)
			for b.Loop() {
				loaded(b, appsSchema(derived), changes)
			}
			b.ReportMetric(float64(len(changes)*b.N)/b.Elapsed().Seconds(), "docs/s")
		})
	}
}

// Small upserts one after the other, as a stream brings them.
func BenchmarkUpsert(b *testing.B) {
	changes := benchCatalogue(b)
	for _, size := range []int{1, 10, 100} {
		b.Run(fmt.Sprintf("batch=%d", size), func(b *testing.B) {
			s := loaded(b, appsSchema(true), changes)
			next := upserts(changes, size)
			for b.Loop() {
				s.Apply(next())
			}
			b.ReportMetric(float64(size*b.N)/b.Elapsed().Seconds(), "docs/s")
			b.ReportMetric(float64(s.View().Stats().Segments), "segments")
		})
	}
}

// upserts gives batches that replace documents all over the catalogue.
func upserts(changes []Change, size int) func() []Change {
	n := 0
	return func() []Change {
		batch := make([]Change, size)
		for i := range batch {
			batch[i] = changes[n%len(changes)]
			batch[i].Offset = 0
			n += 7
		}
		return batch
	}
}

// Searches alone, and while 1,000 documents a second are replaced.
func BenchmarkSearchUnderUpserts(b *testing.B) {
	changes := benchCatalogue(b)
	s := loaded(b, appsSchema(true), changes)
	asked := queries(changes, 1000)
	search := func(i int) error {
		_, err := s.View().Search(context.Background(), SearchQuery{Text: asked[i%len(asked)], K: 10})
		return err
	}
	b.Run("idle", func(b *testing.B) { benchQueries(b, search) })
	b.Run("1000-upserts", func(b *testing.B) {
		stop, done := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			next := upserts(changes, 10)
			tick := time.NewTicker(10 * time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-stop:
					return
				case <-tick.C:
					s.Apply(next())
				}
			}
		}()
		benchQueries(b, search)
		close(stop)
		<-done
	})
}

func benchQueries(b *testing.B, run func(i int) error) {
	took := make([]time.Duration, 0, 1<<16)
	i := 0
	for b.Loop() {
		start := time.Now()
		if err := run(i); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
		i++
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

func BenchmarkQuery(b *testing.B) {
	changes := benchCatalogue(b)
	s := loaded(b, appsSchema(true), changes)
	s.Close()
	v, ctx := s.View(), context.Background()
	asked := queries(changes, 1000)
	rdeps, err := v.Column("rdeps")
	if err != nil {
		b.Fatal(err)
	}
	table, err := wordTable(b)("vectors/glove100")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("search/title", func(b *testing.B) {
		benchQueries(b, func(i int) error {
			_, err := v.Search(ctx, SearchQuery{Text: asked[i%len(asked)], Fields: []string{"title"}, K: 10})
			return err
		})
	})
	b.Run("search/all", func(b *testing.B) {
		benchQueries(b, func(i int) error {
			_, err := v.Search(ctx, SearchQuery{Text: asked[i%len(asked)], K: 10})
			return err
		})
	})
	likes := likings(changes, 2000)
	b.Run("search/likes", func(b *testing.B) {
		benchQueries(b, func(i int) error {
			_, err := v.Search(ctx, SearchQuery{Text: likes[i%len(likes)], K: 150})
			return err
		})
	})
	b.Run("nearest", func(b *testing.B) {
		benchQueries(b, func(i int) error {
			to := table.Vector(asked[i%len(asked)])
			if to == nil {
				return nil
			}
			_, err := v.Nearest(ctx, NearestQuery{Field: "taste", To: to, K: 10})
			return err
		})
	})
	b.Run("top", func(b *testing.B) {
		benchQueries(b, func(i int) error {
			_, err := v.Top(ctx, TopQuery{By: rdeps, K: 100})
			return err
		})
	})
	b.Run("fetch", func(b *testing.B) {
		h, err := v.Top(ctx, TopQuery{By: rdeps, K: 100})
		if err != nil {
			b.Fatal(err)
		}
		benchQueries(b, func(i int) error {
			_, err := v.Fetch(ctx, h, []string{"id", "title", "section", "rdeps", "size"})
			return err
		})
	})
	var buf bytes.Buffer
	b.Run("snapshot", func(b *testing.B) {
		for b.Loop() {
			buf.Reset()
			if err := v.Snapshot(&buf); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(buf.Len()))
	})
	b.Run("load", func(b *testing.B) {
		for b.Loop() {
			if _, err := Load(bytes.NewReader(buf.Bytes()), appsSchema(true), Options{Words: wordTable(b)}); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(buf.Len()))
	})
	b.Logf("%+v", v.Stats())
}
