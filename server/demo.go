package server

import (
	"context"
	"errors"
	"net"
	"time"

	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/demo"
)

// demoRetry is how long a demo that could not be set up waits before the next try.
const demoRetry = 5 * time.Second

// runDemo makes what of the demo is missing, tells that it is ready, and sends
// it traffic until ctx ends.
func (p *parts) runDemo(ctx context.Context, at net.Addr, ready func()) {
	address := "http://" + reachable(at) + p.cfg.BasePath
	f, err := p.setUpDemo(ctx, address)
	for err != nil {
		if ctx.Err() != nil {
			return
		}
		p.cfg.Log.Error("the demo is not ready, it is tried again", "error", err, "cause", errors.Unwrap(err))
		select {
		case <-ctx.Done():
			return
		case <-time.After(demoRetry):
		}
		f, err = p.setUpDemo(ctx, address)
	}
	if err := p.traffic.Restore(ctx); err != nil {
		p.cfg.Log.Warn("the demo's traffic begins gently", "error", err)
	}
	ready()
	if err := p.traffic.Run(ctx, address, f); err != nil {
		p.cfg.Log.Error("the demo has no traffic", "error", err)
	}
}

func (p *parts) setUpDemo(ctx context.Context, address string) (demo.File, error) {
	admin, err := p.store.User(ctx, firstLogin)
	if err != nil {
		return demo.File{}, err
	}
	return demo.Setup(ctx, demo.Config{Nouns: p.app, Settings: p.store, Home: p.cfg.Files, Address: address, Log: p.cfg.Log,
		Admin: &app.Principal{UserID: admin.ID, Login: firstLogin, Name: firstLogin, Admin: true}})
}

// reachable is a listener's address as this machine calls it.
func reachable(at net.Addr) string {
	tcp, ok := at.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return at.String()
	}
	return (&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: tcp.Port}).String()
}
