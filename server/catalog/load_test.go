package catalog

import (
	"bytes"
	"io/fs"
	"log/slog"
	"testing"
	"time"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/examples"
	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/words"
	"riffle.dev/riffle/server/app"
)

// BenchmarkLoadApps is the way of a catalogue from JSON lines to what queries
// see: validate, append (to memory), read, apply.
func BenchmarkLoadApps(b *testing.B) {
	var lines [][]byte
	for l, err := range examples.Apps() {
		if err != nil {
			b.Fatal(err)
		}
		lines = append(lines, bytes.Clone(l))
	}
	text, err := fs.ReadFile(examples.Store(), "resources.riffle")
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for range b.N {
		o := &origin{}
		c := New(Config{Log: changelog.NewMemory(time.Now), Source: o, Compiler: NewCompiler(CompilerConfig{Operators: op.NewCatalogue()}), Data: "db",
			Words:  func(name string) (*index.WordTable, error) { return words.Load(examples.Data(), name) },
			Report: slog.New(slog.DiscardHandler), Now: time.Now, Random: func() float64 { return 0 }})
		o.publish(1, string(text))
		if err := c.Sync(b.Context()); err != nil {
			b.Fatal(err)
		}
		for {
			if _, ok := c.Active("ads"); ok {
				break
			}
			time.Sleep(time.Millisecond)
		}
		for from := 0; from < len(lines); from += 500 {
			var docs []app.Put
			for _, l := range lines[from:min(from+500, len(lines))] {
				docs = append(docs, app.Put{JSON: l})
			}
			if _, err := c.Put(b.Context(), "ads", "apps", docs); err != nil {
				b.Fatal(err)
			}
		}
		for {
			if r := c.Resources("ads"); r[0].Docs == int64(len(lines)) {
				break
			}
			time.Sleep(time.Millisecond)
		}
		c.Close()
	}
	b.ReportMetric(float64(len(lines)*b.N)/b.Elapsed().Seconds(), "docs/s")
}
