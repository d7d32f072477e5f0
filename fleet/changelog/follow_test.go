package changelog

import (
	"context"
	"log/slog"
	"testing"
	"time"
)

// gated applies a batch once it is let through.
type gated struct {
	at      Offsets
	here    chan struct{} // a batch has come
	through chan struct{}
}

func (g *gated) Offsets() Offsets { return g.at }

func (g *gated) Apply(entries []Entry) error {
	g.here <- struct{}{}
	<-g.through
	for _, e := range entries {
		g.at[e.Slot] = e.Offset + 1
	}
	return nil
}

// What was written by a moment is applied once a try that began after it found
// nothing left: no lag, as far as was known, is less.
func TestWholeIsSaidOfWhatWasWrittenBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	log, s := NewMemory(time.Now), Stream{"team", "books"}
	if _, err := log.Open(ctx, s, 1); err != nil {
		t.Fatal(err)
	}
	g := &gated{at: Offsets{0}, here: make(chan struct{}), through: make(chan struct{})}
	f := NewFollower(log, s, g, slog.New(slog.DiscardHandler))
	ended := make(chan struct{})
	go func() { defer close(ended); f.Run(ctx) }()
	defer func() { cancel(); <-ended }()
	for range 3 {
		if _, err := log.Append(ctx, s, []Change{{Key: "a", Value: []byte(`{}`)}}); err != nil {
			t.Fatal(err)
		}
		written := time.Now()
		<-g.here
		if p := f.Progress(); p.Whole.After(written) {
			t.Fatalf("whole at %v, before what was written by %v is applied: %+v", p.Whole, written, p)
		}
		g.through <- struct{}{}
		for end := time.Now().Add(30 * time.Second); !f.Progress().Whole.After(written); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("never whole: %+v", f.Progress())
			}
		}
		if p := f.Progress(); p.Lag != 0 || p.Applied[0] != p.End[0] {
			t.Fatalf("whole, and %+v", p)
		}
	}
}
