package server

import (
	"context"
	"net"
	"time"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/standin"
	"riffle.dev/riffle/server/catalog"
	"riffle.dev/riffle/server/demo"
)

// Project is a folder's, put on the server when it starts.
type Project struct {
	Dir     string // the folder, as it was named
	Content demo.Content
	// Standins are answers for services of the team, by name: those are not
	// asked then.
	Standins map[string]*standin.Answers
}

// standins is how the catalog puts them between; nil where there are none. They
// hold for one team: whatever another one calls the same is asked.
func (p *Project) standins() catalog.Standins {
	if p == nil || len(p.Standins) == 0 {
		return nil
	}
	return func(team string, ask op.Remote) op.Remote {
		if team != p.Content.Team {
			return ask
		}
		return &standin.Remote{By: p.Standins, Next: ask}
	}
}

// visitEvery is how far apart the requests are that try the scenes of a project.
const visitEvery = 500 * time.Millisecond

// runProject puts the project on the server, tells that it is ready, and asks
// its scenes what the folder says until ctx ends, so that the boards move.
func (p *parts) runProject(ctx context.Context, at net.Addr, ready func()) {
	content := p.cfg.Project.Content
	if _, ok := p.put(ctx, at, content); !ok {
		return
	}
	p.indexed(ctx, content.Team)
	ready()
	if len(content.Scenes) == 0 {
		return
	}
	tick := time.NewTicker(visitEvery)
	defer tick.Stop()
	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		s := content.Scenes[i%len(content.Scenes)]
		// What a request comes to is counted and traced where it is served.
		_ = p.visit(ctx, content.Team, s.Name, s.Request)
	}
}
