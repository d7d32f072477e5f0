package changelog_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/internal/postgres/pgtest"
)

func benchLog(b *testing.B, resource string) (*changelog.Postgres, changelog.Stream) {
	b.Helper()
	p, err := pgxpool.New(b.Context(), pgtest.Database(b))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(p.Close)
	l, s := changelog.NewPostgres(p), changelog.Stream{Team: "ads", Resource: resource}
	if _, err := l.Open(b.Context(), s, 16); err != nil {
		b.Fatal(err)
	}
	return l, s
}

var value = []byte(`{"id":"k","title":"` + strings.Repeat("x", 300) + `"}`)

// BenchmarkAppend is one change a call by 64 callers, who share commits.
func BenchmarkAppend(b *testing.B) {
	l, s := benchLog(b, "one")
	var n atomic.Int64
	b.SetParallelism(32)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := l.Append(context.Background(), s, []changelog.Change{{Key: fmt.Sprint(n.Add(1)), Value: value}}); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "changes/s")
}

// BenchmarkAppendBatch is 1,000 changes a call.
func BenchmarkAppendBatch(b *testing.B) {
	l, s := benchLog(b, "batch")
	fill(b, l, s, b.N)
	b.ReportMetric(float64(1000*b.N)/b.Elapsed().Seconds(), "changes/s")
}

func fill(b *testing.B, l changelog.Log, s changelog.Stream, batches int) {
	b.Helper()
	for i := range batches {
		cs := make([]changelog.Change, 1000)
		for k := range cs {
			cs[k] = changelog.Change{Key: fmt.Sprint(i*1000 + k), Value: value}
		}
		if _, err := l.Append(b.Context(), s, cs); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReplay reads 100,000 entries back.
func BenchmarkReplay(b *testing.B) {
	l, s := benchLog(b, "replay")
	fill(b, l, s, 100)
	b.ResetTimer()
	total := 0
	for range b.N {
		from := make(changelog.Offsets, 16)
		for {
			entries, err := l.Read(b.Context(), s, from, 500)
			if err != nil {
				b.Fatal(err)
			}
			if len(entries) == 0 {
				break
			}
			total += len(entries)
			for _, e := range entries {
				from[e.Slot] = e.Offset + 1
			}
		}
	}
	b.ReportMetric(float64(total)/b.Elapsed().Seconds(), "entries/s")
}
