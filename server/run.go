package server

import (
	"context"
	"net"
)

// firstLogin is the name of the first account.
const firstLogin = "admin"

// Run serves until ctx ends, then finishes the requests under way, keeps
// snapshots and returns. The schema must be up to date.
func Run(ctx context.Context, cfg Config) error {
	if err := cfg.check(); err != nil {
		return err
	}
	// Listening first: who asks early waits instead of being refused, and an
	// address that is taken leaves no account behind.
	l, err := net.Listen("tcp", cfg.Addr)
	if err != nil {
		return err
	}
	defer l.Close() // closed already, unless the start fails
	p, err := wire(ctx, cfg)
	if err != nil {
		return err
	}
	defer p.pool.Close()
	password, err := p.auth.FirstRun(ctx, firstLogin)
	if err != nil {
		return err
	}
	if password != "" {
		cfg.FirstRun(firstLogin, password)
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	running := p.start(background)
	if err := p.catalog.Sync(ctx); err != nil {
		cfg.Log.Warn("live versions are not known yet", "error", err)
	}
	if err := p.board.Load(ctx); err != nil {
		cfg.Log.Warn("the boards begin without what was before", "error", err)
	}
	ready := func() { cfg.Ready(l.Addr().String()) }
	begun := ready
	if run := p.setUp(); run != nil { // told when the documents are in
		running.Go(func() { run(background, l.Addr(), ready) })
		begun = func() {}
	}
	err = serve(ctx, l, p.api, begun)
	p.loads.Close()
	p.gains.Close()
	p.finishBehind()
	stop()
	running.Wait()
	p.catalog.Close()
	cfg.Log.Info("stopped")
	return err
}
