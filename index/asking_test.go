package index

import (
	"context"
	"testing"

	"riffle.dev/riffle/internal/column"
)

// asked counts how often a scan looks whether to stop, and ends at the n-th.
type asked struct {
	context.Context
	n, end int
}

func (a *asked) Err() error {
	if a.n++; a.end > 0 && a.n >= a.end {
		return context.Canceled
	}
	return nil
}

// Every scan asks at least once for so many documents (or postings, or numbers
// of vectors) and ends where it is told to. It is counted in work, since time
// says nothing on a machine that is busy: 2048 documents are less than 100 µs.
func TestScansAskWhetherToStop(t *testing.T) {
	const docs, most = 8000, 2048
	v := crowd(t, docs)
	live := v.Stats().Docs
	col := func(name string) *column.Expr {
		e, err := v.Column(name)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	word := func(s string) *column.Expr {
		return &column.Expr{Op: "const", Value: s, Type: column.Type{Kind: column.String}}
	}
	shelf := &column.Expr{Op: "==", Args: []*column.Expr{col("shelf"), word("s3")}, Type: column.Type{Kind: column.Bool}}
	formula := &column.Expr{Op: "*", Args: []*column.Expr{col("price"), col("price")}, Type: column.Type{Kind: column.Float}.Null()}
	to := make([]float32, 40)
	to[3] = 1
	first := &asked{Context: context.Background()} // an order is made: it asks between its blocks
	if _, err := v.Top(first, TopQuery{By: col("price"), K: 1}); err != nil {
		t.Fatal(err)
	}
	if want := 2*v.Stats().Segments + live/(2*orderBlock); first.n < want {
		t.Errorf("an order of %d is made with %d looks, want %d: one every two blocks of %d", live, first.n, want, orderBlock)
	}
	all, err := v.Top(context.Background(), TopQuery{By: col("rank"), K: MaxHits})
	if err != nil {
		t.Fatal(err)
	}
	many := make([]string, all.Len())
	for i, r := range all.Docs {
		many[i] = v.Key(r)
	}
	for _, c := range []struct {
		name string
		work int
		run  func(ctx context.Context) error
	}{
		{"nearest", live, func(ctx context.Context) error {
			_, err := v.Nearest(ctx, NearestQuery{Field: "taste", To: to, K: 300})
			return err
		}},
		{"nearest of a shelf", live, func(ctx context.Context) error {
			_, err := v.Nearest(ctx, NearestQuery{Field: "taste", To: to, K: 300, Filter: shelf})
			return err
		}},
		{"search of common words", 2 * live, func(ctx context.Context) error {
			_, err := v.Search(ctx, SearchQuery{Text: "w1 w2 w3 w4 w5 w6 w7 w8", K: MaxHits})
			return err
		}},
		{"top by a field, all", live, func(ctx context.Context) error {
			_, err := v.Top(ctx, TopQuery{By: col("rank"), K: MaxHits})
			return err
		}},
		{"top of a shelf", live, func(ctx context.Context) error {
			_, err := v.Top(ctx, TopQuery{By: col("rank"), K: 100, Filter: shelf})
			return err
		}},
		{"top by a formula", live, func(ctx context.Context) error {
			_, err := v.Top(ctx, TopQuery{By: formula, K: 100})
			return err
		}},
		{"fetch", all.Len(), func(ctx context.Context) error {
			_, err := v.Fetch(ctx, all, []string{"body"})
			return err
		}},
		{"lookup", all.Len(), func(ctx context.Context) error {
			_, err := v.Lookup(ctx, many)
			return err
		}},
	} {
		ctx := &asked{Context: context.Background()}
		if err := c.run(ctx); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if ctx.n*most < c.work {
			t.Errorf("%s asks %d times for %d, want once in %d at least", c.name, ctx.n, c.work, most)
		}
		for _, end := range []int{1, ctx.n/2 + 1} {
			if err := c.run(&asked{Context: context.Background(), end: end}); err == nil {
				t.Errorf("%s goes on although it was told to stop at the %d-th time of %d", c.name, end, ctx.n)
			}
		}
	}
}
