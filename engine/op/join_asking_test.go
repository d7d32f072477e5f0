package op

import (
	"context"
	"fmt"
	"testing"

	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// quietly is a view that asks nothing by itself, and tells how often it was asked
// for by then.
type quietly struct {
	View
	looked, fetched func()
}

func (q quietly) Lookup(_ context.Context, keys []string) (index.Hits, error) {
	q.looked()
	return q.View.Lookup(context.Background(), keys)
}

func (q quietly) Fetch(_ context.Context, hits index.Hits, columns []string) ([]*column.Column, error) {
	q.fetched()
	return q.View.Fetch(context.Background(), hits, columns)
}

// A join asks whether to stop as it gathers its keys and as it makes its records,
// and not only where it reads the index.
func TestAJoinAsksWhetherToStop(t *testing.T) {
	const n, most = 9000, 1024
	v, _ := stocked(t)
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("g%d", i)
	}
	want := column.Type{Kind: column.Record, Fields: []column.Field{{Name: "n", Type: column.Type{Kind: column.Int}}}}
	ctx := &asked{Context: context.Background()}
	var keys, before int
	view := quietly{View: v, looked: func() { keys = ctx.n }, fetched: func() { before = ctx.n }}
	join := func() (*column.Column, error) {
		return (&Call{Ctx: ctx}).records(view, wordy(words), want)
	}
	got, err := join()
	if err != nil || got.Len != n {
		t.Fatal(got, err)
	}
	if keys*most < n || ctx.n == before {
		t.Errorf("%d times for %d keys, %d for the records of 38", keys, n, ctx.n-before)
	}
	for _, end := range []int{1, keys, before + 1} {
		*ctx = asked{Context: context.Background(), end: end}
		if _, err := join(); err == nil {
			t.Errorf("it goes on although it was told to stop at the %d-th time", end)
		}
	}
}
