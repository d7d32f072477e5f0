package store

import (
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/remote"
)

// OfResource opens the store a resource lives on; it must be closed. Of the
// options, Secret is made here: secrets has what the resource names (nil: none is
// known).
func OfResource(r *dag.Resource, secrets remote.Secrets, o Options) (*Store, error) {
	s := r.Store
	if s.Auth != "" {
		team := ""
		if r.Import != nil {
			team = r.Import.Team
		}
		o.Secret = func() (string, error) {
			if secrets == nil {
				return "", remote.Known(nil, team, s.Auth)
			}
			return secrets.Secret(team, s.Auth)
		}
	}
	return Open(Config{Kind: s.Kind, URL: s.URL, Name: s.Name, Document: s.Document, Language: s.Language, Form: s.Form, Sorted: s.Sorted,
		Schema: engine.Schema(r), Timeout: time.Duration(s.Timeout), Rate: s.Limit, AtOnce: s.AtOnce}, o)
}
