package main

import (
	"context"
	"log/slog"
	"strings"

	"riffle.dev/riffle/internal/home"
	"riffle.dev/riffle/internal/postgres"
	"riffle.dev/riffle/server"
	"riffle.dev/riffle/server/export"
)

// serveOn serves on a database that is up to date, until ctx ends.
func serveOn(ctx context.Context, w world, s settings, h *home.Folder, db *postgres.Server, log *slog.Logger) error {
	s.traces.Export = s.traces.Endpoint != "" || export.Wanted(w.getenv)
	base := strings.TrimRight(s.basePath, "/")
	return server.Run(ctx, server.Config{
		Addr:     s.addr,
		BasePath: base,
		DSN:      db.DSN,
		Home:     h.Dir(),
		Demo:     s.demo,
		Project:  s.project,
		Files:    h,
		Version:  buildVersion(),
		Traces:   s.traces,
		Secrets:  w.secrets(s.secrets),
		Log:      log,
		Database: func() string { return databaseState(db.State().Phase, postgres.Choice(s.postgres).External()) },
		Ready:    func(addr string) { greet(w.out, "http://"+addr+base, h, s.project) },
		Out:      w.out,
	})
}

// databaseState says a phase in the words of the board. Ours is on its way back
// whenever it is not there; of somebody else's we know only that it is gone.
func databaseState(phase postgres.Phase, external bool) string {
	switch {
	case phase == postgres.Ready:
		return "ok"
	case external:
		return "down"
	default:
		return "recovering"
	}
}
