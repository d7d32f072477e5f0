package engine_test

import (
	"context"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/programtest"
)

const telling = `
resource games { fields { id: key, n: int } }
service note(n: int) -> bool { endpoints: ["http://127.0.0.1:1"] }
pipeline feed(k: int = 2) -> items {
  after { note(k) }
  return top(games, by: n, k: 2)
}
`

// gate answers when it is opened.
type gate chan struct{}

func (g gate) Ask(ctx context.Context, _ *op.Question) (*op.Reply, error) {
	select {
	case <-g:
		return &op.Reply{Value: true}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func teller(t *testing.T, opt engine.Options, far op.Remote) (*engine.Engine, func()) {
	t.Helper()
	made := programtest.Make(t, telling)
	opt.Now, opt.TraceID = time.Now, func() string { return "t" }
	e := engine.New(opt)
	return e, func() {
		t.Helper()
		ctx, cancel := context.WithCancel(context.Background())
		if _, err := e.Run(ctx, made.Program.With(far), "feed", engine.Request{Deadline: 20 * time.Second}, made.Memory, nil); err != nil {
			t.Fatal(err)
		}
		cancel() // the caller is gone; what comes after is done all the same
	}
}

func TestAfterIsBounded(t *testing.T) {
	g := make(gate)
	e, ask := teller(t, engine.Options{}, g)
	const all = 400
	for range all {
		ask()
	}
	c := e.Counts().After
	if c.Waiting > 256+2 || c.Dropped == 0 || int64(c.Waiting)+c.Done+c.Failed+c.Dropped != all {
		t.Errorf("%+v of %d", c, all)
	}
	close(g)
	if err := e.Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	if c := e.Counts().After; c.Done == 0 || c.Waiting != 0 || c.Done+c.Failed+c.Dropped != all {
		t.Errorf("%+v", c)
	}
}

func TestDryRunsDoNothingAfter(t *testing.T) {
	e, ask := teller(t, engine.Options{Dry: true}, make(gate))
	ask()
	if c := e.Counts().After; c != (engine.AfterCounts{}) {
		t.Errorf("%+v", c)
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	g := make(gate)
	e, ask := teller(t, engine.Options{}, g)
	ask()
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if err := e.Wait(ctx); err == nil {
		t.Error("nothing was waited for")
	}
	close(g)
	if err := e.Wait(context.Background()); err != nil {
		t.Error(err)
	}
}
