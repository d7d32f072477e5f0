package main

import (
	"context"
	"testing"

	"riffle.dev/riffle/index"
)

// BenchmarkHome is the demo's start page: by the pipeline, by hand, through the
// door, and its search by vector alone. Beside the time it gives the processor's.
func BenchmarkHome(b *testing.B) {
	h, err := newStart(false)
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	tastes, err := h.tastes(ctx)
	if err != nil {
		b.Fatal(err)
	}
	for i := range 300 {
		if err := h.same(ctx, i); err != nil {
			b.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		run  func(i int) error
	}{
		{"ours", func(i int) error { _, err := h.ours(ctx, i); return err }},
		{"theirs", func(i int) error { _, err := h.theirs(ctx, i); return err }},
		{"door", func(i int) error { return h.door(ctx, i) }},
		{"near", func(i int) error {
			_, err := h.hand.Apps.Nearest(ctx, index.NearestQuery{Field: "taste", To: tastes[i%len(tastes)], K: 300})
			return err
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			began := cpuTime()
			for i := 0; b.Loop(); i++ {
				if err := c.run(i); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((cpuTime()-began).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

// tastes of those who ask for the page.
func (h *start) tastes(ctx context.Context) ([][]float32, error) {
	var out [][]float32
	for i := range 200 {
		user, _ := h.asked[i%len(h.asked)].Request["user"].(map[string]any)
		id, _ := user["id"].(string)
		hits, err := h.hand.People.Lookup(ctx, []string{id})
		if err != nil {
			return nil, err
		}
		cols, err := h.hand.People.Fetch(ctx, hits, []string{"taste"})
		if err != nil {
			return nil, err
		}
		if hits.Len() > 0 && !cols[0].IsNull(0) {
			out = append(out, cols[0].Vector(0))
		}
	}
	return out, nil
}
