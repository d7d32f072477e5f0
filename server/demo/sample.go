package demo

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"riffle.dev/riffle/examples"
	"riffle.dev/riffle/server/app"
)

// Sample is the demo's project for a team of one's own: app.Sample.
type Sample struct {
	Log *slog.Logger
	// Serve asks a scene, so that the boards of a new team have something to
	// show; nil: nobody visits.
	Serve func(ctx context.Context, team, scene string, request map[string]any) error
}

// loadWithin bounds the loading of a sample's documents. Visitors come for as
// long, so many a second, and stay away when the scenes are gone.
const (
	loadWithin = 10 * time.Minute
	visits     = 5
	patience   = 25 // failures in a row
)

// Texts of the project.
func (Sample) Texts() ([]app.Text, error) {
	var out []app.Text
	err := examples.Files(func(name string, text []byte) { out = append(out, app.Text{Path: name, Text: string(text)}) })
	return out, err
}

// Load the documents in the background; what goes wrong is logged, and what is
// loaded stays. Visitors come from now on.
func (s Sample) Load(ctx context.Context, into app.Documents, team string) {
	go s.visit(ctx, team)
	go func() {
		ctx, cancel := context.WithTimeout(ctx, loadWithin)
		defer cancel()
		for _, cat := range catalogues() {
			n, err := loadOne(ctx, into, s.Log, team, cat)
			if err != nil {
				s.Log.Warn("the sample was not loaded whole", "team", team, "resource", cat.Resource, "error", err)
				return
			}
			s.Log.Info("the sample is loaded", "team", team, "resource", cat.Resource, "documents", n)
		}
	}()
}

func (s Sample) visit(ctx context.Context, team string) {
	if s.Serve == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, loadWithin)
	defer cancel()
	calls, err := NewRequests(1)
	if err != nil {
		s.Log.Warn("nobody visits the sample", "team", team, "error", err)
		return
	}
	tick := time.NewTicker(time.Second / visits)
	defer tick.Stop()
	for failed := 0; failed < patience; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		r := calls.Next()
		var in struct{ Request map[string]any }
		if err := json.Unmarshal(r.Body, &in); err != nil {
			return
		}
		if failed++; s.Serve(ctx, team, r.Scene, in.Request) == nil {
			failed = 0
		}
	}
}
