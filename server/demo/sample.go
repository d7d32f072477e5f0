package demo

import (
	"context"
	"log/slog"
	"time"

	"riffle.dev/riffle/examples"
	"riffle.dev/riffle/server/app"
)

// Sample is the demo's project for a team of one's own: app.Sample.
type Sample struct{ Log *slog.Logger }

// loadWithin bounds the loading of a sample's documents.
const loadWithin = 10 * time.Minute

// Texts of the project.
func (Sample) Texts() ([]app.Text, error) {
	var out []app.Text
	err := examples.Files(func(name string, text []byte) { out = append(out, app.Text{Path: name, Text: string(text)}) })
	return out, err
}

// Load the documents in the background; what goes wrong is logged, and what is
// loaded stays.
func (s Sample) Load(ctx context.Context, into app.Documents, team string) {
	go func() {
		ctx, cancel := context.WithTimeout(ctx, loadWithin)
		defer cancel()
		for _, cat := range catalogues() {
			n, err := loadOne(ctx, into, s.Log, team, cat)
			if err != nil {
				s.Log.Warn("the sample was not loaded whole", "team", team, "resource", cat.resource, "error", err)
				return
			}
			s.Log.Info("the sample is loaded", "team", team, "resource", cat.resource, "documents", n)
		}
	}()
}
