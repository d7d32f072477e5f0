package server

import (
	"context"
	"errors"
	"net"
	"runtime"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/demo"
)

// setUpRetry is how long what could not be set up waits before the next try.
const setUpRetry = 5 * time.Second

// indexWait is how long it is waited for the index before all is told to be
// ready, indexLook how often it is looked at.
const (
	indexWait = 5 * time.Minute
	indexLook = 100 * time.Millisecond
)

// suffices is how many requests a second of the demo's mix this machine can give
// their full plans, by what they cost now; 0 while that is not known.
func (p *parts) suffices() float64 {
	scenes, err := p.overload.Degradations(context.Background(), demo.Team)
	if err != nil {
		return 0
	}
	rate, need, capacity := 0.0, 0.0, 0.0
	for _, d := range scenes {
		rate, need, capacity = rate+d.Forecast, need+d.Need, max(capacity, d.Capacity)
	}
	if need <= 0 {
		return 0
	}
	// A capacity is of planned work: where plans are thought too dear it is above the cores.
	return rate * degrade.Usable(min(capacity, float64(runtime.GOMAXPROCS(0)))) / need
}

// setUp is what is done once the server listens: it tells that it is ready and
// goes on until its context ends. nil where there is nothing to do.
func (p *parts) setUp() func(ctx context.Context, at net.Addr, ready func()) {
	switch {
	case p.cfg.Demo:
		return p.runDemo
	case p.cfg.Project != nil:
		return p.runProject
	}
	return nil
}

// runDemo makes what of the demo is missing, tells that it is ready, and sends
// it traffic until ctx ends.
func (p *parts) runDemo(ctx context.Context, at net.Addr, ready func()) {
	content, err := demo.Store()
	if err != nil {
		p.cfg.Log.Error("there is no demo", "error", err)
		return
	}
	f, ok := p.put(ctx, at, content)
	if !ok {
		return
	}
	if err := p.traffic.Restore(ctx); err != nil {
		p.cfg.Log.Warn("the demo's traffic begins gently", "error", err)
	}
	p.indexed(ctx, content.Team)
	ready()
	if err := p.traffic.Run(ctx, p.address(at), f); err != nil {
		p.cfg.Log.Error("the demo has no traffic", "error", err)
	}
}

// indexed waits until queries see all that is now written down of a team's
// resources, a while at the most: what does not catch up says so on the boards.
func (p *parts) indexed(ctx context.Context, team string) {
	put := time.Now()
	ctx, cancel := context.WithTimeout(ctx, indexWait)
	defer cancel()
	look := time.NewTicker(indexLook)
	defer look.Stop()
	for told := false; ; told = true {
		if p.catalog.Seen(team, put) {
			return
		}
		if !told {
			p.cfg.Log.Info("the catalogue is being loaded", "team", team)
		}
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

// put content on this server, again until it is there; false when ctx ended
// before.
func (p *parts) put(ctx context.Context, at net.Addr, content demo.Content) (demo.File, bool) {
	for {
		f, err := p.putOnce(ctx, at, content)
		if err == nil {
			return f, true
		}
		if ctx.Err() != nil {
			return f, false
		}
		p.cfg.Log.Error("it is not set up, it is tried again", "team", content.Team, "error", err, "cause", errors.Unwrap(err))
		select {
		case <-ctx.Done():
			return f, false
		case <-time.After(setUpRetry):
		}
	}
}

func (p *parts) putOnce(ctx context.Context, at net.Addr, content demo.Content) (demo.File, error) {
	admin, err := p.store.User(ctx, firstLogin)
	if err != nil {
		return demo.File{}, err
	}
	return demo.Setup(ctx, demo.Config{Content: content, Nouns: p.app, Settings: p.store, Home: p.cfg.Files, Address: p.address(at), Log: p.cfg.Log,
		Admin: &app.Principal{UserID: admin.ID, Login: firstLogin, Name: firstLogin, Admin: true}})
}

func (p *parts) address(at net.Addr) string { return "http://" + reachable(at) + p.cfg.BasePath }

// reachable is a listener's address as this machine calls it.
func reachable(at net.Addr) string {
	tcp, ok := at.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return at.String()
	}
	return (&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: tcp.Port}).String()
}
