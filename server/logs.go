package server

import (
	"context"
	"path/filepath"
	"time"

	"riffle.dev/riffle/engine/logs"
	"riffle.dev/riffle/engine/remote"
	"riffle.dev/riffle/server/app"
)

// newLogs writes what pipelines log: to files in the folder logs of the home,
// one folder a team below it; without a home to addresses only.
func newLogs(cfg Config) *logs.Logs {
	opt := logs.Options{Transport: remote.NewTransport(), Report: func(place string, err error) {
		cfg.Log.Warn("lines of a log are lost", "place", place, "error", err)
	}}
	if cfg.Home != "" {
		opt.Dir = filepath.Join(cfg.Home, "logs")
	}
	return logs.New(opt)
}

// logPlaces of a team, as the doors tell them.
func (p *parts) logPlaces(team string) []app.LogPlace {
	var out []app.LogPlace
	for _, l := range p.logs.Places(team) {
		out = append(out, app.LogPlace{To: l.To, Written: l.Written, Failed: l.Failed, Dropped: l.Dropped, Waiting: l.Waiting, Error: l.Error})
	}
	return out
}

// finishBehind waits, within the time of a stop, for what pipelines do behind
// their answers, and for the lines they wrote there.
func (p *parts) finishBehind() {
	ctx, cancel := context.WithTimeout(context.Background(), drainWithin)
	defer cancel()
	start := time.Now()
	err := p.engine.Wait(ctx)
	if err == nil {
		err = p.logs.Wait(ctx)
	}
	if err != nil {
		p.cfg.Log.Warn("stopped before all was done behind the answers", "after", time.Since(start), "lines", p.logs.Counts().Waiting)
	}
}
